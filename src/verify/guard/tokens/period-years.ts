/** Q1 net profit rose from RMB 26.85 billion in 2025 to RMB 28.10 billion in 2026: the bare years are those of the period named once. */
import type { Reading } from "./reading.ts";
import type { DateRead, Token } from "./token.ts";

const borders: ReadonlySet<string> = new Set(["break", "line"]);
const mostTokens = 80;

const isYearless = (date: DateRead | null): boolean =>
  date !== null && date.year === null && date.month !== null && date.day !== null && date.month % 3 === 0;
const isBareYear = ({ date, start, end }: Token): boolean =>
  date !== null && date.year !== null && date.month === null && end - start === 4;
const isPeriodWord = ({ start }: Token, lower: string): boolean =>
  /^(?:q[1-4]|h[12]|(?:first|second|third|fourth)[- ](?:quarter|half|three|six|nine))/.test(
    lower.slice(start, start + 14),
  );

export function readPeriodYears(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!tokens.some((each) => isYearless(each.date) && isPeriodWord(each, lower))) return tokens;
  const result: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (to < tokens.length && !borders.has(tokens[to]?.kind ?? "break")) to++;
    const own = tokens.slice(from, Math.min(tokens.length, to + 1));
    const periods = own.filter((each) => isYearless(each.date) && isPeriodWord(each, lower));
    const [period] = periods;
    const years = own.filter(isBareYear);
    const isOne =
      period?.date != null && periods.length === 1 && years.length > 1 && own.length <= mostTokens;
    for (const each of own)
      if (!isOne) result.push(each);
      else if (each === period) result.push({ ...each, kind: "fill", op: "", date: null });
      else if (isBareYear(each) && each.date !== null && period?.date != null)
        result.push({ ...each, date: { ...period.date, year: each.date.year } });
      else result.push(each);
    from = to + 1;
  }
  return result;
}

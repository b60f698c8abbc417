/** 2024年1266亿元、2025年1399亿元,净利润有所增加: a growth that no claim states, but two periods that the text shows do. */
import type { Bench } from "../bench.ts";
import type { Assertion } from "../binding/quantity.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";

/** 大幅增加, 连年增加, grew strongly say more than the two values do. */
const sized =
  /(?:大幅度?|显著|明显|猛|骤|急剧?|剧烈|断崖式|连年|连续|连季|逐[年季月]|再度|再次|又|持续|不断|一路|屡|年年|稳步|快速|迅速|加速|[a-z]+ly )$/;
const slight = /(?:小幅度?|略有?|略微|稍有?|微)$/;
const mostSlight = 0.05;
const sizedAfter = /^\s?(?:[a-z]+ly(?![a-z])|again)/;
const reach = 14;

const shownBy = new WeakMap<Bench, ReadonlyMap<string, readonly BookClaim[]>>();
const keyOf = (company: string | null, metric: string): string => `${company} ${metric}`;

/** The claims that the text shows, by company and measure; read once a text. */
function shownOf(bench: Bench): ReadonlyMap<string, readonly BookClaim[]> {
  const before = shownBy.get(bench);
  if (before !== undefined) return before;
  const shown = new Map<string, BookClaim[]>();
  for (const { entry } of bench.settled.values()) {
    if (entry === null) continue;
    const key = keyOf(entry.company, entry.claim.metric);
    const list = shown.get(key) ?? [];
    if (!list.some(({ asOf }) => asOf.day === entry.asOf.day)) list.push(entry);
    shown.set(key, list);
  }
  shownBy.set(bench, shown);
  return shown;
}

/** The year and the rest of the day that a claim is of. */
const dayOf = ({ claim }: BookClaim): readonly [year: number, rest: string] => [
  Number(claim.as_of.slice(0, 4)),
  claim.as_of.slice(4, 10),
];

/** Units of what is counted on a day (股东户数), not over a period. */
const states: ReadonlySet<string> = new Set(["户", "家"]);

const lossWord = /亏|流出|(?<![a-z])(?:loss|outflow)(?![a-z])/;

/** The net loss grew: of how large it is, where both values carry a minus. */
const isOfSize = ({ start }: Token, values: readonly BookClaim[], lower: string): boolean =>
  values.every(({ base }) => base < 0) && lossWord.test(lower.slice(Math.max(0, start - reach), start));

/** The same period of two years in a row, of one measure of the company, both shown: the later one lies where the word says. */
export function isBorneOutByPeriods({ token, sign, company, grown = [] }: Assertion, bench: Bench): boolean {
  const { lower } = bench.input;
  if (sized.test(lower.slice(Math.max(0, token.start - reach), token.start))) return false;
  if (sizedAfter.test(lower.slice(token.end, token.end + reach))) return false;
  const shown = shownOf(bench);
  const lists = [...new Set(grown)].flatMap((metric) => {
    const list = shown.get(keyOf(company ?? bench.book.only, metric));
    return list === undefined ? [] : [list];
  });
  const [one, ...more] = lists;
  if (one === undefined || more.length > 0 || one.length !== 2) return false;
  const [first, second] = one.toSorted((a, b) => a.asOf.day - b.asOf.day);
  if (first === undefined || second === undefined) return false;
  const [[year, day], [next, same]] = [dayOf(first), dayOf(second)];
  const isOfDays = first.asOf.day !== second.asOf.day && states.has(first.unit.dimension);
  const isSlight = slight.test(lower.slice(Math.max(0, token.start - reach), token.start));
  if (isSlight && Math.abs(second.base - first.base) > mostSlight * Math.abs(first.base)) return false;
  const isAlike = isOfDays || (next - year === 1 && day === same);
  return isAlike && Math.sign(second.base - first.base) * (isOfSize(token, one, lower) ? -1 : 1) === sign;
}

/** 今天的收盘价如下:…, Closing prices, May 7: a heading that gives the day of a measure for every value of it below. */

import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { isDay, relativeHolds } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { daysIn } from "../../claims/matching.ts";
import { isDayWord, metricsIn, type Token, upTo } from "../../tokens/token.ts";

const isColon = ({ op }: Token): boolean => op === ":";

/** What stands before the colon of the first clause, ahead of any number, or all of a line of words. */
function headingOf({ sentence, coverage }: Part): readonly Token[] {
  if (!coverage.hasNumber) return sentence.tokens;
  const [first = []] = sentence.clauses;
  const head = upTo(first, ({ kind, op }) => kind === "number" || op === ":");
  return first[head.length]?.op === ":" ? head : [];
}

const isDayToken = (each: Token): boolean =>
  isDayWord(each) || (each.kind === "date" && each.date?.day != null);
const isOther = ({ kind }: Token): boolean =>
  kind === "source" || kind === "negation" || kind === "company" || kind === "number";

/** Reports a heading's day that some value of its measure below is not of. */
export function checkDaysBelow({ reading: { parts }, matches, now, report }: Bench): void {
  const byPart = Map.groupBy(matches, ({ part }) => part);
  let heading: { readonly day: Token; readonly metrics: readonly string[] } | null = null;
  for (const [at, part] of parts.entries()) {
    const head = headingOf(part);
    const isLine =
      part.coverage.hasNumber ||
      (parts[at + 1]?.sentence.line ?? 0) > part.sentence.line ||
      part.sentence.tokens.some(isColon);
    const day = head.find(isDayToken);
    const metrics = metricsIn(head);
    if (head.length > 0 && !head.some(({ kind }) => kind === "company"))
      heading =
        isLine && day !== undefined && metrics.length > 0 && !head.some(isOther) ? { day, metrics } : null;
    if (heading === null) continue;
    const { day: said, metrics: own } = heading;
    const entries = (byPart.get(part) ?? []).flatMap(({ quantity, options }) =>
      quantity.row < 0 ? options.slice(0, 1) : [],
    );
    const isWrong = entries.some(
      (entry) =>
        own.includes(entry.claim.metric) &&
        !(said.date === null ? relativeHolds(said.op, entry, now) : isDay(said.date, entry.asOf.day, now)),
    );
    if (isWrong) {
      report(said, "wrong_date");
      heading = null;
    }
  }
}

/** Past three trading days: a heading that says of how many days the values below it are. */
export function checkDayCounts({ input: { lower }, reading: { parts }, matches, report }: Bench): void {
  const byPart = Map.groupBy(matches, ({ part }) => part);
  let said: { readonly window: Token; readonly count: number } | null = null;
  let entries: BookClaim[] = [];
  const judge = () => {
    const series = Map.groupBy(entries, ({ claim, company }) => `${company} ${claim.metric}`);
    const days = [...series.values()].map((each) => new Set(each.map(({ asOf }) => asOf.day)).size);
    const most = Math.max(0, ...days);
    if (said !== null && most > 1 && most !== said.count) report(said.window, "wrong_count");
  };
  for (const part of parts) {
    const window = headingOf(part).find(({ kind }) => kind === "window");
    if (window !== undefined) {
      judge();
      entries = [];
      const count = daysIn(lower.slice(window.start, window.end));
      said = count === null ? null : { window, count };
    }
    for (const { options } of byPart.get(part) ?? []) entries.push(...options.slice(0, 1));
  }
  judge();
}

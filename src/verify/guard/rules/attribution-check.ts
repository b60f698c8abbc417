import type { Moment } from "../../moment.ts";
import type { Bench, Match } from "../bench.ts";
import { attributionFault, dateFits, type Marks, unmarked } from "../binding/attribution.ts";
import type { Footer } from "../binding/footers.ts";
import type { Part } from "../binding/part.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { checkMarketOfOne } from "./market-of-one.ts";

/** The footer is said of the number: of its measure, of its company, of the line that it stands in. */
const isUnder = (
  { metrics, companies, isExcept, line, place, source }: Footer,
  match: Match,
  { claim, cite, company }: BookClaim,
  ends: {
    readonly first: Part | undefined;
    readonly last: Part | undefined;
    readonly matches: readonly Match[];
  },
): boolean =>
  (source === undefined || cite.source.toLowerCase() === source) &&
  (place === undefined || (ends.matches.length === place.of && ends.matches[place.at] === match)) &&
  (metrics?.has(claim.metric) ?? true) &&
  (companies === null || company === null || companies.has(company) !== isExcept) &&
  (line === null || (line !== "some" && ends.first !== ends.last && match.part === ends[line]));

const withoutOthers = (marks: Marks, entry: BookClaim, now: Moment): Marks => ({
  ...marks,
  dates: marks.dates.filter((each) => dateFits(each, entry, now)),
});

/** Every shown claim has its source and date, at one of its mentions at least. */
export function checkAttribution(bench: Bench): void {
  checkMarketOfOne(bench);
  const { input, matches, reading, now, report } = bench;
  const attributed = new Set<BookClaim>();
  const ends = { first: matches[0]?.part, last: matches.at(-1)?.part, matches };
  const lacking: { match: Match; fault: string }[] = [];
  for (const match of matches) {
    const { coverage, levels: wider } = match.part;
    // 2025年上半年为506.48亿元,同比增长4.19%: growth is of the period that the sentence began with.
    const isGrowth = match.options.some(({ claim }) => input.lexicon.basesOf(claim.metric).length > 0);
    const recent = coverage.recent.get(match.quantity.token) ?? unmarked;
    const near = isGrowth ? [...wider, recent] : [recent, ...wider];
    // 2026年一季度25.08%,上年同期24.41%: what has a time of its own is not of the dates around it.
    const isOwnTime = match.quantity.relatives.length > 0;
    const later = coverage.later.get(match.quantity.token) ?? unmarked;
    const faults = match.options.map((entry) => {
      const footers = reading.footers
        .filter((each) => isUnder(each, match, entry, ends))
        .map(({ marks }) => marks);
      const around = isOwnTime ? near.map((marks) => withoutOthers(marks, entry, now)) : near;
      const levels = [match.marks, ...around, later, ...footers, reading.global];
      return attributionFault(levels, entry, now);
    });
    for (const [i, entry] of match.options.entries()) if (faults[i] === null) attributed.add(entry);
    const [fault] = faults;
    if (typeof fault === "string" && !faults.includes(null)) lacking.push({ match, fault });
  }
  for (const { match, fault } of lacking)
    if (fault !== "missing_attribution" || !match.options.some((entry) => attributed.has(entry)))
      report(match.quantity.token, fault);
}

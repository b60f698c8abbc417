/** The sources, dates and owners that the shown claims must have. */

import { oncePer } from "#contract";
import type { Moment } from "../../../moment.ts";
import type { Bench, Match } from "../../bench.ts";
import { attributionFault, dateFits, type Marks, unmarked } from "../../binding/cites/attribution.ts";
import type { Footer } from "../../binding/cites/footer.ts";
import type { Part } from "../../binding/part.ts";
import type { Sentence } from "../../binding/structure.ts";
import { relativeHolds } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { isDayWord, type Token } from "../../tokens/token.ts";

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

const periodEnd = /-(?:03-31|06-30|09-30|12-31)/;
const isPeriod = ({ date }: Token): boolean =>
  date?.day == null || /^(?:3-31|6-30|9-30|12-31)$/.test(`${date.month}-${date.day}`);

/** Of a claim that is of no period end the dates that are of none. */
const withoutPeriods = (marks: Marks, { claim: { as_of } }: BookClaim): Marks =>
  periodEnd.test(as_of) ? marks : { ...marks, dates: marks.dates.filter((each) => !isPeriod(each)) };

/** The days of a sentence without any date that are told in words (昨天成交21.35万手), each word once. */
const daysSaid = oncePer(({ tokens }: Sentence): readonly string[] =>
  tokens.some(({ kind }) => kind === "date")
    ? []
    : [...new Set(tokens.filter(isDayWord).map(({ op }) => op))],
);

/** True where there are such days, and each is the claim's. */
function saysDayOf({ sentence }: Part, entry: BookClaim, now: Moment): boolean {
  const said = daysSaid(sentence);
  return said.length > 0 && said.every((op) => relativeHolds(op, entry, now));
}

/** (tushare). … (tushare, 2026-03-31): the cite behind a later number gives none of its date to a number that has a source of its own. */
const withoutLater = (levels: readonly Marks[], { marks, quantity }: Match): readonly Marks[] =>
  marks.sources.length === 0
    ? levels
    : levels.filter(({ sources }) => sources.every(({ start }) => start < quantity.token.start));

/** 2026年一季度448.70亿元,2025年一季度431.13亿元,同比增长4.07%: growth is of the period that the sentence began with, not of the one a year before. */
function isYearBefore({ dates: [last] }: Marks, wider: readonly Marks[]): boolean {
  const first = wider.flatMap(({ dates }) => dates).at(0);
  const [own, other] = [last?.date, first?.date];
  return own?.year == null || other?.year == null || (own.year < other.year && own.month === other.month);
}

/** Every shown claim has its source and date, at one of its mentions at least. */
export function checkAttribution(bench: Bench): void {
  checkMarketOfOne(bench);
  checkUnknownSources(bench);
  const { input, matches, reading, now, report } = bench;
  const attributed = new Set<BookClaim>();
  const ends = { first: matches[0]?.part, last: matches.at(-1)?.part, matches };
  const lacking: { match: Match; fault: string }[] = [];
  for (const match of matches) {
    const { coverage, levels: wider } = match.part;
    const isGrowth = match.options.some(({ claim }) => input.lexicon.basesOf(claim.metric).length > 0);
    const recent = coverage.recent.get(match.quantity.token) ?? unmarked;
    const near = isGrowth && isYearBefore(recent, wider) ? [...wider, recent] : [recent, ...wider];
    // 2026年一季度25.08%,上年同期24.41%: what has a time of its own is not of the dates around it.
    const isOwnTime = match.quantity.relatives.length > 0;
    const later = coverage.later.get(match.quantity.token) ?? unmarked;
    const faults = match.options.map((entry) => {
      const under = reading.footers.filter((each) => isUnder(each, match, entry, ends));
      const footers = under.map(({ marks }) => marks);
      // 一季度营收49.98亿元,市净率6.03倍。市净率:2026-05-12: the measure is told its own day, and the period is the other's.
      const isToldApart = under.some(({ metrics, marks }) => metrics != null && marks.dates.length > 0);
      const own = withoutLater(near, match).map((marks) =>
        isToldApart ? withoutPeriods(marks, entry) : marks,
      );
      const around = isOwnTime ? own.map((marks) => withoutOthers(marks, entry, now)) : own;
      const levels = [match.marks, ...around, ...footers, later, reading.global];
      return attributionFault(levels, entry, now, saysDayOf(match.part, entry, now));
    });
    for (const [i, entry] of match.options.entries()) if (faults[i] === null) attributed.add(entry);
    const [fault] = faults;
    if (typeof fault === "string" && !faults.includes(null)) lacking.push({ match, fault });
  }
  for (const { match, fault } of lacking)
    if (fault !== "missing_attribution" || !match.options.some((entry) => attributed.has(entry)))
      report(match.quantity.token, fault);
}

// 4.31元(数据来自公开行情): a source of its own that no claim has, which the next number's cite does not make good.

const ownCite = /^ ?(?:\(([^()\n]{0,40})\)|[,，] ?([^,，;；。\n()]{0,30})(?=[;；。\n]|$))/;
const citing = /来源|据公开|来自|取自|出自|(?<![a-z])(?:source|data from)(?![a-z])/;
const elsewhere = /同|见|如下|[年季财]报|公告|(?<![a-z])(?:same|see|below|above|report|filing)(?![a-z])/;

function checkUnknownSources({ input: { lower, tokens }, matches, report }: Bench): void {
  for (const { quantity } of matches) {
    const { end } = quantity.token;
    const [all = "", inBracket, behind = ""] = ownCite.exec(lower.slice(end, end + 48)) ?? [];
    const said = inBracket ?? behind;
    if (!citing.test(said) || elsewhere.test(said)) continue;
    const isKnown = tokens.some(
      ({ kind, start }) => kind === "source" && start > end && start < end + all.length,
    );
    if (!isKnown) report(quantity.token, "wrong_source");
  }
}

// 贵州茅台的北向资金净流出35.62亿元, Moutai saw northbound selling: the whole market's figure, told of the one company right before it.

const between = /^ ?(?:'s|的|遭|被|获|遭遇|获得|saw|had|drew|faced|met with)? ?$/;
const nearest = 6;

/** The company whose the measure is said to be, right before it in the clause of the number. */
function ownerOf({ quantity, part }: Match, lower: string): Token | null {
  const clause = part.sentence.clauses[quantity.clause] ?? [];
  const at = clause.indexOf(quantity.token);
  const from = Math.max(0, at - nearest);
  const owner = clause.slice(from, at).findLastIndex(({ kind }) => kind === "company");
  const [company, ...rest] = owner < 0 ? [] : clause.slice(from + owner, at);
  const measure = rest.find(({ kind }) => kind === "metric");
  if (company === undefined || measure === undefined) return null;
  return between.test(lower.slice(company.end, measure.start)) ? company : null;
}

/** Reports a number that only claims of no company hold. */
function checkMarketOfOne({ matches, input, book, report }: Bench): void {
  if (book.all.every(({ company }) => company !== null)) return;
  for (const match of matches)
    if (match.options.every(({ company }) => company === null) && ownerOf(match, input.lower) !== null)
      report(match.quantity.token, "unbound");
}

// 行情来自tushare,估值来自akshare: the source that a group of measures is said to come from.

const naming = rare(
  /(?:(行情|价格|股价)|(估值)|(财务|财报|业绩))(?:数据|指标|信息|部分)?(?:均|都)?(?:来自|来源于|来源是|来源[:：]|取自|出自|源自|用|看|[:：])?\s?([a-z]{2,20})/g,
);
const mostNamed = 40;

const mayName = rare(/来自|来源|取自|出自|源自/);

/** Reports a source that no shown claim of the group has. */
export function checkSourcesOfGroups({ input, matches, report }: Bench): void {
  const { lexicon } = input;
  const { lower } = input;
  if (!mayName.test(lower)) return;
  const shown = matches.flatMap(({ options }) => options);
  for (const found of naming.all(lower).slice(0, mostNamed)) {
    const [, price, value] = found;
    const isOfGroup = ({ claim, unit }: BookClaim): boolean =>
      price !== undefined
        ? lexicon.priceLike.has(claim.metric) || lexicon.changes.percent.includes(claim.metric)
        : value !== undefined
          ? unit.dimension === "times"
          : lexicon.profits.includes(claim.metric) || lexicon.basesOf(claim.metric).length > 0;
    const own = shown.filter(isOfGroup);
    const isFrom = own.some(
      ({ claim: { cite } }) => cite.kind === "tool" && cite.source.toLowerCase() === found[4],
    );
    const at = found.index + found[0].length - 1;
    const word = input.tokens.find(({ end }) => end > at);
    if (own.length > 0 && !isFrom && word?.kind === "source") report(word, "wrong_source");
  }
}

const unconfirmed = /待确认|未确认|未经确认|初步|provisional|unconfirmed|preliminary|tentative/;

/** A close that the exchange has not confirmed says so: in its sentence, in its table's header, or in a line without numbers. */
export function checkProvisional({ input, matches, reading, report }: Bench): void {
  const saysSo = ({ sentence }: Part): boolean => {
    const [first, last] = [sentence.clauses[0]?.[0], sentence.clauses.at(-1)?.at(-1)];
    return unconfirmed.test(input.lower.slice(first?.start ?? 0, last?.end ?? 0));
  };
  const wanting = matches.filter(({ options }) => options.every(({ claim }) => claim.provisional === true));
  if (wanting.length === 0) return;
  if (reading.parts.some((part) => part.bound.quantities.length === 0 && saysSo(part))) return;
  const said = new Set(wanting.flatMap(({ options, part }) => (saysSo(part) ? options : [])));
  for (const { options, quantity } of wanting)
    if (!options.some((entry) => said.has(entry))) report(quantity.token, "provisional");
}

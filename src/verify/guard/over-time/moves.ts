/**
 * Words of direction over the values that a text shows of several times: 走高, receded, lifted to … from, 增速放缓, 流出扩大.
 *
 * Such a word is right where every pair of neighbours among the values that it is said of went its way.
 */

import { type Bench, companyAt } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Assertion } from "../binding/quantity.ts";
import { isDayOf } from "../claims/calendar-match.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { isAskedOnly } from "../question/unanswered.ts";
import { kindsOf, type Token } from "../tokens/token.ts";
import {
  areComparable,
  isBegun,
  isToldInOrder,
  measuresShown,
  pricesOf,
  type Series,
  seriesOf,
} from "./series.ts";
import { type Subject, subjectIn } from "./subjects.ts";
import { degreeAt, fitsKind, isOfQuality, isSpeed, leadOf, type Way, wayOf } from "./ways.ts";

const mostSlight = 0.05;

/** The values of the row that the sentence has: all of them, or the one and its neighbour. */
function toldIn({ points }: Series, tokens: readonly Token[], bench: Bench): readonly BookClaim[] {
  const days = new Set(
    tokens.flatMap((each) => {
      const entry = bench.settled.get(each)?.entry;
      const own = entry == null ? undefined : points.find((point) => point.claim === entry.claim);
      return own === undefined ? [] : [own.asOf.day];
    }),
  );
  const told = points.filter(({ asOf }) => days.has(asOf.day));
  const [one] = told;
  if (one === undefined || points.length === 2) return points;
  if (told.length > 1) return told;
  const at = points.indexOf(one);
  return isBegun(one, bench) ? points.slice(at, at + 2) : points.slice(Math.max(0, at - 1), at + 1);
}

/** How the measure grew by the claims is no other way than between the same day of two years. */
function agreesWithGrowth(earlier: BookClaim, later: BookClaim, { book, input }: Bench): boolean {
  if (earlier.claim.as_of.slice(4, 10) !== later.claim.as_of.slice(4, 10) || earlier.base <= 0) return true;
  return input.lexicon
    .growthOf(later.claim.metric)
    .flatMap((id) => book.of(id))
    .filter(({ company, asOf }) => company === later.company && asOf.day === later.asOf.day)
    .every(({ base }) => Math.sign(base) === Math.sign(later.base - earlier.base));
}

interface Said {
  readonly sign: number;
  /** Of how large it is, whatever its sign. */
  readonly isSize: boolean;
  readonly isSlight: boolean;
}

/** Each of the values lies beside the one before it where the word says; null where no two of them can be compared so. */
function wentSo(row: readonly BookClaim[], { sign, isSize, isSlight }: Said, bench: Bench): boolean | null {
  const pairs = row.slice(1).map((later, i) => [row[i] ?? later, later] as const);
  if (pairs.length === 0) return null;
  if (!pairs.every(([a, b]) => areComparable(a, b, bench.input.lexicon))) return null;
  return pairs.every(([earlier, later]) => {
    if (isSize && Math.sign(earlier.base) !== Math.sign(later.base)) return false;
    const change = isSize ? Math.abs(later.base) - Math.abs(earlier.base) : later.base - earlier.base;
    const isWay = Math.sign(change) === sign && isToldInOrder(earlier, later, bench);
    return (
      isWay &&
      (!isSlight || Math.abs(change) <= mostSlight * Math.abs(earlier.base)) &&
      agreesWithGrowth(earlier, later, bench)
    );
  });
}

/** Losses and outflows that leave the minus to their words. */
const areLosses = ({ points, isBare }: Series): boolean => isBare && points.every(({ base }) => base < 0);

interface Place {
  readonly company: string | null;
  readonly sentence: readonly Token[];
  /** The number before the word in its clause. */
  readonly before: Token | undefined;
}

/** The rows of several times that the word may be said of; null where that is open. */
function rowsOf(
  subject: Subject,
  way: Way,
  { company, sentence, before }: Place,
  bench: Bench,
): readonly Series[] | null {
  const { lexicon } = bench.input;
  const { closes, priced, growthOf } = lexicon;
  const own = [
    ...seriesOf(bench.settled),
    ...pricesOf(bench.settled, closes.previous, [...priced, ...closes.own]),
  ].filter((each) => each.company === company);
  const { measures, isSpeed: ofSpeed } = subject;
  const kinds = way.of?.map((kind) => fitsKind(kind, lexicon));
  const fits = ({ metric }: Series): boolean => kinds?.some((is) => is(metric)) !== false;
  const of = (ids: readonly string[]): readonly Series[] => own.filter(({ metric }) => ids.includes(metric));
  if (measures.length > 0) {
    const rows = measures.map(({ metrics }) => {
      const grown = metrics.flatMap((id) => (lexicon.basesOf(id).length > 0 ? [id] : growthOf(id)));
      const isOfGrowth = ofSpeed || way.of?.join() === "growth";
      return of(isOfGrowth ? grown : metrics);
    });
    return rows.every(({ length }) => length === 1) ? rows.flat() : null;
  }
  if (ofSpeed || kinds !== undefined) {
    const rows = own.filter(ofSpeed ? ({ metric }) => fitsKind("growth", lexicon)(metric) : fits);
    return rows.length > 0 ? rows : null;
  }
  const isOther = (each: Series): boolean =>
    each.company === company && !own.some(({ metric }) => metric === each.metric);
  if (subject.isAll) {
    const isWhole = !measuresShown(bench.settled).some(isOther);
    return isWhole && own.length > 1 && (subject.count === 0 || subject.count === own.length) ? own : null;
  }
  const prices = own.filter(({ metric }) => priced.includes(metric) || closes.own.has(metric));
  if (subject.companies.length > 0) return prices.length === 1 ? prices : null;
  // 由120.10元降至119.30元: of what the number right before it is of.
  const last = before === undefined ? undefined : bench.settled.get(before)?.entry;
  if (last !== undefined)
    return own.some(({ metric }) => metric === last?.claim.metric) ? of([last?.claim.metric ?? ""]) : null;
  // 2024年360.11亿元,2025年384.12亿元,走高: of what the sentence has just shown.
  const shown = sentence.flatMap((each) => bench.settled.get(each)?.entry ?? []);
  const [row, ...more] = own.filter(({ points }) =>
    shown.some(({ claim }) => points.some((one) => one.claim === claim)),
  );
  if (
    row !== undefined &&
    more.length === 0 &&
    shown.every(({ claim }) => row.points.some((one) => one.claim === claim))
  )
    return [row];
  return shown.length === 0 && own.length === 1 && !measuresShown(bench.settled).some(isOther) ? own : null;
}

/** 升至, from: the number behind is a level, and not by how much. */
const leadsTo = /[至到从由自]|(?<![a-z])(?:to|from)(?![a-z])/;

/** Null where what the word is said of is open, or the text shows it of one time only. */
function judgeAt(at: number, way: Way, part: Part, bench: Bench): boolean | null {
  const { tokens, clauses } = part.sentence;
  const { input, now, settled, book } = bench;
  const { lower, lexicon } = input;
  const word = tokens[at];
  const degree = word === undefined ? "more" : degreeAt(word, lower);
  if (word === undefined || degree === "more") return null;
  const clause = clauses.find((each) => (each.at(-1)?.start ?? 0) >= word.start) ?? [];
  const rest = clause.filter(({ start }) => start > word.start);
  const end = rest.findIndex(({ kind, op }) => kind === "number" || op === ":");
  const lead = subjectIn(leadOf(tokens, at, lower), lower);
  const behind = subjectIn(rest.slice(0, end < 0 ? rest.length : end), lower);
  if (lead === null || behind === null || behind.isDenied || behind.than !== null) return null;
  if (lead.companies.length > 1 || behind.companies.length > 0) return null;
  const next = rest[end]?.kind === "number" ? rest[end] : undefined;
  if (next !== undefined && !leadsTo.test(lower.slice(word.end, next.start))) return null;
  const company = lead.companies[0] ?? companyAt(word, part, bench);
  const isOfSeveral = new Set(seriesOf(settled).map((row) => row.company)).size > 1;
  if (isOfSeveral && lead.companies.length === 0 && lead.isAll) return null;
  const measures = lead.measures.length > 0 ? lead.measures : behind.measures;
  const before = clause.findLast(({ kind, start }) => kind === "number" && start < word.start);
  const { changes, priceLike, closes, priced, opens } = lexicon;
  const prices = pricesOf(settled, closes.previous, [...priced, ...closes.own, ...opens]);
  const isIn = (row: Series, each: Token): boolean => {
    const entry = settled.get(each)?.entry;
    return entry != null && row.points.some(({ claim }) => claim === entry.claim);
  };
  // opened at CNY 104.20, down from the previous close of CNY 105.20
  const last = tokens.slice(0, at).findLast(({ kind }) => kind === "number");
  const ledBy = (row: Series): boolean =>
    next !== undefined &&
    isIn(row, next) &&
    (last === undefined ? clause : [last, ...clause]).some((each) => each !== next && isIn(row, each));
  const led = [...seriesOf(settled), ...prices].filter(ledBy);
  const isLed = led.length > 0;
  if (!(lead.isKnown && behind.isKnown) && !isLed) return null;
  const beside = clause.findLast(
    ({ kind, op, start, end: till }) =>
      till <= (before?.start ?? 0) &&
      start < word.start &&
      ((kind === "compare" && op === "than") || (kind === "join" && op === "beside")),
  );
  const rows = isLed ? led : rowsOf({ ...lead, measures }, way, { company, sentence: tokens, before }, bench);
  if (rows === null || (next !== undefined && !rows.some((row) => isIn(row, next)))) return null;
  // What the day's own change says is judged with it, unless the word leads from one level to another.
  const isPrice = rows.some(({ metric }) => priceLike.has(metric));
  const hasChange = changes.all.some((id) => book.of(id).some((each) => each.company === company));
  if (isPrice && !isLed && hasChange) return null;
  if (!way.isSize && !isLed && rows.some(({ metric }) => changes.all.includes(metric))) return null;
  const verdicts = rows.map((row) => {
    const told = toldIn(row, tokens, bench);
    const [earlier, later] = [told.at(-2), told.at(-1)];
    if (earlier === undefined || later === undefined) return null;
    if (next === undefined && !lead.dates.every((each) => isDayOf(each, later.asOf.day, now))) return null;
    // 比2025年的25.69亿元有所收窄: the number set beside is the earlier of the two.
    const set = beside === undefined ? null : settled.get(before ?? beside)?.entry;
    if (set != null && set.claim !== earlier.claim) return false;
    const isOfThan = lead.than?.times.every((fits) =>
      fits(earlier, { earlier, later, first: row.first }, now),
    );
    if (isOfThan === false) return null;
    // Falling: of profits it is no smaller loss.
    const isHead = before === undefined && lead.loss === null && measures.length === 0;
    if (isHead && areLosses(row) && !way.isSize) return null;
    const isSize = way.isSize || (areLosses(row) && !isOfQuality(word, lower));
    const went = wentSo(told, { sign: way.sign, isSize, isSlight: degree === "slight" }, bench);
    return lead.isDenied && went !== null ? told.length === 2 && !went : went;
  });
  if (verdicts.includes(null)) return null;
  if (beside !== undefined) bench.judged.add(beside);
  return verdicts.every((each) => each === true);
}

/** The measure went so between the two days that the text shows of it. */
export function wentBetween(
  { token, sign, company, grown = [] }: Pick<Assertion, "token" | "sign" | "company" | "grown">,
  bench: Bench,
): boolean {
  const degree = degreeAt(token, bench.input.lower);
  const [row, ...more] = seriesOf(bench.settled).filter(
    (each) => each.company === (company ?? bench.book.only) && grown.includes(each.metric),
  );
  if (row === undefined || more.length > 0 || row.points.length < 2 || degree === "more") return false;
  const isSize = areLosses(row) && !isOfQuality(token, bench.input.lower);
  // declined at each year-end: between every two of the days
  const { lower } = bench.input;
  const isEach = /^ (?:at|in|with) (?:each|every) /.test(lower.slice(token.end, token.end + 12));
  if (row.points.length > 2 && (!isEach || degree === "slight")) return false;
  return row.points.every(
    (_, i, points) =>
      i === 0 ||
      wentSo(points.slice(i - 1, i + 1), { sign, isSize, isSlight: degree === "slight" }, bench) === true,
  );
}

const mostWords = 20;

const unsaying = kindsOf("negation forecast number metric foreign user event compare count");
/** 增速下降时: whatever happens; 降了, 减弱: a whole word all the same. */
const ifSo =
  /^了?(?:时|的时候|的话|往往|通常|一般|会|意味着|说明|代表|并?不)|^ (?:usually|often|can|may|does|do|is|are)(?![a-z])/;
const goesOn = /^[了弱慢缓]/;
const manner =
  /[保维](?=持)|录得|取得|[有所属略稍仍还也都均则又再便就较更正在出现呈继续持并亦这它其那该’'s]|it|they|this|that|then|there|so|yes|no|and/g;

/** 增速明显下降, Margins increased: said of how fast something grew, or of what no claim is of, in a clause that shows nothing. */
function isOfNothingShown(word: Token, part: Part, bench: Bench): boolean {
  const { lower } = bench.input;
  const clause = part.sentence.clauses.find((each) => each.includes(word)) ?? [];
  const behind = lower.slice(word.end, word.end + 8);
  const isWord = word.end - word.start > 1 || goesOn.test(behind);
  if (word.op !== "growth" || !isWord || ifSo.test(behind) || bench.isFact(clause)) return false;
  const rest = clause.filter((each) => each !== word);
  if (
    rest.some(({ kind, op }) => unsaying.has(kind) || op === "asked") ||
    isAskedOnly(clause, word, part.sentence, bench.input)
  )
    return false;
  const before = rest.filter(({ end }) => end <= word.start);
  const nouns = before.flatMap(({ kind, op }) => (kind === "text" ? [op] : [])).join("");
  return (
    nouns.replace(manner, "") !== "" ||
    before.some((each) => each.kind === "direction" && isSpeed(each, lower))
  );
}

/** Judges the words of the part that are such, and says where they begin; what stays open is left to the rules that follow. */
export function checkMovesOverTime(part: Part, bench: Bench): ReadonlySet<number> {
  const { tokens, counts } = part.sentence;
  const { lower } = bench.input;
  const found = new Set<number>();
  if (counts.direction + counts.event === 0) return found;
  let judged = 0;
  for (const [at, each] of tokens.entries()) {
    const way = bench.judged.has(each) ? null : wayOf(each, lower);
    if (way === null || isSpeed(each, lower)) continue;
    if (++judged > mostWords) break;
    const verdict = judgeAt(at, way, part, bench);
    if (verdict === null) {
      if (isOfNothingShown(each, part, bench)) bench.report(each, "direction_unsupported");
      continue;
    }
    for (const one of [each, ...leadOf(tokens, at, lower).filter((noun) => isSpeed(noun, lower))]) {
      bench.judged.add(one);
      found.add(one.start);
    }
    if (!verdict) bench.report(each, "direction_unsupported");
  }
  return found;
}

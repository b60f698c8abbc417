import type { Claim, NumericClaim, ToolCite } from "#contract";
import { roundsTo } from "../../../language/numbers.ts";
import { type Moment, readMoment } from "../../moment.ts";
import { companyKey } from "../../security-code.ts";
import { foreignOwner, type Quantity } from "../binding/quantity.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { claimUnit } from "../tokens/readers/units.ts";
import type { Token, Unit } from "../tokens/token.ts";
import { spokenWindows, windowOfClaim } from "./partial-periods.ts";
import { type Spoken, type SpokenInput, spokenIn } from "./spoken-measures.ts";

/** A numeric claim as the guard compares it. */
export interface BookClaim {
  readonly claim: NumericClaim;
  readonly cite: ToolCite;
  readonly company: string | null;
  readonly unit: Unit;
  readonly asOf: Moment;
  readonly fetchedAt: Moment | null;
  /** Value in the base unit of its dimension, for comparisons. */
  readonly base: number;
  readonly isRealtime: boolean;
  readonly isSigned: boolean;
  /** The stretch of time that it is of beyond its day (近20日), in one spelling, or null. */
  readonly window: string | null;
}

export interface ClaimBook extends Spoken {
  readonly all: readonly BookClaim[];
  /** Claims of the metric, those of a stretch of time only where the text names it; as the previous close, the close of the day before too. */
  of(metric: string): readonly BookClaim[];
  /** Those of stretches that the text does not name too. */
  everyOf(metric: string): readonly BookClaim[];
  /** The one company that all claims, the question or else the text speak of, for what names none. */
  readonly only: string | null;
}

/** The same of what was asked before: most claims of an answer share their company. */
function once<Key, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = of(key);
    known.set(key, value);
    return value;
  };
}

interface EntryReaders {
  readonly lexicon: Lexicon;
  readonly keyOf: (code: string) => string;
}

/** The claim read with the registry, or null where its date or value is none. */
export function entryOf(
  claim: NumericClaim,
  { lexicon: { metrics, wordsOf }, keyOf }: EntryReaders,
): BookClaim | null {
  const { cite } = claim;
  const asOf = readMoment(claim.as_of);
  if (cite.kind !== "tool" || asOf === null || !Number.isFinite(claim.value)) return null;
  const metric = Object.hasOwn(metrics, claim.metric) ? metrics[claim.metric] : undefined;
  const unit = claimUnit(claim.unit ?? metric?.default_unit ?? "");
  return {
    claim,
    cite,
    company: claim.code === null ? null : keyOf(claim.code),
    unit,
    asOf,
    fetchedAt: readMoment(cite.fetched_at),
    base: claim.value * 10 ** unit.exponent,
    isRealtime: metric?.realtime === true,
    isSigned: metric === undefined || metric.signed === true,
    window: windowOfClaim(claim, wordsOf(claim.metric)),
  };
}

/** An index is said to close, to stand and to move with the words of a stock. */
function indexMetrics({ claim, unit }: BookClaim, { closes, priced, changes }: Lexicon): readonly string[] {
  if (!/index|idx/.test(claim.metric)) return [];
  if (unit.dimension === "part") return /ch(?:an)?g|pct/.test(claim.metric) ? changes.percent : [];
  if (unit.dimension !== "点" || /open|high|low|prev|chang/.test(claim.metric)) return [];
  return claim.metric.includes("close") ? [...closes.own] : priced;
}

interface BookInput extends SpokenInput {
  readonly claims: readonly Claim[];
}

/** The weekday before a day; 1970-01-01 was a Thursday. */
const dayBefore = (day: number): number => day - ((day + 3) % 7 === 0 ? 3 : 1);

/** 5月6日收盘价23.17元,5月7日现价23.41元: the close that stands for the one before, where no claim of a company is of that measure itself. */
function closesBefore(all: readonly BookClaim[], { closes, priced }: Lexicon): readonly BookClaim[] {
  const newest = new Map<string | null, number>();
  for (const { claim, company, asOf } of all)
    if (closes.previous.includes(claim.metric)) newest.set(company, Number.NaN);
    else if (priced.includes(claim.metric) || closes.own.has(claim.metric))
      newest.set(company, Math.max(asOf.day, newest.get(company) ?? asOf.day));
  return all.filter(
    ({ claim, company, asOf }) =>
      closes.own.has(claim.metric) && asOf.day === dayBefore(newest.get(company) ?? Number.NaN),
  );
}

const namesOwner = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind }) => kind === "company" || kind === "entity");

export function createBook(
  { claims, lexicon, tokens, lower, question }: BookInput,
  asked: ReadonlySet<string>,
): ClaimBook {
  const { metrics } = lexicon;
  const readers = { lexicon, keyOf: once(companyKey) };
  const all = claims
    .filter((claim) => claim.kind === "numeric")
    .map((claim) => entryOf(claim, readers))
    .filter((entry) => entry !== null);
  const byMetric = new Map<string, BookClaim[]>();
  const put = (key: string, entry: BookClaim): void => {
    const list = byMetric.get(key);
    if (list === undefined) byMetric.set(key, [entry]);
    else list.push(entry);
  };
  for (const entry of all) {
    put(entry.claim.metric, entry);
    for (const key of lexicon.keysOf(entry.claim.metric)) put(key, entry);
    // A metric that the registry lacks is found by the words of what its id says.
    if (!Object.hasOwn(metrics, entry.claim.metric))
      for (const key of indexMetrics(entry, lexicon)) put(key, entry);
  }
  const [first] = all;
  const ofClaims =
    first !== undefined && all.every((entry) => entry.company === first.company) ? first.company : null;
  const [askedFirst = null] = asked;
  // 该股收盘120.50元, asked of another company than the claims are of, is read as that one's.
  const isOther = ofClaims !== null && asked.size > 0 && !asked.has(ofClaims) && !namesOwner(tokens);
  const only = isOther ? null : (ofClaims ?? (asked.size === 1 ? askedFirst : null));
  const everyOf = (metric: string): readonly BookClaim[] => byMetric.get(metric) ?? [];
  const spoken = spokenIn({ question, tokens, lower, lexicon });
  const before = closesBefore(all, lexicon);
  const windows = all.every(({ window }) => window === null) ? null : spokenWindows(tokens, lower);
  const isSaid = ({ window }: BookClaim): boolean => window === null || (windows?.has(window) ?? true);
  const of = (metric: string): readonly BookClaim[] => {
    const own = windows === null ? everyOf(metric) : everyOf(metric).filter(isSaid);
    return before.length > 0 && lexicon.closes.previous.includes(metric) ? [...own, ...before] : own;
  };
  return { ...spoken, all, only, of, everyOf };
}

/** What is counted rather than measured, so that the name of the measure is unit enough: 220,354 shareholders. */
const counted: ReadonlySet<string> = new Set(["户", "家", "条", "日"]);

const isOfSpread = ({ claim: { metric } }: BookClaim): boolean => /spread|diff/.test(metric);

/** Power of ten from the claim's unit to the shown one, or null where the units do not measure the same. */
function shiftTo(entry: BookClaim, shown: Unit | null, hasScale: boolean): number | null {
  const own = entry.unit;
  if (shown === null) {
    if (own.dimension === "CNY") return own.exponent;
    // A bare number says nothing of hands or per cent; ratios, multiples and pure numbers need no unit.
    const needsNone =
      own.dimension === "times" ||
      own.dimension === "" ||
      own.dimension === "点" ||
      counted.has(own.dimension) ||
      (own.dimension === "part" && own.exponent === 0);
    return needsNone && !hasScale ? 0 : null;
  }
  if (own.dimension === shown.dimension) return own.exponent - shown.exponent;
  if (own.dimension === "bp" && shown.dimension === "part") return -4 - shown.exponent;
  if (own.dimension === "bp" && shown.dimension === "points of %") return -2;
  // What lies between two rates is told in points.
  if (own.dimension === "part" && shown.dimension === "points of %" && isOfSpread(entry))
    return own.exponent + 2;
  if (own.dimension === "points of %" && shown.dimension === "bp") return 2;
  if (own.dimension === "part" && shown.dimension === "bp") return own.exponent + 4;
  return own.dimension === "" && shown.dimension === "点" ? 0 : null;
}

export type ValueFault = "unit" | "sign" | "value";

/** Null where the number shown is the claim's, rounded half-up to its decimals, in a unit of the same measure. */
export function valueFault(entry: BookClaim, quantity: Quantity): ValueFault | null {
  const { number, direction, directionIsVerb } = quantity;
  // 涨跌幅为0: nothing is nothing in any unit.
  const isNothing = number.shown.digits === 0n && number.unit === null && entry.claim.value === 0;
  const shift = isNothing ? 0 : shiftTo(entry, number.unit, number.shown.exponent !== 0);
  if (shift === null) return "unit";
  if (number.malformed && number.sign === "") return "value";
  if (number.malformed || (number.sign !== "" && direction < 0)) return "sign";
  if (number.sign === "-" && direction > 0 && directionIsVerb) return "sign";
  if (number.sign === "+" && !entry.isSigned) return "sign";
  const negative = number.sign === "-" || direction < 0;
  if (direction !== 0 && directionIsVerb && !entry.isSigned) return "sign";
  if (roundsTo(entry.claim.value, shift, number.shown, negative)) return null;
  return roundsTo(-entry.claim.value, shift, number.shown, negative) ? "sign" : "value";
}

/** The claims a number may be: its company's claims of its metrics. */
export function candidates(quantity: Quantity, book: ClaimBook): readonly BookClaim[] {
  if (quantity.company === foreignOwner) return [];
  const company = quantity.company ?? book.only;
  const found: BookClaim[] = [];
  for (const metric of quantity.metrics)
    for (const entry of book.everyOf(metric))
      if (entry.company === null || entry.company === company) found.push(entry);
  return found;
}

/** Units that few measures share, so that a number in them needs no other name: 21.35万户. */
const tellingUnits: ReadonlySet<string> = new Set(["户", "家", "条", "点", "shares"]);

/** 亿 and billion: no price and no lots. */
const [hugeExponent, hugeValue] = [8, 1e8];

/** The company's only claim is what a number without a measure is of, where its unit says so, or anything that names the measure. */
function isSole(entry: BookClaim, { number, now }: Quantity, book: ClaimBook, lexicon: Lexicon): boolean {
  const { metric } = entry.claim;
  // 目前1468.10元 is no open and no close of the day before.
  if (now !== "" && [...lexicon.opens, ...lexicon.closes.previous].includes(metric)) return false;
  return (
    tellingUnits.has(entry.unit.dimension) ||
    lexicon.priceLike.has(metric) ||
    (number.sign !== "" && lexicon.changes.percent.includes(metric)) ||
    book.isSpokenOf(metric)
  );
}

/**
 * For a number beside a company and no measure at all: the company's only claim where that can be told, else its price, or its
 * change by the sign.
 */
export function soleClaim(quantity: Quantity, book: ClaimBook, lexicon: Lexicon): readonly BookClaim[] {
  const company = quantity.company ?? book.only;
  const own = book.all.filter((entry) => entry.company === company);
  if (quantity.company === foreignOwner) return [];
  const { unit, sign, shown } = quantity.number;
  const [sole] = own;
  if (own.length === 1 && sole !== undefined && isSole(sole, quantity, book, lexicon)) return own;
  const ofUnit = own.filter((entry) => entry.unit.dimension === unit?.dimension);
  const [first] = ofUnit;
  if (first !== undefined && tellingUnits.has(first.unit.dimension))
    return ofUnit.every(({ claim }) => claim.metric === first.claim.metric) ? ofUnit : [];
  // CMB is the larger: RMB 1.05 trillion: the one measure of all the claims that is so much money.
  if (unit?.dimension === "CNY" && shown.exponent >= hugeExponent && quantity.endsHere) {
    const huge = book.all.filter(
      ({ unit: of, base }) => of.dimension === "CNY" && Math.abs(base) >= hugeValue,
    );
    const isOne = huge.every(({ claim }) => claim.metric === huge[0]?.claim.metric);
    return isOne
      ? huge.filter((entry) => entry.company === company && !book.isPassedOver(entry.claim.metric))
      : [];
  }
  // 东方财富 25.08: decimals and no unit, as a price list writes them.
  const isPrice = unit?.dimension === "CNY" || (unit === null && sign === "" && shown.decimals > 0);
  if (isPrice && shown.exponent === 0) {
    // Without a word of now, and no price now among the claims, it is the close.
    return quantity.now === "" ? pricesOf(company, book, lexicon) : claimsOf(company, lexicon.priced, book);
  }
  return unit?.dimension === "part" && sign !== "" ? claimsOf(company, lexicon.changes.percent, book) : [];
}

/** Claims of the metrics for one company, for comparisons. */
export function claimsOf(company: string | null, metrics: readonly string[], book: ClaimBook): BookClaim[] {
  const owner = company ?? book.only;
  const found: BookClaim[] = [];
  for (const metric of metrics)
    for (const entry of book.of(metric)) if (entry.company === owner) found.push(entry);
  return found;
}

/** The prices now of the company; its closes where the claims hold none. */
export function pricesOf(
  company: string | null,
  book: ClaimBook,
  { priced, closes }: Lexicon,
): readonly BookClaim[] {
  const now = claimsOf(company, priced, book);
  return now.length > 0 ? now : claimsOf(company, [...closes.own], book);
}

/**
 * The short way for what most answers are: rows as the formatter writes them, and nothing else.
 *
 *     贵州茅台(600519.SH) 当前价 ¥1801.23,涨跌幅 -2.18%(akshare, 2026-05-07 10:32)
 *
 * A text is plain where every line names its company (or goes on with that of the line before), then measures with their values, then
 * source and date in brackets, and where each value is exactly that of a claim of this company, measure, unit, source and date. Such a text is
 * true whatever was asked. Anything else, and anything wrong, is left to the full reading: this reader never refuses.
 */
import type { Claim } from "#contract";
import { roundsTo } from "../../language/numbers.ts";
import { type Moment, readMoment } from "../moment.ts";
import { companyKey, exchangeOf } from "../security-code.ts";
import { isCurrent, isTimeOf } from "./claims/calendar-match.ts";
import { type BookClaim, entryOf } from "./claims/claim-book.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { fold } from "./lexicon/metric-keys.ts";
import type { Match } from "./lexicon/trie.ts";
import { readUnit } from "./tokens/readers/units.ts";
import type { Unit } from "./tokens/token.ts";

interface PlainText {
  /** The normalised text in lower case. */
  readonly lower: string;
  readonly claims: readonly Claim[];
  readonly lexicon: Lexicon;
  readonly now: Moment;
}

const code = / ?\((\d{6}(?:\.(?:sh|sz|bj))?)\)/y;
const between = / ?[:：]? ?/y;
const value =
  /((?:(?<![a-z\d])[+-])?)(¥?)(0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,14})(?:\.(\d{1,6}))?(?![.,]?\d)/y;
const cite = / ?\(([a-z]{2,20})[,，] ?(\d{4}-\d\d-\d\d)(?: (\d\d):(\d\d)(?::(\d\d))?)?\)/y;
const comma = /[,，、] ?/y;
const end = /[。;；]?(?:\n|$)|[,，;；] ?/y;

/** The pattern's match at the index, or null. */
function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Claims whose own fields the row would have to tell too: a stretch, an adjustment, a close not confirmed yet. */
const saysMore = ({ claim, window }: BookClaim): boolean =>
  window !== null ||
  claim.period !== undefined ||
  claim.provisional === true ||
  (claim.adjust ?? "none") !== "none";

/**
 * True for a word that is the claim's measure and nothing beside it: neither a verb (报) nor a direction (下跌, 净流出). Of a signed
 * measure and of an index, which is said to close with the words of a stock, only the word that we print.
 */
function isNameOf({ entry }: Match, word: string, { claim, unit }: BookClaim, { metrics }: Lexicon): boolean {
  const own = Object.hasOwn(metrics, claim.metric) ? metrics[claim.metric] : undefined;
  if (own === undefined || entry.sign !== 0 || entry.op.includes("verb")) return false;
  const printed = own.signed || unit.dimension === "点" ? [own.zh[0], own.en[0]] : null;
  return printed === null || printed.some((each) => each !== undefined && fold(each) === word);
}

interface ShownValue {
  readonly digits: bigint;
  readonly decimals: number;
  readonly sign: string;
  /** The power of ten of the unit as it is written: 8 for 亿. */
  readonly exponent: number;
  readonly unit: Unit | null;
  readonly end: number;
}

/** Reads `¥1,801.23`, `-2.18%`, `2.26万亿元`; null for no number, one with zeros in front, or one with two currencies. */
function readValue(lower: string, index: number): ShownValue | null {
  const number = at(value, lower, index);
  if (number === null) return null;
  const [, sign = "", yuan = "", whole = "", decimals = ""] = number;
  const { unit, exponent, end: behind } = readUnit(lower, value.lastIndex);
  if (yuan !== "" && unit !== null && unit.dimension !== "CNY") return null;
  return {
    digits: BigInt(whole.replaceAll(",", "") + decimals),
    decimals: decimals.length,
    sign,
    exponent,
    unit: yuan === "" ? unit : { dimension: "CNY", exponent: 0 },
    end: behind,
  };
}

/** The claim has this value in a unit of its measure, and may be told as of now where its measure says so. */
function isShownBy(
  { claim, unit, isSigned, isRealtime, asOf }: BookClaim,
  shown: ShownValue,
  now: Moment,
): boolean {
  if ((shown.unit?.dimension ?? "") !== unit.dimension || (shown.sign === "+" && !isSigned)) return false;
  const shift = unit.exponent - (shown.unit?.exponent ?? 0);
  return roundsTo(claim.value, shift, shown, shown.sign === "-") && (!isRealtime || isCurrent({ asOf }, now));
}

/** Goes through a text row by row; each step is false or null where the text is not plain. */
class RowReader {
  readonly #text: PlainText;
  readonly #claims: readonly BookClaim[];
  /** The claims of the company that the row is about. */
  #own: readonly BookClaim[] = [];
  #index = 0;

  constructor(text: PlainText) {
    this.#text = text;
    const readers = { lexicon: text.lexicon, keyOf: companyKey };
    this.#claims = text.claims
      .filter((claim) => claim.kind === "numeric")
      .map((claim) => entryOf(claim, readers))
      .filter((entry): entry is BookClaim => entry !== null && !saysMore(entry));
  }

  isPlain(): boolean {
    const { lower } = this.#text;
    while (this.#index < lower.length) if (!this.#row()) return false;
    return lower.length > 0;
  }

  /** Moves behind the pattern where it stands here. */
  #take(pattern: RegExp): RegExpExecArray | null {
    const match = at(pattern, this.#text.lower, this.#index);
    if (match !== null) this.#index = pattern.lastIndex;
    return match;
  }

  #row(): boolean {
    if (!this.#company()) return false;
    this.#take(between);
    const shown: (readonly BookClaim[])[] = [];
    do {
      const claims = this.#measure();
      if (claims.length === 0) return false;
      shown.push(claims);
    } while (this.#take(comma) !== null);
    return this.#cite(shown) && this.#take(end) !== null;
  }

  /** The company and its code; a row without one goes on with that of the row before. */
  #company(): boolean {
    const { lower, lexicon } = this.#text;
    const match = lexicon.match(lower, this.#index);
    if (match?.entry.kind !== "company") return this.#own.length > 0;
    const { op, source } = match.entry;
    this.#index = match.end;
    this.#own = this.#claims.filter(({ company }) => company === op);
    const shown = this.#take(code)?.[1]?.toUpperCase();
    const exchange = shown === undefined ? undefined : exchangeOf(shown);
    const isOther = shown !== undefined && companyKey(shown) !== op;
    const isElsewhere = exchange !== undefined && exchange !== lexicon.exchange(op);
    return this.#own.length > 0 && source === "" && !isOther && !isElsewhere;
  }

  /** A measure and its value: the claims of the company that they show. */
  #measure(): readonly BookClaim[] {
    const { lower, lexicon, now } = this.#text;
    const match = lexicon.match(lower, this.#index);
    if (match?.entry.kind !== "metric") return [];
    const word = lower.slice(this.#index, match.end);
    this.#index = match.end;
    this.#take(between);
    const shown = readValue(lower, this.#index);
    if (shown === null) return [];
    this.#index = shown.end;
    return this.#own.filter(
      (entry) =>
        match.entry.metrics.includes(entry.claim.metric) &&
        isNameOf(match, word, entry, lexicon) &&
        isShownBy(entry, shown, now),
    );
  }

  /** Source, day and time in brackets: each value of the row has a claim that is of all of them. */
  #cite(shown: readonly (readonly BookClaim[])[]): boolean {
    const match = this.#take(cite);
    if (match === null) return false;
    const [, source, date, hour, minute, second] = match;
    const day = readMoment(date)?.day;
    const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
    const time = hour === undefined ? null : { seconds, precision: second === undefined ? 60 : 1 };
    const isCited = (entry: BookClaim): boolean =>
      entry.cite.source.toLowerCase() === source &&
      entry.asOf.day === day &&
      (time === null || isTimeOf(time, entry));
    return shown.every((claims) => claims.some(isCited));
  }
}

/** True where the text is nothing but plain rows, each borne out by a claim. */
export const isPlain = (text: PlainText): boolean => new RowReader(text).isPlain();

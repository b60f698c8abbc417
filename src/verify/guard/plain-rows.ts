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
import { companyKey } from "../security-code.ts";
import { isCurrent, isTimeOf } from "./claims/calendar-match.ts";
import { type BookClaim, entryOf } from "./claims/claim-book.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { fold } from "./lexicon/metric-keys.ts";
import type { Match } from "./lexicon/trie.ts";
import { readUnit } from "./tokens/units.ts";

interface PlainText {
  /** The normalised text in lower case. */
  readonly lower: string;
  readonly claims: readonly Claim[];
  readonly lexicon: Lexicon;
  readonly now: Moment;
}

/** A measure with its value as it is shown, before its cite has been read. */
interface Shown {
  readonly fits: readonly BookClaim[];
}

const code = / ?\((\d{6})(?:\.(sh|sz|bj))?\)/y;
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
const saysMore = ({ claim, window, unit }: BookClaim): boolean =>
  window !== null ||
  claim.period !== undefined ||
  claim.provisional === true ||
  (claim.adjust ?? "none") !== "none" ||
  unit.dimension === "点";

/** True for a word that is the measure and nothing beside it: neither a direction (下跌, 净流出) nor a verb (报). */
function isNameOf({ entry }: Match, word: string, metric: string, { metrics }: Lexicon): boolean {
  const own = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
  if (own === undefined || entry.sign !== 0 || entry.op.includes("verb")) return false;
  return (
    !own.signed || [own.zh[0], own.en[0]].some((printed) => printed !== undefined && fold(printed) === word)
  );
}

/** True where the text is nothing but plain rows, each borne out by a claim. */
export function isPlain({ lower, claims, lexicon, now }: PlainText): boolean {
  const readers = { lexicon, keyOf: companyKey };
  const entries: BookClaim[] = [];
  for (const claim of claims) {
    const entry = claim.kind === "numeric" ? entryOf(claim, readers) : null;
    if (entry !== null && !saysMore(entry)) entries.push(entry);
  }
  let company: readonly BookClaim[] = [];
  let index = 0;

  const readCompany = (): boolean => {
    const match = lexicon.match(lower, index);
    if (match?.entry.kind !== "company") return company.length > 0;
    const { op, source } = match.entry;
    company = entries.filter((entry) => entry.company === op);
    index = match.end;
    const shown = at(code, lower, index);
    if (shown !== null) {
      index = code.lastIndex;
      const [, digits, exchange] = shown;
      if (digits !== op || (exchange !== undefined && exchange.toUpperCase() !== lexicon.exchange(op)))
        return false;
    }
    return company.length > 0 && source === "";
  };

  const readShown = (): Shown | null => {
    const match = lexicon.match(lower, index);
    if (match?.entry.kind !== "metric") return null;
    const word = lower.slice(index, match.end);
    if (at(between, lower, match.end) === null) return null;
    const number = at(value, lower, between.lastIndex);
    if (number === null) return null;
    const [, sign = "", yuan = "", whole = "", decimals = ""] = number;
    const read = readUnit(lower, value.lastIndex);
    if (yuan !== "" && read.unit !== null && read.unit.dimension !== "CNY") return null;
    const unit = yuan === "" ? read.unit : { dimension: "CNY", exponent: 0 };
    const digits = BigInt(whole.replaceAll(",", "") + decimals);
    index = read.end;
    const fits = company.filter((entry) => {
      if (
        !match.entry.metrics.includes(entry.claim.metric) ||
        !isNameOf(match, word, entry.claim.metric, lexicon)
      )
        return false;
      if ((unit?.dimension ?? "") !== entry.unit.dimension || (sign === "+" && !entry.isSigned)) return false;
      if (entry.isRealtime && !isCurrent(entry, now)) return false;
      const shift = entry.unit.exponent - (unit?.exponent ?? 0);
      const shown = { digits, decimals: decimals.length, exponent: read.exponent };
      return roundsTo(entry.claim.value, shift, shown, sign === "-");
    });
    return fits.length === 0 ? null : { fits };
  };

  const readCite = (all: readonly Shown[]): boolean => {
    const match = at(cite, lower, index);
    if (match === null) return false;
    const [, source, date, hour, minute, second] = match;
    const day = readMoment(date)?.day;
    const time =
      hour === undefined
        ? null
        : {
            seconds: Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0),
            precision: second === undefined ? 60 : 1,
          };
    index = cite.lastIndex;
    return all.every(({ fits }) =>
      fits.some(
        (entry) =>
          entry.cite.source.toLowerCase() === source &&
          entry.asOf.day === day &&
          (time === null || isTimeOf(time, entry)),
      ),
    );
  };

  while (index < lower.length) {
    if (!readCompany()) return false;
    index = at(between, lower, index) === null ? index : between.lastIndex;
    const all: Shown[] = [];
    do {
      const shown = readShown();
      if (shown === null) return false;
      all.push(shown);
      if (at(comma, lower, index) === null) break;
      index = comma.lastIndex;
    } while (index < lower.length);
    if (!readCite(all) || at(end, lower, index) === null) return false;
    index = end.lastIndex;
  }
  return index > 0;
}

/** Words that are a share of something where they stand so, and something else elsewhere: a further quarter, 一成, 近半. */
import { pattern } from "../../lexicon/patterns.ts";
import { type Token, token } from "../token.ts";

const shared =
  "upside|downside|gains?|loss(?:es)?|value|valuation|rise|fall|drop|rally|advance|decline|peak|high|price|shares?|stock|market|ground|moves?|climb|returns?|potential|room|headroom|cap|profits?|revenue|sales|increase|upward|downward";
const between =
  "(?:of|in|the|its|their|this|that|our|all|any|more|further|extra|additional|potential|possible|year's|price|market)";
/** quarter of the value, quarter more upside, quarter to run */
const afterQuarter = pattern`^quarter(?: of(?: ${between}){0,2} (?:${shared})(?![a-z])|(?: ${between}){0,2} (?:upside|downside|potential|headroom)(?![a-z])|[- ]point| to (?:run|go|fall|drop|rise|climb|gain|lose)(?![a-z]))`;
/** further quarter; the quarter of a year has its own words: this quarter, last quarter's. */
const beforeQuarter =
  /(?:further|another|additional|extra|one|full|good|whole|some|nearly|almost|about|roughly|around|over|under|up|down|by|than|least|most|remaining|half or|third or)(?: an?| the)? $/;
const ofCalendar =
  /^quarter(?:'s|s|ly|[- ]end|[- ]on[- ]|[- ]over[- ]|[- ]to[- ]date| (?:report|results|ended|ending|end)(?![a-z]))/;
/** One quarter is a short window, covers one quarter only, one quarter of losses at the head of a sentence: of a year. */
const ofYear =
  /^quarter(?: (?:only|alone|at a time)(?![a-z])| (?:is|isn't|is not|was|wasn't) (?:not |only |just |rarely |never )?(?:an?|too|enough|no|much|representative) | (?:does not|doesn't|says|tells|can't|cannot|rarely|never) |(?=[.,;)!\n]|$))/;
const oneHead = /(?:^|[.!?;:,\n*>-] ?)(?:but |and |so |also )?one $/;
const oneOf = /^quarter of (?:data|losses|results|figures|numbers|history|earnings)(?![a-z])/;
/** covers one quarter., for just one quarter. */
const oneSpanned =
  /(?<![a-z])(?:cover(?:s|ed|ing)?|span(?:s|ning)?|reflects?|(?<!account(?:s|ed|ing)? )for|based on) (?:just |only |but )?one $/;
const quartersBefore =
  /(?<![a-z])(?:coming|next|earlier|recent|past|previous|prior|following|later|other|future|subsequent|more|individual|separate|these|those|across|between) $/;

/** A quarter or quarters of a year, though the words may be a share. */
function isOfYear(lower: string, at: number, ahead: string): boolean {
  const before = lower.slice(Math.max(0, at - 30), at);
  if (ahead.startsWith("quarters"))
    return quartersBefore.test(before) && !/^quarters of (?!data)/.test(ahead);
  const isAlone = ofYear.test(ahead);
  if (!/one $/.test(before)) return false;
  if (/^quarter(?:[.,;)!\n]|$)/.test(ahead)) return oneSpanned.test(before);
  return (
    (isAlone && (oneHead.test(before) || oneSpanned.test(before))) ||
    (oneHead.test(before) && oneOf.test(ahead))
  );
}

const hanShare =
  /^(?:一成(?![不长立功为熟本份分员果])|[近小少泰]半(?![年月天日周点个小截路])|[近小少泰]半个?(?:仓|身家|涨幅|跌幅|市值|空间))/;

export const shareStarts = "q有一近小少泰";

/** An amount in words that a claim must hold. */
export function readShare(lower: string, at: number): Token | null {
  const first = lower.charAt(at);
  if (first === "q") {
    const ahead = lower.slice(at, at + 60);
    if (isOfYear(lower, at, ahead))
      return token("text", at, at + (ahead.startsWith("quarters") ? 8 : 7), { op: "quarter" });
    const isQuarter = /^quarter(?![a-z])/.test(ahead);
    if (!isQuarter || ofCalendar.test(ahead)) return null;
    const isShare = afterQuarter.test(ahead) || beforeQuarter.test(lower.slice(Math.max(0, at - 16), at));
    return isShare ? token("quantity", at, at + 7, { op: "quarter" }) : null;
  }
  // 还有一倍空间: the numeral is the amount's.
  if (first === "有")
    return /^有一[成半倍亿万千百十点分]/.test(lower.slice(at, at + 3))
      ? token("fill", at, at + 1, { op: first })
      : null;
  const share = hanShare.exec(lower.slice(at, at + 8))?.[0];
  return share === undefined ? null : token("quantity", at, at + 2, { op: share });
}

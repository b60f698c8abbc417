/** Which words of a sentence compare: 超过 before a company or a measure, not before a number that it only bounds. */

import { averagesOp } from "../tokens/measures/averages.ts";
import { kindsOf, type Token, upTo } from "../tokens/token.ts";
import { type ComparisonInput, clauseStart, type Spot, sides } from "./comparison-sides.ts";

/** Words that `judgeComparisons` may have to judge. */
export const isComparisonWord = ({ kind, op }: Token): boolean =>
  kind === "compare" || kind === "superlative" || kind === "vague" || (kind === "join" && op === "next");

/** 收盘价接近,分别为…: nothing stands behind it that it could be near to. */
const isAtEnd = ({ flat, at }: Spot): boolean => {
  const [next] = flat.slice(at + 1, at + 3).filter(({ op }) => op !== "了");
  return next === undefined || next.kind === "clause" || next.kind === "open" || next.op === ":";
};

/** The next number is of a claim, before any clause ends. */
function isValueNear(flat: readonly Token[], at: number, settled: ComparisonInput["settled"]): boolean {
  const near = flat.slice(at + 1, at + 9);
  const number = upTo(near, ({ kind }) => kind === "clause").find(({ kind }) => kind === "number");
  return number !== undefined && settled.get(number)?.entry != null;
}

const bare: ReadonlySet<string> = new Set(["fill", "text", "clause", "realtime"]);

/** 超过了,工商银行PE…: of the number that was asked about. */
export const isVagueAnswer = ({ flat, at }: Spot): boolean =>
  flat[at]?.kind === "vague" &&
  /^[<>]$/.test(flat[at]?.op ?? "") &&
  isAtEnd({ flat, at }) &&
  flat.slice(0, at).every(({ kind }) => bare.has(kind));

/** A comparison word; 超过 is one where it stands before a company or a measure, not before a number. */
export function isComparison(
  flat: readonly Token[],
  at: number,
  { lower, settled }: ComparisonInput,
): boolean {
  const each = flat[at];
  if (each === undefined || !isComparisonWord(each)) return false;
  // under 5 yuan, less than the 30 you mentioned, where that is the user's number.
  const isThat = flat[at + 1]?.op === "the";
  const beside = isThat ? flat[at + 2] : flat[at + 1];
  // more than the 601,800 of 2025-12-31
  if (each?.kind === "vague" && isThat && beside?.kind === "number" && settled.get(beside)?.entry != null)
    return /^[<>]$/.test(each.op);
  if (each?.kind === "vague" && beside?.kind === "number" && /^[<>]$/.test(each.op))
    return settled.get(beside)?.entry === null && settled.get(beside)?.isJudged !== true;
  // and the stock is under it
  if (each?.kind === "vague" && flat[at + 1]?.op === "it" && /^[<>]$/.test(each.op)) return true;
  // 毛利率之比:A28.71%,B25.96%: the name of what follows.
  if (each.op === "than" && lower.charAt(each.start - 1) === "之" && flat[at + 1]?.op === ":") return false;
  if (isInRemark(flat, at, lower) || isOfCode(each, lower) || isOfSession(each, lower)) return false;
  if (each?.kind === "join") return each.op === "next";
  if (each?.kind === "vague" && each.op === "~" && isAtEnd({ flat, at }))
    return flat.some(
      ({ kind, op }) => kind === "company" || kind === "count" || kind === "metric" || /^[两二]者$/.test(op),
    );
  if (each?.kind !== "vague") return each?.kind === "compare" || each?.kind === "superlative";
  if (isVagueAnswer({ flat, at })) return true;
  const next = flat.slice(at + 1, at + 4).find((one) => one.kind !== "fill" && one.kind !== "text");
  if (each.op === "" || next === undefined) return false;
  // 超过2024年的1741.44亿元: the value of another day.
  const isOfDay = (next.kind === "date" || next.kind === "relative") && isValueNear(flat, at, settled);
  return isOfDay || sides.has(next.kind) || next.kind === "user" || next.op === averagesOp;
}

/** the session is not over: it goes on. */
const isOfSession = ({ start, end }: Token, lower: string): boolean =>
  lower.slice(start, end) === "not over" &&
  /(?:session|trading|market|day) is(?: still| currently)? $/.test(
    lower.slice(Math.max(0, start - 24), start),
  );

/** the company behind 601360, the firm behind the ticker 601360: whose code it is. */
const isOfCode = ({ start, end }: Token, lower: string): boolean =>
  end - start === 6 &&
  /(?<![a-z])(?:company|firm|business|issuer) behind$/.test(lower.slice(Math.max(0, end - 16), end)) &&
  /^ (?:the )?(?:(?:stock )?(?:code|ticker|symbol) )?\d{6}(?!\d)/.test(lower.slice(end, end + 26));

// 52周的高点没有查到, 没有取到历史低点: an extreme that is said not to be at hand is none that was reached.

const behind =
  /^(?:[价位]|数据|数值|信息)?(?:[和与及、或](?:近?\d{1,2}周)?(?:最[高低][价点]?|[高低]点|新[高低]))?(?:的?(?:具体)?(?:数据|数值|信息|位置|价格))?(?:我|我们|这里|此处|这边|这次|本次|此次|暂时|目前|今天|暂|也|都|均|还|尚|则){0,3}(?:(?:没有?|未能?|无法)(?:能|被|成功)?(?:数据|查|取|找|拿|获|返回|检索)[到询得取]{0,2}|[查取找拿]不到)(?=$|[,，。;；!！?？、)）\n])/;
const before =
  /(?:没有?|未能?|无法)(?:能|被|成功)?(?:查|取|找|拿|获|返回|检索)[到取得询回]{0,2}(?:近?\d{1,2}周|历史|年内|其|该股|它)?的?(?:最?[高低][点价][和与及、])?$/;
const reach = 24;

/** The all-time high isn't in my data, 52-week highs and CSI 300 figures are not available here. */
const behindEnglish =
  /^(?:(?!(?:is|are|was|were|has|have|had)(?![a-z]))[^.;:!?\n]){0,48}(?<![a-z])(?:isn't|is not|aren't|are not) (?:in (?:my|the|this|these) (?:data|records?|feed|figures|source)|available|covered|included|provided|at hand|shown)(?= ?(?:[,.;:)\n]|$)| (?:here|yet|at the moment|right now|for now|(?:in|by) (?:my|the|this|these) (?:data|records?|feed|figures|source))(?![a-z]))/;
/** Its dividend record did not come back; what a record dividend did is another thing. */
const notCome =
  /^s?(?: (?:of|for|before|since) [a-z' ]{1,24})? (?:(?:did|does|do|ha[sd]|have|could|can)(?: not|n't)|cannot|failed to) (?:come (?:back|through)|load|return|arrive|appear|(?:be )?(?:retrieved|found|fetched|loaded|returned))(?![a-z])/;
/** could not retrieve its price record */
const notGot =
  /(?<![a-z])(?:(?:could|can|did)(?: not|n't)|cannot|unable to|failed to) (?:retrieve|fetch|find|get|load|obtain|pull)(?: (?!a |an |new )[a-z']{2,14}){1,3} $/;
const reachEnglish = 96;

/** 创新高没有查到原因, is a 52-week high: it was reached. */
const reached =
  /(?:创|刷新|突破|触及|达到|录得)[^,，。;；]{0,6}$|(?<![a-z])(?:is|was|at|hits?|sets?|reached|made|makes|touched|to|new|fresh|an?) (?:(?:an?|its|the) )?$/;

export const isMissing = ({ start, end }: Token, lower: string): boolean =>
  !reached.test(lower.slice(Math.max(0, start - reach), start)) &&
  (behindEnglish.test(lower.slice(end, end + reachEnglish)) ||
    notCome.test(lower.slice(end, end + reachEnglish)) ||
    notGot.test(lower.slice(Math.max(0, start - reachEnglish), start)) ||
    behind.test(lower.slice(end, end + reach)) ||
    before.test(lower.slice(Math.max(0, start - reach), start)));

// hardly below, no longer above: neither that it is nor that it is not, which no claim bears out.

const weighed = /(?:hardly|barely|scarcely|no longer|anything but|far from|nowhere near) $/;
const weighedReach = 14;

export const isWeighed = ({ start }: Token, lower: string): boolean =>
  weighed.test(lower.slice(Math.max(0, start - weighedReach), start));

/** Ranked by P/E: …, ranking the three from high to low: the order is judged by its own words, or as that of the list (rules/rank-headings.ts). */
export const saysOrder = ({ flat, at }: Spot, lower: string): boolean => {
  const said = lower.slice(flat[at]?.start ?? 0, (flat[at]?.start ?? 0) + 80);
  return (
    /^rank(?:ed|ing) (?:by|on) [^.;:,\n]{1,60}[:,\n]/.test(said) ||
    (said.startsWith("rank") && flat.slice(at + 1).some(({ op }) => op === "asc" || op === "desc"))
  );
};

const toldOn =
  /(?<![a-z])(?:(?:last|latest|most recent|newest) [a-z ]{2,24} on|for the|according to (?:the|my|our)(?: latest)?) $/;
const toldBy =
  /^s? (?:says?|shows?|ha(?:s|ve)|holds?|lists?|gives?|puts?|reads?|dated|on hand|at hand)(?![a-z])/;
const toldUnlike =
  /(?:not|n't|never) (?:match|agree with|fit|bear out)(?: with)? (?:the|my|our) $|differs? from (?:the|my|our) $/;
const ownRecord = /(?<![a-z])(?:the|my|our|this|that|[a-z]+share|checked (?:the|my|our)) $/;

/** The last close on record, for the record, the record shows, your 50% does not match the record: the data at hand. */
export function isOnRecord({ flat, at }: Spot, lower: string): boolean {
  const { start = 0, end = 0 } = flat[at] ?? {};
  const before = lower.slice(Math.max(0, start - 48), start);
  // Only what is the user's can be unlike it.
  const isUsers = toldUnlike.test(before) && flat.slice(0, at).some(({ kind }) => kind === "user");
  const isShown = end - start === 6 && ownRecord.test(before) && toldBy.test(lower.slice(end, end + 12));
  return isUsers || isShown || toldOn.test(before);
}

/** I don't have a 52-week high: what is said not to be at hand. */
export const isNotHad = ({ start }: Token, lower: string): boolean =>
  /(?:do not|don't|does not|doesn't|didn't) (?:currently )?have(?: (?:an?|the|its|any))? ?$/.test(
    lower.slice(Math.max(0, start - 40), start),
  );

// 市净率偏低不必然代表低估, 通常意味着市场预期较高, a touch is not the same as a break, best read together with volume: remarks on such things in general.

/** A remark with any of these speaks of what is at hand. */
const particular = kindsOf(
  "company entity number count quantity date relative window realtime pair user scope",
);
const remarkReach = 90;

const measured = /^(?:偏|较|过|很)?[高低大小](?:时|本身)?$/;
const needNot =
  /^(?:也|并|绝)?(?:不必然|不一定|未必|不等于|不等同于?|不代表|不意味着?|不能说明|不能简单地?|不能直接|不应简单|不宜简单|不宜直接)[^,，。;；]{0,8}(?:便宜|低估|高估|昂贵|贵|划算|安全)(?=[,，。;；!！\n]|$)/;

/** Of the guess behind it: 较高, not 较高于. */
const guessed =
  /(?:通常|往往|一般|多半|常常|大多)(?:会|也|都)?(?:意味着?|反映|说明|对应|代表|体现)[了着]?(?:的是)?[^。;；]{0,24}(?:预期|期望|期待|基数)(?:相对|也|都)?$/;
const atHand = /它|该[股司]|公司的|同行|同业|历史|股价|均线|当前|目前|超过|高于|低于/;

const unlikeBefore =
  /(?:^|[.;,:\n] ?|(?<![a-z])(?:that|so|but|and|as) )(?:an? |being |trading |any |one )(?:(?!(?:it|its|which|that|and|the stock)(?![a-z]))[a-z'/-]+ ){1,8}(?:is|are)(?: simply| quite)? not (?:quite |exactly |necessarily )?(?:the )?$/;
const unlikeBehind = /^ (?:an? |being |staying |any )/;

const advised = /(?:(?:is|are|be|it's)|(?<![a-z])(?:usually|generally|often|always)) $/;
const advice =
  /^ (?:(?:read|used|viewed|interpreted|seen|considered|judged|understood|assessed|looked at|combined|paired|weighed)(?: (?:together|alongside|along|in (?:combination|conjunction|context|tandem))| with| next to| over)|to (?:read|use|look at|view|consider|combine|pair|check|weigh) )/;

/** The word at the index belongs to such a remark and compares nothing that is at hand. */
function isInRemark(flat: readonly Token[], at: number, lower: string): boolean {
  const word = flat[at];
  if (word === undefined) return false;
  // (Source: akshare, 16 June 2026.) Bear in mind…: behind the bracket that ends with its own full stop.
  const from = Math.max(
    clauseStart(flat, at),
    flat.slice(0, at).findLastIndex(({ kind }) => kind === "close") + 1,
  );
  const end = flat.findIndex(({ kind }, i) => i > at && kind === "clause");
  const own = flat.slice(from, end < 0 ? flat.length : end);
  if (own.some(({ kind }) => particular.has(kind))) return false;
  const start = flat[from]?.start ?? word.start;
  const before = lower.slice(Math.max(start, word.start - remarkReach), word.start);
  const behind = lower.slice(word.end, word.end + remarkReach);
  const said = lower.slice(word.start, word.end);
  if (said === "best")
    return /^ (?:regards|wishes)/.test(behind) || (advised.test(before) && advice.test(behind));
  if (said === "same as") return unlikeBefore.test(before) && unlikeBehind.test(behind);
  if (!measured.test(said)) return false;
  const isOfMeasure = flat[at - 1]?.kind === "metric" && !own.slice(0, at - from - 1).some(isTold);
  if (needNot.test(behind)) return isOfMeasure && !atHand.test(before);
  return guessed.test(before) && !atHand.test(before);
}

const isTold = ({ kind }: Token): boolean => kind !== "fill" && kind !== "text" && kind !== "join";

import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token } from "../token.ts";

/** Measures that the rest of their sentence makes one of two: traded between … over the past 52 weeks, the 23.5th percentile. */
const dayRange = "~range_day";
const yearRange = ["~range_52w"];
const ofYear = /(?:52|fifty-two)[- ]weeks?(?![a-z])|52周/;
const rangeReach = 80;

/** Over the past 52 weeks it has traded between…: the range of the stretch that its sentence names. */
function isOfYear({ start, end, metrics }: Token, lower: string): boolean {
  if (!metrics.includes(dayRange)) return false;
  const before =
    lower
      .slice(Math.max(0, start - rangeReach), start)
      .split(/[。;；!?\n]|\.(?!\d)/)
      .at(-1) ?? "";
  const after = lower.slice(end, end + rangeReach).split(/[。;；!?\n]|\.(?!\d)/)[0] ?? "";
  return ofYear.test(before) || ofYear.test(after);
}

const isPercentile = ({ metrics }: Token): boolean =>
  metrics.includes("~pe_percentile") && metrics.includes("~pb_percentile");
/** Tokens before a percentile among which the measure that it ranks may stand. */
const rankReach = 14;

/** 市净率处于历史23.5%分位: the percentile of the measure that its sentence names last; of another than P/E and P/B none is known. */
function rankedBy(tokens: readonly Token[], at: number, lexicon: Reading["lexicon"]): Token | null {
  const each = tokens[at];
  if (each === undefined || !isPercentile(each)) return null;
  const near = tokens.slice(Math.max(0, at - rankReach), at);
  const own = near.slice(1 + near.findLastIndex(({ kind }) => kind === "break" || kind === "line"));
  const ranked = own.findLast(
    (one) => one.kind === "foreign" || (one.kind === "metric" && !one.op.endsWith("verb")),
  );
  if (ranked?.kind !== "metric" || isPercentile(ranked)) return null;
  const isOf = (word: string) => {
    const metrics = lexicon.match(word, 0)?.entry.metrics ?? [];
    return ranked.metrics.some((metric) => metrics.includes(metric));
  };
  if (isOf("p/e")) return { ...each, metrics: ["~pe_percentile"] };
  return isOf("p/b") ? { ...each, metrics: ["~pb_percentile"] } : { ...each, kind: "foreign", metrics: [] };
}

/** The token with the one measure that its sentence makes it, or null where it stays what it is. */
export function toldBySentence(
  tokens: readonly Token[],
  at: number,
  { lower, lexicon }: Pick<Reading, "lower" | "lexicon">,
): Token | null {
  const each = tokens[at];
  if (each !== undefined && isOfYear(each, lower)) return { ...each, metrics: yearRange };
  return rankedBy(tokens, at, lexicon);
}

/** 现金流高于利润, the profit is below the cash flow: of a comparison the nouns alone, where the text has named one such measure before. */
const bareNouns: readonly (readonly [noun: RegExp, of: RegExp])[] = [
  [/^(?:现金流|cash flow)$/, /现金流(?:量?净额)?$|cash flow$/],
  [/^(?:利润|profit)$/, /净利润?$|net profit$/],
];
const mayBeBare = rare(/利润|现金流|profit|cash flow/);
const besideNoun = /(?:^|[\s,，。;；、(（]|同期的?|其|[于过]|(?<![a-z])(?:the|its) )$/;
const nounEnds = /^(?:$|[\s,，。;；、.()（）]|[高低大小多少]|超过|不及|也|略|明显)/;

const isPart = ({ kind }: Token): boolean => kind !== "fill";
const nearNoun = 4;

export function readBareNouns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayBeBare.test(lower)) return tokens;
  const named: (Token | undefined)[] = bareNouns.map(() => undefined);
  const isOne = bareNouns.map(() => true);
  const read: Token[] = [];
  let isChanged = false;
  for (const [at, each] of tokens.entries()) {
    const { kind, start, metrics } = each;
    if (kind === "metric")
      for (const [i, [, of]] of bareNouns.entries())
        if (of.test(lower.slice(start, each.end))) {
          isOne[i] &&= named[i] === undefined || named[i]?.metrics.join() === metrics.join();
          named[i] ??= each;
        }
    // 利润 is two words.
    const last = kind === "text" && lower.startsWith("利润", start) ? at + 1 : at;
    const end = tokens[last]?.end ?? each.end;
    const noun =
      kind === "foreign" || kind === "text"
        ? bareNouns.findIndex(([word]) => word.test(lower.slice(start, end)))
        : -1;
    const measure = named[noun];
    const before = tokens.slice(Math.max(0, at - nearNoun), at).findLast(isPart);
    const after = tokens.slice(last + 1, last + 1 + nearNoun).find(isPart);
    const isBare =
      measure !== undefined &&
      isOne[noun] === true &&
      (before?.kind === "compare" || after?.kind === "compare" || after?.kind === "vague") &&
      nounEnds.test(lower.slice(end, end + 2)) &&
      besideNoun.test(lower.slice(Math.max(0, start - reach), start));
    if (isBare) read.push({ ...measure, start, end });
    else if ((read.at(-1)?.end ?? 0) <= start) read.push(each);
    isChanged ||= isBare;
  }
  return isChanged ? read : tokens;
}

/** 美的一季度现金流有没有150亿, profit up or down?: of a question the noun alone is the one cash flow, or the net profit, that the registry knows. */
const askedNouns: readonly (readonly [noun: RegExp, name: string, behind: RegExp])[] = [
  [/^(?:现金流|cash flow)$/, "经营现金流", /^/],
  [
    /^profits?$/,
    "净利润",
    /^ (?:up|down|higher|lower|rising|falling|grow|growing|improving|rise|fall)(?![a-z])/,
  ],
];

export function readAskedNouns(
  question: readonly Token[],
  asked: string,
  lexicon: Reading["lexicon"],
): readonly Token[] {
  return revised(question, (each, at) => {
    if (each.kind === "window" || each.kind === "number")
      return averageAsked(each, question.slice(0, at), asked, lexicon);
    if (each.kind !== "foreign" && each.kind !== "text") return each;
    const said = asked.slice(each.start, each.end);
    const noun = askedNouns.find(
      ([word, , behind]) => word.test(said) && behind.test(asked.slice(each.end, each.end + longestBehind)),
    );
    const known = noun && lexicon.match(noun[1], 0)?.entry;
    return known?.kind === "metric" ? { ...each, kind: "metric", op: "", metrics: known.metrics } : each;
  });
}
const longestBehind = 12;

/** above its 60 day?: the line, whose noun is left out. */
function averageAsked(
  each: Token,
  before: readonly Token[],
  asked: string,
  lexicon: Reading["lexicon"],
): Token {
  const days = /^\d{1,3}(?=[- ]days?$)/.exec(asked.slice(each.start, each.end))?.[0];
  const word = before.findLast(({ kind, op }) => kind !== "fill" && op !== "its");
  const isBeside = /^(?:compare|vague)$/.test(word?.kind ?? "") && /^[<>]$/.test(word?.op ?? "");
  if (days === undefined || !isBeside || !/^ ?(?:[?!.,;]|$)/.test(asked.slice(each.end))) return each;
  const entry = lexicon.match(`${days}-day average`, 0)?.entry;
  return entry?.kind === "metric" ? { ...each, kind: "metric", op: "", metrics: entry.metrics } : each;
}

/** A margin of 86.13% says nothing about valuation: the noun alone, where the text has named one margin before. */
const determined = /(?:^|[,;:.(\n] ?|(?<![a-z])(?:and|an?|the|this|that|such an?|its) )$/;
const otherMargin = /^ (?:of (?!\d)|loans?|calls?|trading|debt|balance|accounts?|requirements?|financing)/;
const reach = 10;

export function readHeadNouns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  const isMargin = ({ start, end }: Token): boolean => end - start === 6 && lower.startsWith("margin", start);
  if (!tokens.some((each) => each.kind === "foreign" && isMargin(each))) return tokens;
  let named: Token | null = null;
  let isOne = true;
  return revised(tokens, (each) => {
    if (each.kind === "metric" && / margin$/.test(lower.slice(each.start, each.end))) {
      isOne &&= named === null || named.metrics.join() === each.metrics.join();
      named = each;
    } else if (each.kind === "foreign" && / margin$/.test(lower.slice(each.start, each.end))) isOne = false;
    const isAlone =
      each.kind === "foreign" &&
      isMargin(each) &&
      !otherMargin.test(lower.slice(each.end, each.end + 16)) &&
      determined.test(lower.slice(Math.max(0, each.start - reach), each.start));
    return isAlone && named !== null && isOne ? { ...named, start: each.start, end: each.end } : each;
  });
}

/** 52周最高价1950.50元、最低价1380.20元, a 52-week high of …, and its low: the second is of the stretch that the first has named. */
const stretch =
  /^(?:近|过去|最近)?(?:\d{1,3}|[一两三五十]{1,3}) ?(?:周|日|天|年|个?月|-?(?:week|day|month|year) ?)/;
/** What stands between the two: the value of the first, and what joins them. */
const between = kindsOf("number join clause fill open close date source");
const mostBetween = 8;
const ofWeeks = /^(?:近|过去|最近)?52周(?:以?来|内)?$/;

/** There are claims of the measure. */
const isClaimed = (metrics: readonly string[], { claims, lexicon }: Reading): boolean =>
  claims.some(
    (each) =>
      each.kind === "numeric" &&
      (metrics.includes(each.metric) || lexicon.keysOf(each.metric).some((key) => metrics.includes(key))),
  );

export function readSharedStretches(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, lexicon } = reading;
  let said = "";
  let passed = 0;
  let changed: Token[] | null = null;
  for (let at = 0; at < tokens.length; at++) {
    const each = tokens[at] as Token;
    // 近52周比亚迪最高到过410.50元
    if (each.kind === "window" && ofWeeks.test(lower.slice(each.start, each.end))) {
      [said, passed] = ["52周", 0];
      continue;
    }
    if (each.kind === "company" && said !== "") continue;
    if (each.kind !== "metric") {
      passed++;
      if (passed > mostBetween || !(between.has(each.kind) || each.op === "过")) said = "";
      continue;
    }
    const word = lower.slice(each.start, each.end);
    const own = stretch.exec(word)?.[0];
    if (own !== undefined) {
      [said, passed] = [own, 0];
      continue;
    }
    if (said === "" || isClaimed(each.metrics, reading)) continue;
    const found = [word, `${word}价`]
      .map((own) => ({ own, match: lexicon.match(said + own, 0) }))
      .find(
        ({ own, match }) => match?.entry.kind === "metric" && match.end === said.length + own.length,
      )?.match;
    if (found == null) continue;
    if (!isClaimed(found.entry.metrics, reading)) continue;
    changed ??= [...tokens];
    changed[at] = { ...each, metrics: found.entry.metrics };
  }
  return changed ?? tokens;
}

const maySign = rare(/negative |positive /);

/** a negative operating cash flow of RMB 1.29 billion: the adjective is the sign of the measure behind it. */
export function readSignedMeasures(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!maySign.test(lower)) return tokens;
  return tokens.map((each, at) => {
    const before = tokens[at - 1];
    if (each.kind !== "metric" || each.sign !== 0 || before === undefined) return each;
    // A negative P/E means a loss: of no number.
    const [next, after] = tokens.slice(at + 1, at + 3);
    if (next?.kind !== "number" && !(next?.kind === "fill" && after?.kind === "number")) return each;
    const word = lower.slice(before.start, each.start);
    // a negative P/E of -9.27x: the number has the sign itself.
    const { sign } = (next.kind === "number" ? next : after)?.number ?? {};
    if (word === "negative " && sign === "-") return each;
    return word === "negative " ? { ...each, sign: -1 } : word === "positive " ? { ...each, sign: 1 } : each;
  });
}

const parting = kindsOf("join clause");

/** 近20日、近60日涨跌幅分别为…: stretches of one list before a measure that the last is a part of; each is that measure of its own stretch. */
export function readListedStretches(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, lexicon } = reading;
  let changed: Token[] | null = null;
  let measure = "";
  for (let at = tokens.length - 1; at >= 0; at--) {
    const each = tokens[at];
    if (each === undefined) break;
    const word = lower.slice(each.start, each.end);
    const own = each.kind === "metric" ? stretch.exec(word)?.[0].trimEnd() : undefined;
    if (own !== undefined) measure = word.slice(own.length);
    else if (measure !== "" && each.kind === "window") {
      const { entry, end = 0 } = lexicon.match(word + measure, 0) ?? {};
      const isMeasure = entry?.kind === "metric" && end === word.length + measure.length;
      if (isMeasure && isClaimed(entry.metrics, reading)) {
        changed ??= [...tokens];
        changed[at] = { ...each, kind: "metric", op: "", metrics: entry.metrics };
      } else measure = "";
    } else if (!parting.has(each.kind)) measure = "";
  }
  return changed ?? tokens;
}

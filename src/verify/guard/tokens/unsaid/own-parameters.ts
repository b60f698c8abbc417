/** MA20(近20日收盘均价), 参数:RSI取14日,均线取20日和60日: what a measure is reckoned over, told beside the measure itself, states no datum. */

import { pattern } from "../../lexicon/patterns.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, type Token, type TokenKind, token } from "../token.ts";

/** Words in which that is told and nothing else can be; longer ones first. */
const words =
  /参数说明|(?:默认)?参数|计算方法|说明|指标|默认|周期|窗口|长度|移动平均线?|平均线?值?|均[线价值]|收盘价?|股价|价格|个?交易日|最近|过去|也就是|指的是|采用|分别|计算|统计|其中|这里|此处|以下|口径|基于|对应|常用|代表|表示|计算|标准|简单|算术|同理|读数|[日天个近前期取用按以为是指即就也的和与及、线值注这]|(?<![a-z])(?:parameters?|settings?|first|note|here|the|an?|is|are|use[sd]?|using|set|to|over|for|of|on|and|both|with|windows?|periods?|look-?back|days?|sessions?|trading|simple|moving|averages?|mean|closing|closes?|prices?|last|past|previous|trailing|latest|defaults?|standard|calculated|computed|taken|based|length|its|their|these|this|i\.e\.|that|in)(?![a-z])|(?<![a-z])(?:rsi|ma)(?![a-z])|[\s:,，()-]/g;
const length = `(?:个?交易日|[日天]|-(?:day|session)| ?(?:trading )?(?:days?|sessions?|closes)(?![a-z]))`;
/** 20日, 20、60日, 20 and 60 days. */
const stretches = pattern.all`(?<![\d.])(?:(?:\d{1,3}(?:${length})?(?:、|和|与|及|/|, | and )){0,3}\d{1,3}${length}|\d{1,3}(?=就?(?:是|为|指|代表|表示)| (?:is|are) (?:the|its|a) ))`;
const family = /均线|移动平均|(?<![a-z])(?:ma|averages?)(?![a-z])|(?<![a-z])rsi(?![a-z])/g;
const ofAny = /参数|周期|窗口|window|parameter/;
const ofAverage = /平均|均[价值线]|average|mean/;
const borders = kindsOf("clause break line cell");
const longest = 90;
const mostTokens = 40;
/** How far before a bracket its measure may stand, in tokens. */
const nearest = 8;
const toldAs: ReadonlySet<TokenKind> = kindsOf("number window");

interface Measure {
  readonly isAverage: boolean;
  /** As it is written in the name: 20 of MA20. */
  readonly parameter: string;
}

/** RSI14, MA(20), 20日均线, 14-day RSI: what is reckoned over so many days; 近1年分位 names a stretch of its own. */
const named =
  /(?<![a-z])(?:rsi|ma|ema) ?\(?(\d{1,3})(?![a-z0-9])|(?<!\d)(\d{1,3}) ?(?:日|天|-day )(?:移动)?(?:平均|均|rsi|ma|ema|(?:moving )?average)/;

function parameterOf(name: string): string | undefined {
  const found = named.exec(name);
  return found?.[1] ?? found?.[2];
}

function measureOf({ kind, metrics, start, end }: Token, { lower, lexicon }: Reading): Measure | null {
  if (kind !== "metric") return null;
  const parameter = parameterOf(lower.slice(start, end));
  const isAverage = metrics.some((id) => lexicon.averages.includes(id));
  return parameter === undefined ? null : { isAverage, parameter };
}

/** What a claim's measure is called, as one that is named. */
function claimed(metric: string, { lexicon }: Reading): readonly Measure[] {
  const parameter = lexicon
    .wordsOf(metric)
    .map(parameterOf)
    .find((each) => each !== undefined);
  return parameter === undefined ? [] : [{ isAverage: lexicon.averages.includes(metric), parameter }];
}

interface Told {
  /** The lengths that the words tell, or null where they tell anything else. */
  readonly lengths: readonly string[] | null;
  /** The measures that they name. */
  readonly own: readonly Measure[];
  readonly text: string;
}

/** Reads the words of the tokens without the measures that they name. */
function toldIn(span: readonly Token[], reading: Reading): Told {
  const own: Measure[] = [];
  let text = "";
  let from = span[0]?.start ?? 0;
  for (const each of span) {
    const measure = measureOf(each, reading);
    if (measure === null) continue;
    own.push(measure);
    text += `${reading.lower.slice(from, each.start)} `;
    from = each.end;
  }
  text += reading.lower.slice(from, span.at(-1)?.end ?? from);
  const lengths = (text.match(stretches) ?? []).flatMap((each) => each.match(/\d+/g) ?? []);
  const isPlain = text.length <= longest && text.replace(stretches, " ").replace(words, "") === "";
  return { lengths: isPlain ? lengths : null, own, text };
}

/** MA20(近20日), RSI14为57.26(14日参数): the bracket tells the parameter of the measure named last before it. */
function isOwnBracket(inside: readonly Token[], measure: Measure, reading: Reading): boolean {
  const { lengths, own, text } = toldIn(inside, reading);
  const told = [...(lengths ?? []), ...own.map(({ parameter }) => parameter)];
  return (
    lengths !== null &&
    told.length > 0 &&
    told.every((each) => each === measure.parameter) &&
    (measure.isAverage || !(ofAverage.test(text) || own.some(({ isAverage }) => isAverage)))
  );
}

/** 均线取20日和60日: true or false as the measures that the text names have these parameters, null where the clause tells anything else. */
function isOwnClause(clause: readonly Token[], all: readonly Measure[], reading: Reading): boolean | null {
  const { lengths, own, text } = toldIn(clause, reading);
  if (lengths === null || lengths.length === 0 || !clause.some(({ kind }) => toldAs.has(kind))) return null;
  const named = [...text.matchAll(family)].map(([word]) => word !== "rsi");
  if (own.length > 0) return lengths.every((each) => own.some(({ parameter }) => parameter === each));
  if (named.length === 0 && !ofAny.test(text)) return null;
  return lengths.every((each) =>
    all.some(
      ({ isAverage, parameter }) => parameter === each && (named.length === 0 || named.includes(isAverage)),
    ),
  );
}

const mayTell = /\d ?(?:个?交易日|[日天]|-(?:day|session)|(?:trading )?(?:day|session|close))/;

/** Takes out what only tells a measure's own parameter; one that is told wrongly is a number of nothing. */
export function readOwnParameters(tokens: readonly Token[], reading: Reading): readonly Token[] {
  if (!mayTell.test(reading.lower)) return tokens;
  const all = tokens.map((each) => measureOf(each, reading)).filter((each) => each !== null);
  for (const claim of reading.claims)
    if (claim.kind === "numeric") all.push(...claimed(claim.metric, reading));
  if (all.length === 0) return tokens;
  const read: Token[] = [];
  let clause = 0;
  const endClause = (): void => {
    const own = read.slice(clause);
    const isTold = own.length === 0 || own.length > mostTokens ? null : isOwnClause(own, all, reading);
    if (isTold === true) read.splice(clause);
    else if (isTold === false) read.push(token("quantity", own[0]?.start ?? 0, own.at(-1)?.end ?? 0));
  };
  for (let at = 0; at < tokens.length; at++) {
    const each = tokens[at] as Token;
    const close =
      each.kind === "open" ? tokens.slice(at, at + mostTokens).findIndex(({ kind }) => kind === "close") : -1;
    const named =
      close < 0
        ? undefined
        : read.slice(Math.max(clause, read.length - nearest)).findLast(({ kind }) => kind === "metric");
    const measure = named === undefined ? null : measureOf(named, reading);
    if (measure !== null && close > 1 && isOwnBracket(tokens.slice(at + 1, at + close), measure, reading)) {
      at += close;
      continue;
    }
    if (borders.has(each.kind)) {
      endClause();
      clause = read.length + 1;
    }
    read.push(each);
  }
  endClause();
  return read;
}

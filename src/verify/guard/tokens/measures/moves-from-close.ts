import type { Lexicon } from "../../lexicon/lexicon.ts";
import type { Reading } from "../reading.ts";
import { revised, type Token, type TokenKind, token } from "../token.ts";

/** 上涨, 跌幅: a word that says which way the price moved; a bare direction of no way counts too. */
export const isMove = ({ kind, op, sign, metrics }: Token, { changes }: Lexicon): boolean =>
  (kind === "direction" && op === "market") ||
  (kind === "metric" && sign !== 0 && metrics.some((id) => changes.percent.includes(id)));

/** 比昨收1791.73元高0.53%, 0.53% above its previous close: how far the price has moved, told as a distance from the close before. */
const sides: Readonly<Record<string, number>> = { 高: 1, 低: -1, ">": 1, "<": -1 };
const besides: ReadonlySet<string> = new Set(["than", "beside"]);
const dayBefore = "前一期";
const daysBefore: ReadonlySet<string> = new Set(["yesterday", "past", dayBefore]);
const mostTo = 8;
const mostBefore = 16;
const insideKinds: ReadonlySet<TokenKind> = new Set(["number", "open", "close", "fill", "text"]);

/** The change of the price that a number of this unit can be; empty where it is none. */
function changeOf({ number }: Token, { changes }: Lexicon): readonly string[] {
  const dimension = number?.unit?.dimension;
  return dimension === "part" ? changes.percent : dimension === "CNY" ? changes.amount : [];
}

/** 前一交易日收盘价: the close of the day before, by the measure that the claims have it as; 上涨9.50元: a change in money. */
function nameCloses(tokens: readonly Token[], { lexicon: { closes } }: Reading): readonly Token[] {
  return revised(tokens, (each, at) => {
    if (each.kind !== "metric" || each.metrics.length === 0) return each;
    if (!each.metrics.every((id) => closes.own.has(id))) return each;
    const day = tokens.slice(Math.max(0, at - 2), at).findLast(({ op }) => op !== "的");
    return day?.op === dayBefore ? { ...each, metrics: [...closes.previous] } : each;
  });
}

/** 昨收, or 收盘 behind 昨天. */
function isPrevious(tokens: readonly Token[], at: number, { closes }: Lexicon): boolean {
  const each = tokens[at];
  if (each?.kind !== "metric" || each.metrics.length === 0) return false;
  const isNamed = each.metrics.every((id) => closes.previous.includes(id));
  const isOwn = each.metrics.every((id) => closes.own.has(id));
  return isNamed || (isOwn && tokens.slice(Math.max(0, at - 2), at).some(({ op }) => daysBefore.has(op)));
}

/** The close is the one before, whose day needs no more saying. */
const asNamed = (tokens: readonly Token[], { closes }: Lexicon): readonly Token[] =>
  tokens.map((each) => (each.kind === "metric" ? { ...each, metrics: [...closes.previous] } : each));

interface Distance {
  readonly own: readonly Token[];
  /** The place of the first token behind them. */
  readonly end: number;
  /** The measure of the number right before them. */
  readonly of?: Token;
}

const move = ({ start, end }: Token, sign: number, metrics: readonly string[]): Token =>
  token("metric", start, end, { metrics, sign });
const besideOf = ({ start, end }: Token): Token => token("join", start, end, { op: "beside" });

/** 比昨天低12.75元 of a price: the day alone says which close. */
function isDayOfPrice(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  if (!besides.has(tokens[at]?.op ?? "") || tokens[at + 1]?.op !== "yesterday") return false;
  if (!Object.hasOwn(sides, tokens[at + 2]?.op ?? "")) return false;
  const of = tokens.slice(Math.max(0, at - mostBefore), at).findLast(({ kind }) => kind === "metric");
  return of?.metrics.some((id) => lexicon.priced.includes(id) || lexicon.closes.own.has(id)) === true;
}

/** Where the close stands that the words at `at` set something beside; −1 for none. */
function closeAfter(tokens: readonly Token[], at: number, lexicon: Lexicon): number {
  if (isDayOfPrice(tokens, at, lexicon)) return at + 1;
  for (let close = at + 1; close < at + 5; close++) {
    if (isPrevious(tokens, close, lexicon)) return close;
    const kind = tokens[close]?.kind;
    if (kind !== "fill" && kind !== "relative") return -1;
  }
  return -1;
}

/** 高于昨收0.53%, 高出昨收9.50元; 高于昨收1791.73元 is the close itself. */
function numberBehind(
  tokens: readonly Token[],
  at: number,
  close: number,
  { lexicon, lower }: Reading,
): Distance | null {
  const [head, word, number] = [tokens[at], tokens[close], tokens[close + 1]];
  if (head === undefined || word === undefined || number?.number == null) return null;
  const metrics = changeOf(number, lexicon);
  const isBy = metrics !== lexicon.changes.amount || /^[高低]出/.test(lower.slice(head.start, head.end));
  if (metrics.length === 0 || !isBy) return null;
  return { own: [besideOf(head), move(word, sides[head.op] ?? 0, metrics)], end: close + 1 };
}

const isVerb = /^(?:is|was|now|still|that is|which is)$/;

/** 0.53% above its previous close, is CNY 12.75 below it; at CNY 12.30 above it is the price. */
function numberBefore(
  tokens: readonly Token[],
  at: number,
  close: number,
  { lexicon, lower }: Reading,
): Distance | null {
  const [before, number, head] = tokens.slice(Math.max(0, at - 2), at + 1).slice(-3);
  if (head === undefined || number?.number == null || !/[a-z]/.test(lower.charAt(head.start))) return null;
  const metrics = changeOf(number, lexicon);
  const isBy =
    metrics !== lexicon.changes.amount ||
    before?.kind === "clause" ||
    before?.kind === "join" ||
    (before?.kind === "fill" && isVerb.test(before.op));
  if (metrics.length === 0 || !isBy) return null;
  const of = token("metric", number.start, number.start, { metrics, sign: sides[head.op] ?? 0 });
  return { own: [besideOf(head), ...asNamed(tokens.slice(at + 1, close + 1), lexicon)], end: close + 1, of };
}

/** 比昨收(1791.73元)高0.53% */
function sideBehind(
  tokens: readonly Token[],
  at: number,
  close: number,
  { lexicon }: Reading,
): Distance | null {
  const rest = tokens.slice(close + 1, close + 1 + mostTo);
  const side = rest.findIndex(
    ({ kind, op }) => Object.hasOwn(sides, op) && (kind === "text" || kind === "compare"),
  );
  const [head, word, inner] = [tokens[at], rest[side], rest.slice(0, Math.max(0, side))];
  const behind = rest.slice(side + 1).find(({ kind, op }) => kind !== "fill" && op !== "出" && op !== "了");
  if (head === undefined || word === undefined || behind?.number == null) return null;
  if (inner.some(({ kind }) => !insideKinds.has(kind))) return null;
  const metrics = changeOf(behind, lexicon);
  if (metrics.length === 0) return null;
  const named = asNamed(tokens.slice(at + 1, close + 1), lexicon);
  const own = [besideOf(head), ...named, ...inner, move(word, sides[word.op] ?? 0, metrics)];
  return { own, end: tokens.indexOf(behind) };
}

/** The words of a distance begin at `at`: what takes their place, and where they end; null where they do not. */
function distanceAt(tokens: readonly Token[], at: number, reading: Reading): Distance | null {
  const head = tokens[at];
  const close = head === undefined ? -1 : closeAfter(tokens, at, reading.lexicon);
  if (head === undefined || close < 0) return null;
  if (besides.has(head.op)) return sideBehind(tokens, at, close, reading);
  if (head.kind !== "compare" || !Object.hasOwn(sides, head.op)) return null;
  return numberBehind(tokens, at, close, reading) ?? numberBefore(tokens, at, close, reading);
}

/** 昨收46.03元,低了1.13元: how far the price is from the close before, which the clause before has shown. */
function gapBehind(tokens: readonly Token[], at: number, { lexicon }: Reading): Token | null {
  const head = tokens[at];
  if (head?.kind !== "text" || !Object.hasOwn(sides, head.op) || tokens[at - 1]?.kind !== "clause")
    return null;
  const number = tokens.slice(at + 1, at + 4).find(({ op }) => op !== "了" && op !== "出");
  if (number?.number == null) return null;
  const metrics = changeOf(number, lexicon);
  const shown = tokens.slice(Math.max(0, at - mostBefore), at).filter(({ kind }) => kind === "metric");
  const isBeside = shown.some(({ metrics: own }) => own.some((id) => lexicon.closes.previous.includes(id)));
  return metrics.length > 0 && isBeside && shown.length > 1 ? move(head, sides[head.op] ?? 0, metrics) : null;
}

export function readMovesFromClose(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lexicon, claims } = reading;
  const isHeld = claims.some(
    (each) => each.kind === "numeric" && lexicon.closes.previous.includes(each.metric),
  );
  if (!isHeld) return tokens;
  const named = nameCloses(tokens, reading);
  const result: Token[] = [];
  for (let at = 0; at < named.length; ) {
    const each = named[at];
    if (each === undefined) break;
    const isHead = each.kind === "compare" || besides.has(each.op);
    const found = isHead ? distanceAt(named, at, reading) : null;
    if (found === null) {
      result.push(gapBehind(named, at, reading) ?? each);
      at++;
    } else {
      if (found.of !== undefined) result.splice(-1, 0, found.of);
      result.push(...found.own);
      at = found.end;
    }
  }
  return result;
}

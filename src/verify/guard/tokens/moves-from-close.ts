/** 比昨收1791.73元高0.53%, 0.53% above its previous close: how far the price has moved, told as a distance from the close before. */
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Reading } from "./reading.ts";
import { type Token, token } from "./token.ts";

const sides: Readonly<Record<string, number>> = { 高: 1, 低: -1, ">": 1, "<": -1 };
const besides: ReadonlySet<string> = new Set(["than", "beside"]);
const dayBefore = "前一期";
const daysBefore: ReadonlySet<string> = new Set(["yesterday", "past", dayBefore]);
const mostTo = 8;

/** The change of the price that a number of this unit can be; empty where it is none. */
function changeOf({ number }: Token, { changes }: Lexicon): readonly string[] {
  const dimension = number?.unit?.dimension;
  return dimension === "part" ? changes.percent : dimension === "CNY" ? changes.amount : [];
}

/** 前一交易日收盘价: the close of the day before, by the measure that the claims have it as; 上涨9.50元: a change in money. */
function nameCloses(tokens: readonly Token[], { lexicon: { closes, changes } }: Reading): readonly Token[] {
  return tokens.map((each, at) => {
    if (each.kind !== "metric" || each.metrics.length === 0) return each;
    // 上涨9.50元
    const isMove = each.sign !== 0 && each.metrics.every((id) => changes.percent.includes(id));
    if (isMove && tokens[at + 1]?.number?.unit?.dimension === "CNY")
      return { ...each, metrics: changes.amount };
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
  tokens.map((each) =>
    each.kind === "relative"
      ? token("fill", each.start, each.end)
      : each.kind === "metric"
        ? { ...each, metrics: [...closes.previous] }
        : each,
  );

interface Distance {
  readonly own: readonly Token[];
  /** The place of the first token behind them. */
  readonly end: number;
  /** The measure of the number right before them. */
  readonly of?: Token;
}

/** The words of a distance begin at `at`: what takes their place, and where they end; null where they do not. */
function distanceAt(tokens: readonly Token[], at: number, { lexicon, lower }: Reading): Distance | null {
  const head = tokens[at];
  if (head === undefined) return null;
  const close =
    tokens.slice(at + 1, at + 5).findIndex((_, i) => isPrevious(tokens, at + 1 + i, lexicon)) + at + 1;
  if (close === at || tokens.slice(at + 1, close).some(({ kind }) => kind !== "fill" && kind !== "relative"))
    return null;
  const beside = token("join", head.start, head.end, { op: "beside" });
  const move = (each: Token, sign: number, metrics: readonly string[]): Token =>
    token("metric", each.start, each.end, { metrics, sign });
  // 高于昨收0.53%
  const [word, number] = [tokens[close], tokens[close + 1]];
  const sign = head.kind === "compare" ? (sides[head.op] ?? 0) : 0;
  if (sign !== 0 && word !== undefined && number?.number != null) {
    const metrics = changeOf(number, lexicon);
    const isOther =
      metrics.length === 0 ||
      (metrics === lexicon.changes.amount && !/^[高低]出/.test(lower.slice(head.start, head.end)));
    return isOther ? null : { own: [beside, move(word, sign, metrics)], end: close + 1 };
  }
  // 0.53% above its previous close
  const shown = tokens[at - 1];
  if (sign !== 0 && shown?.number != null) {
    const metrics = changeOf(shown, lexicon);
    const own = [beside, ...asNamed(tokens.slice(at + 1, close + 1), lexicon)];
    return metrics.length === 0
      ? null
      : { own, end: close + 1, of: token("metric", shown.start, shown.start, { metrics, sign }) };
  }
  // 比昨收(1791.73元)高0.53%
  if (!besides.has(head.op)) return null;
  const rest = tokens.slice(close + 1, close + 1 + mostTo);
  const side = rest.findIndex(
    ({ kind, op }) => Object.hasOwn(sides, op) && (kind === "text" || kind === "compare"),
  );
  const inner = rest.slice(0, Math.max(0, side));
  const behind = rest.slice(side + 1).find(({ kind, op }) => kind !== "fill" && op !== "出" && op !== "了");
  const at2 = rest[side];
  if (at2 === undefined || behind?.number == null) return null;
  if (inner.some(({ kind }) => !["number", "open", "close", "fill", "text"].includes(kind))) return null;
  const metrics = changeOf(behind, lexicon);
  if (metrics.length === 0) return null;
  const own = [
    beside,
    ...asNamed(tokens.slice(at + 1, close + 1), lexicon),
    ...inner,
    move(at2, sides[at2.op] ?? 0, metrics),
  ];
  return { own, end: tokens.indexOf(behind) };
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
      result.push(each);
      at++;
    } else {
      if (found.of !== undefined) result.splice(-1, 0, found.of);
      result.push(...found.own);
      at = found.end;
    }
  }
  return result;
}

import type { Lexicon } from "../lexicon/lexicon.ts";
import { stretchOf } from "../lexicon/stretches.ts";
import type { Token } from "../tokens/token.ts";
import { followers } from "./neighbours.ts";
import type { Clause } from "./structure.ts";

/** 近20日, over the past month: before the number or right after it; a stretch of known length before a word like 累计. */
export function windowOf(
  { clause, lower }: { readonly clause: Clause; readonly lower: string },
  at: number,
  seen: readonly Token[],
): Token | null {
  const before = seen.filter((one) => one.kind === "window");
  return (
    before.findLast((one) => stretchOf(lower.slice(one.start, one.end)) !== null) ??
    before.at(-1) ??
    clause.slice(at + 1, at + 4).find((one) => one.kind === "window") ??
    null
  );
}

/** 6.15% over the last 20 days: the word is of the time, no bound of the number. */
export function spansWindow(clause: Clause, at: number, lower: string): boolean {
  const [over, next, after] = clause.slice(at, at + 3);
  const isOver = over?.kind === "vague" && lower.slice(over.start, over.end) === "over";
  return isOver && (next?.kind === "window" || (next?.op === "the" && after?.kind === "window"));
}

/** 1.18% on 7 May alone: the day right after the number is its own, whatever stretch was spoken of before. */
export function isOfDay(clause: Clause, at: number): boolean {
  const [on, day] = clause.slice(at + 1, at + 3);
  return on?.kind === "fill" && on.op === "on" && day?.kind === "date" && day.date?.day != null;
}

const upTo =
  /(?:截至|截止|截止到|至|到|as of|as at|through|until|by|to|from|since|自|从|days? to)(?: the)? ?$/;
const oneDay = /^(?:当日|当天|单日|on the day(?! (?:before|after))|for the day(?! (?:before|after)))/;
const ofData = /^(?:的?数据|的?行情| data|[,，;；)）。.、])/;

/** 近20日涨3.42%,5月7日则跌0.35%: the words turn from a stretch of time to one day, outside brackets and cites. */
export function turnsToDay(each: Token, before: readonly Token[], lower: string): boolean {
  const isDay = each.kind === "date" && each.date?.day != null;
  const isWord =
    (each.kind === "fill" || each.kind === "text") && oneDay.test(lower.slice(each.start, each.start + 18));
  if (!isDay && !isWord) return false;
  // Looking no further back keeps the work linear; a bracket is no longer.
  const near = before.slice(-24);
  const [last, first] = [near.at(-1), near.findLast(({ kind }) => kind === "open" || kind === "close")];
  if (first?.kind === "open" || last?.kind === "source" || last?.kind === "sourceMark") return false;
  if (upTo.test(lower.slice(Math.max(0, each.start - 12), each.start))) return false;
  return !isDay || !ofData.test(lower.slice(each.end, each.end + 6));
}

const sessionWords = /^(?:早盘|午盘|午后|尾盘|盘初|上午|下午|半日|半天|morning|afternoon)$/;

/** 早盘, 半日, morning: a part of the trading day. Han characters that no list knows are tokens of their own. */
export const saysSession = ({ kind, start, end }: Token, lower: string): boolean =>
  (kind === "fill" || kind === "text") &&
  (sessionWords.test(lower.slice(start, end)) || sessionWords.test(lower.slice(start, start + 2)));

const beforeClose =
  /(?:早盘|午盘|午间|上午|盘初|盘中|半日|集合竞价|竞价阶段|开盘时|(?<![a-z])(?:midday|morning|intraday|noon)(?![a-z]))/g;
const closing = /收|clos|end|finish|settl/;
const sessionAfter =
  /^[^,，。;；]{0,12}(?<![a-z])(?:midday|mid-day|morning|noon|early trade|early trading)(?![a-z])/;
/** Text around a number in which such a word may stand, in characters. */
const sessionReach = 40;

/** 早盘报38.52元, 午间收盘38.52元: said of a moment before the close, so that the close of the day cannot be meant. */
export function saysIntraday(lower: string, from: number, number: Token): boolean {
  const before = lower.slice(Math.max(from, number.start - sessionReach), number.start);
  const last = [...before.matchAll(beforeClose)].at(-1);
  if (last === undefined) return sessionAfter.test(lower.slice(number.end, number.end + sessionReach));
  const rest = before.slice(last.index + last[0].length);
  return !closing.test(rest) || (last[0] !== "盘中" && rest.startsWith("收"));
}

const isBase = (one: Token | undefined): boolean =>
  one?.kind === "join" ||
  one?.kind === "compare" ||
  (one?.kind === "sourceMark" && one.end - one.start === 4);

/** 昨日, last year around a number. 较前一交易日下跌2.18%: the day before is what a day's change is measured from, not its date. */
export function relativesOf(
  clause: Clause,
  at: number,
  seen: readonly Token[],
  of: { readonly metrics: readonly string[]; readonly changes: Lexicon["changes"] },
): readonly Token[] {
  const all = [...seen, ...followers(clause, at)].filter((one) => one.kind === "relative");
  const days = [...of.changes.percent, ...of.changes.amount];
  if (all.length === 0 || !of.metrics.some((metric) => days.includes(metric))) return all;
  return all.filter((one) => {
    const before = clause.slice(0, clause.indexOf(one)).findLast((each) => each.kind !== "fill");
    return !(isBase(before) && (one.op === "yesterday" || one.op === "past"));
  });
}

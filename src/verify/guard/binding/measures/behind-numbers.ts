/**
 * What stands behind a number and says of what it is, so that the next number is not of it: the moment of the day (CNY 74.10 at the
 * open, 74.10元时开盘), the measure (RMB 6.65 billion of net profit on RMB 16.52 billion of revenue, 165.2亿元的营收).
 */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { claimUnit } from "../../tokens/readers/units.ts";
import { type Clause, kindsOf, type Token } from "../../tokens/token.ts";

const linking = kindsOf("fill text relative sourceMark vague approximate");
/** after the open, up from the close: what the level is set beside. */
const besides =
  /^(?:after|before|since|than|until|till|ahead|past|against|without|outside|between|above|below|over|under|versus|but|while|[前后比距未不没])$/;
const longest = 7;
const ends = kindsOf("open close clause join sourceMark");

/** The price of a moment that the token names: the open, the close, the close before. */
function momentOf(each: Token, { opens, closes }: Lexicon, before: Token | undefined): readonly string[] {
  const own = [...closes.own];
  if (each.op === "finish") return own;
  if (each.op === "bell") return before?.op === "opening" ? opens : before?.op === "closing" ? own : [];
  const isMoment =
    each.kind === "metric" &&
    !each.op.startsWith("now") &&
    each.metrics.every((id) => opens.includes(id) || own.includes(id) || closes.previous.includes(id));
  return isMoment ? each.metrics : [];
}

/** The moment behind the number, at the end of what is said of it; null where another number or a comparison comes first. */
export function momentBehind(clause: Clause, at: number, lexicon: Lexicon): Token | null {
  const dimension = clause[at]?.number?.unit?.dimension ?? "CNY";
  // up 1.2% at the close is the day's move, at the open no claim's.
  const isAtOpen = dimension === "part" && clause[at + 1]?.op === "at";
  if (!isAtOpen && dimension !== "CNY" && dimension !== "点") return null;
  const last = Math.min(clause.length, at + longest);
  for (let i = at + 1; i < last; i++) {
    const each = clause[i] as Token;
    const metrics = momentOf(each, lexicon, clause[i - 1]);
    const next = clause[i + 1];
    if (metrics.length > 0) {
      const isLast =
        next === undefined ||
        ends.has(next.kind) ||
        besides.test(next.op) ||
        /^(?:[到至]|to)$/.test(next.op) ||
        (next.op === ":" && clause[i + 2]?.kind !== "number");
      if (isAtOpen && !metrics.every((id) => lexicon.opens.includes(id))) return null;
      return isLast ? { ...each, kind: "metric", metrics } : null;
    }
    if (!linking.has(each.kind) || besides.test(each.op)) return null;
  }
  return null;
}

const ofMeasure = /^(?:in|of|on)(?: (?:the|its|their))?$/;
const linksOn = /^(?:of|at|is|was|were|stood at|[:=为是达报]|达到)$/;
const leading = kindsOf("number growth direction compare");

/** RMB 6.65 billion of net profit, 11.02x on P/B, 165.2亿元的营收: the measure of the number before it, which can have its unit. */
export function measureOf(clause: Clause, at: number, { metrics }: Lexicon): Token | null {
  const number = clause[at]?.number;
  const link = clause[at + 1]?.op ?? "";
  if (number?.unit == null || (link !== "的" && !ofMeasure.test(link))) return null;
  const { unit, shown } = number;
  // CNY 248.70 on turnover: beside a price, not what it is; RMB 5.01 billion on R&D.
  if (link === "on" && unit.dimension === "CNY" && shown.exponent + unit.exponent === 0) return null;
  const rest = clause.slice(at + 2, at + 6);
  const found = rest.findIndex(({ kind }) => kind !== "fill");
  const [measure, next, other] = rest.slice(found);
  const fits = measure?.metrics.some(
    (id) => claimUnit(metrics[id]?.default_unit ?? "").dimension === unit.dimension,
  );
  if (found < 0 || measure?.kind !== "metric" || fits !== true || measure.op.endsWith("verb")) return null;
  const isOfNext =
    next !== undefined && (leading.has(next.kind) || (linksOn.test(next.op) && other?.kind === "number"));
  return isOfNext ? null : measure;
}

/** What the number is said to be by the words behind it. */
export const saidBehind = (clause: Clause, at: number, lexicon: Lexicon): Token | null =>
  momentBehind(clause, at, lexicon) ?? measureOf(clause, at, lexicon);

import { measureInBracket } from "../../tokens/measures/named-in-brackets.ts";
import { levelWords } from "../../tokens/readers/side-words.ts";
import { type Clause, type Token, upTo } from "../../tokens/token.ts";
import { foreignOwner } from "../quantity.ts";
import { ownerBehind } from "./owner-links.ts";

const equating: ReadonlySet<string> = new Set(["是", "为", "即", "is", "was", "reached"]);
const skipped: ReadonlySet<string> = new Set(["fill", "open", "close", "approximate", "join"]);

/** 463家基金持有海康威视: a measure that is a verb has whom it is of behind it. */
const heldBy = (clause: Clause, at: number): string | null => {
  const [number, verb, owner] = clause.slice(at, at + 3);
  const isOfFunds =
    number?.number?.unit !== undefined && verb?.kind === "metric" && owner?.kind === "company";
  return isOfFunds && verb.end === owner.start && number.end === verb.start ? owner.op : null;
};

/** 6.88倍是行业均值, the 6.88x is the industry average: what the number is said to be, and no side of a comparison. */
function isSaidOfOther([link, ...rest]: readonly Token[]): boolean {
  if (link?.kind !== "fill" || !equating.has(link.op)) return false;
  const owner = rest.findIndex(({ kind, op }) => kind !== "fill" && op !== "the");
  const next = rest[owner + 1];
  return (
    rest[owner]?.kind === "entity" && (next === undefined || next.kind === "clause" || next.kind === "close")
  );
}

/** The company said right after a number: `35.42x for Moutai`. */
export function ownerAfter(clause: Clause, at: number, lower: string): string | null {
  const first = clause[at + 1];
  const linked = ownerBehind(clause, at, lower);
  if (linked !== null) return linked;
  if (first?.kind === "metric") return heldBy(clause, at);
  if (first?.kind !== "open" && first?.kind !== "fill" && first?.kind !== "sourceMark") return null;
  if (isSaidOfOther(clause.slice(at + 1, at + 6))) return foreignOwner;
  const [second, third, fourth] = clause.slice(at + 2, at + 5);
  // CNY 1,801.23 (600519, akshare, …)
  const isCite = third?.kind === "clause" && (fourth?.kind === "source" || fourth?.kind === "sourceMark");
  if (first.kind === "open" && second?.kind === "company" && (third?.kind === "close" || isCite))
    return second.op;
  // 涨2.30%的五粮液; not 高于格力8.20倍的五粮液, whose number has an owner before it.
  const isModifier = first.kind === "fill" && first.op === "的" && second?.kind === "company";
  const near = clause.slice(Math.max(0, at - 4), at);
  const beside = near.slice(1 + near.findLastIndex(({ kind }) => kind === "compare"));
  if (isModifier && !beside.some(({ kind }) => kind === "company")) return second.op;
  // a net outflow of RMB 496.8 million from retail investors
  const isFrom = first.kind === "sourceMark" && first.end - first.start === 4 && second?.kind === "entity";
  return isFrom ? foreignOwner : null;
}

/** 49.5 million Gree shares: the owner between the number and its unit, and the power of ten of the unit. */
export function countedOf(
  clause: Clause,
  at: number,
  lower: string,
): { readonly company: string; readonly exponent: number } | null {
  const [owner, unit] = [clause[at + 1], clause[at + 2]];
  if (owner?.kind !== "company" || unit === undefined || clause[at]?.number?.unit !== null) return null;
  const word = lower.slice(unit.start, unit.end);
  if (word !== "shares" && word !== "lots") return null;
  return { company: owner.op, exponent: word === "lots" ? 2 : 0 };
}

/** 2.71亿元是主力资金的净流出: the measure with the sign of the flow right behind it. */
export function withFlow(measure: Token, phrase: readonly Token[]): Token {
  const way = phrase.slice(phrase.indexOf(measure) + 1).find(({ op }) => op !== "的");
  return way?.op === "loss" && measure.sign === 0 ? { ...measure, sign: way.sign } : measure;
}

/** The 0.23% is the share of profit paid out: of something that no measure of the text is. */
const toldOther = (word: Token): Token => ({ ...word, kind: "foreign", op: "", metrics: [] });

/** `1801.23元是贵州茅台的当前价`: the measure and owner of a number that stands first. */
export function equated(clause: Clause, at: number): { measure: Token; company: string | null } | null {
  const isLink = (each: Token | undefined): boolean => each?.kind === "fill" && equating.has(each.op);
  const link = isLink(clause[at + 1]) ? 0 : isLink(clause[at + 2]) ? 1 : isLink(clause[at + 3]) ? 2 : -1;
  const rest = link < 0 ? [] : clause.slice(at + 1, at + 9);
  if (link < 0 || rest.slice(0, link).some((each) => each.kind !== "text" && each.kind !== "fill"))
    return null;
  const measure = rest.findIndex(({ kind }) => kind === "metric" || kind === "foreign" || kind === "derived");
  const found = rest[measure]?.kind === "derived" ? toldOther(rest[measure]) : rest[measure];
  if (
    found === undefined ||
    measure < link ||
    rest.slice(link, measure).some(({ kind }) => ["number", "negation", "compare"].includes(kind))
  )
    return null;
  if (rest.slice(measure + 1, measure + 3).some((each) => each.kind === "number")) return null;
  const owner = rest
    .slice(link, measure)
    .findLast((each) => each.kind === "company" || each.kind === "entity");
  return {
    measure: withFlow(found, rest),
    company: owner === undefined ? null : owner.kind === "company" ? owner.op : foreignOwner,
  };
}

const isMoveWord = ({ kind, op, sign }: Token): boolean =>
  kind === "metric" ||
  (kind === "direction" && sign !== 0 && ["market", "growth", "comparative"].includes(op));

/** `a 1.06% gain to CNY 78.20`: the word of move right after the number, with the level it led to. */
export function isLevelAfter(clause: Clause, at: number): boolean {
  const [word, to, level] = [clause[at + 1], clause[at + 2], clause[at + 3]];
  return (
    word !== undefined &&
    isMoveWord(word) &&
    to?.kind === "fill" &&
    levelWords.has(to.op) &&
    level?.kind === "number" &&
    clause[at]?.number?.unit?.dimension === "part"
  );
}

/** `a 1.06% rise`, `1.57% lower than yesterday's close`: the word of move that stands after its number. */
export function moveAfter(clause: Clause, at: number, lower: string): Token | null {
  const [next, first, second] = clause.slice(at + 1, at + 4);
  // 以61.88元高开: the level that it opened at.
  if (next?.kind === "direction" && next.op === "open" && clause[at - 1]?.op === "以") return next;
  if (next === undefined || clause[at]?.number?.unit?.dimension !== "part") return null;
  const isEnglish = /[a-z]/.test(lower.charAt(next.start));
  if (isEnglish && next.kind === "direction" && isMoveWord(next) && clause[at + 2]?.kind !== "number")
    return next;
  const isThan = next.kind === "compare" && (next.op === ">" || next.op === "<");
  const ofClose = [first, second].some((each) => each?.kind === "metric") && first?.kind !== "company";
  return isEnglish && isThan && ofClose && first?.kind === "relative"
    ? { ...next, kind: "direction", op: "market", sign: next.op === ">" ? 1 : -1 }
    : null;
}

const stringing: ReadonlySet<string> = new Set(["join", "approximate", "clause"]);

/**
 * 20.5x trailing P/E and roughly 3.1x P/B: a list whose numbers each have their measure right after them, so that the one between
 * two numbers is the first one's.
 */
export function isListedAfter(clause: Clause, at: number): boolean {
  if (clause[at]?.kind !== "number" || clause[at + 1]?.kind !== "metric") return false;
  let next = at + 2;
  let isStrung = false;
  for (; next < at + 6; next++) {
    const each = clause[next];
    if (each === undefined) return false;
    if (stringing.has(each.kind)) isStrung ||= each.kind === "join";
    else if (each.kind !== "fill" || !/^(?:an?|the)$/.test(each.op)) break;
  }
  const [number, measure, after] = clause.slice(next, next + 3);
  return isStrung && number?.kind === "number" && measure?.kind === "metric" && after?.kind !== "number";
}

const sharing: ReadonlySet<string> = new Set(["join", "company", "fill", "approximate"]);
const longestSharing = 24;

/** 0.96x and 0.51x book, at 6.9x and ICBC at 7.4x on trailing P/E: the measure that is said once, behind the last number of a list. */
export function sharedAfter(clause: Clause, at: number): Token | null {
  const unit = clause[at]?.number?.unit ?? null;
  if (unit === null) return null;
  let isListed = false;
  for (const each of clause.slice(at + 1, at + longestSharing)) {
    if (each.kind === "number") {
      if (each.number?.unit?.dimension !== unit.dimension) return null;
      isListed = true;
    } else if (each.kind === "metric" && !each.op.endsWith("verb")) return isListed ? each : null;
    else if (!sharing.has(each.kind) && each.kind !== "metric") return null;
  }
  return null;
}

/** The measure said right after a number: `1801元的收盘价`, `3.83% turnover rate`; not one that has its own number. */
export function measureAfter(clause: Clause, at: number): Token | null {
  let i = at + 1;
  const inside = measureInBracket(clause, i);
  if (inside !== null) return inside;
  if (clause[i]?.op === "这") i = at + 3;
  if (clause[i]?.kind === "fill" && clause[i]?.op === "的") i++;
  const found = clause[i];
  if (found?.kind !== "metric" && found?.kind !== "foreign") return null;
  if (i > at + 1 || found.op === "multiple" || isLevelAfter(clause, at) || isListedAfter(clause, at))
    return found;
  for (const each of clause.slice(i + 1, i + 6)) {
    // at 7.42x P/E versus 13.91x for Midea: of the first, which the second is set beside.
    if (each.op === "versus") break;
    if (each.kind === "number") return null;
    if (!skipped.has(each.kind) && each.kind !== "text") break;
  }
  return found;
}

const ofFloat = /float|circ/;

/** 73.12% of the free float: a part of those shares alone. */
function isPartOfFloat(clause: Clause, at: number): boolean {
  const [of, ...rest] = clause.slice(at + 1, at + 5);
  const base = rest.find(({ kind }) => kind !== "fill");
  return of?.op === "of" && base?.kind === "metric" && base.metrics.some((id) => ofFloat.test(id));
}

/** 20.5倍(市净率,tushare,5月7日) of a P/E: the metrics that the label before a cite leaves it; one that no registry holds leaves none. */
export function labelledBehind(clause: Clause, at: number, metrics: readonly string[]): readonly string[] {
  if (isPartOfFloat(clause, at)) return metrics.filter((metric) => ofFloat.test(metric));
  // 6.94x earnings (P/B)
  const beside = clause[at + 1]?.op === "multiple" ? measureInBracket(clause, at + 2) : null;
  if (beside !== null) return metrics.filter((metric) => beside.metrics.includes(metric));
  const [open, label, comma, cite] = clause.slice(at + 1, at + 5);
  const isLabel =
    open?.kind === "open" &&
    (label?.kind === "metric" || label?.kind === "foreign") &&
    comma?.kind === "clause" &&
    (cite?.kind === "source" || cite?.kind === "sourceMark");
  return isLabel ? metrics.filter((metric) => label.metrics.includes(metric)) : metrics;
}

export const growthAfter = (clause: Clause, at: number): boolean => {
  const rest = clause.slice(at + 1, at + 8);
  for (const [i, each] of rest.entries()) {
    // 营收176.38亿元、同比增长8.06%: of the number behind it.
    const isOfNext = rest[0]?.kind === "join" && rest.slice(i).some(({ kind }) => kind === "number");
    if (each.kind === "growth") return !isOfNext;
    if (each.kind === "number" || each.kind === "open") return false;
  }
  return false;
};

/** The tokens after a number that speak of it: up to the next number or bracket. */
export function followers(clause: Clause, at: number): readonly Token[] {
  const rest = clause.slice(at + 1, at + 8);
  return upTo(rest, (each) => each.kind === "number" || each.kind === "open" || each.kind === "join");
}

/** Which company an English number is of, by the words that tie it to one; only where none does is it the one spoken of last. */

import type { Clause, Token } from "../../tokens/token.ts";
import { foreignOwner } from "../quantity.ts";
import type { Sentence } from "../structure.ts";

const longest = 24;

const isOwner = ({ kind }: Token): boolean => kind === "company" || kind === "entity";

const ownerOf = ({ kind, op }: Token): string => (kind === "company" ? op : foreignOwner);

/** Without the brackets that hold no number: cites, codes and notes stand between a number and its owner. */
function withoutNotes(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "open")) return tokens;
  const kept: Token[] = [];
  let inside: Token[] | null = null;
  for (const each of tokens) {
    if (each.kind === "open" && inside === null) inside = [each];
    else if (inside === null) kept.push(each);
    else {
      inside.push(each);
      if (each.kind !== "close") continue;
      if (inside.some(({ kind }) => kind === "number")) kept.push(...inside);
      inside = null;
    }
  }
  return inside?.some(({ kind }) => kind === "number") ? [...kept, ...inside] : kept;
}

const ofTime: ReadonlySet<string> = new Set(["date", "relative", "window", "growth", "licensed"]);
const beforeTime = /^(?:on|in|for|over|during|the)$/;

/** Where the time that a number is told with ends: in FY2025, on 7 May, year on year. */
function afterTime(rest: readonly Token[], from: number): number {
  let at = from;
  for (let next = from; next < rest.length; next++) {
    const each = rest[next] as Token;
    if (ofTime.has(each.kind)) at = next + 1;
    else if (!beforeTime.test(each.op)) break;
  }
  return at;
}

/** Where the measure told behind its number ends: 11.72x book, in revenue, a 1.1% drop. */
function afterMeasure(rest: readonly Token[]): number {
  const lead = rest[0]?.kind === "fill" && /^(?:in|of|on)$/.test(rest[0].op) ? 1 : 0;
  const noun = rest[lead]?.kind;
  const isMeasure = noun === "metric" || noun === "foreign" || (lead === 0 && noun === "direction");
  return isMeasure ? lead + 1 : 0;
}

const showing =
  /^(?:achieved|booked|carrie[ds]|carry|commands?|commanded|delivered|did|earn(?:s|ed)?|fetche[ds]|gained|generated|ha[sd]|logged|los[te]s?|made|makes|manage[ds]|offers?|offered|paid|pays|posts?|posted|recorde?d?s?|reports?|reported|returned|shown?|showed|shows|trade[ds]|turned in|took)$/;

/** for, of, in the case of, they paid for: what stands between a number and whom it is of. */
const linking =
  /^(?:for|at|of|by|in the case of|(?:[a-z]+ )?(?:into|out of)|left|entered|exited|fled|(?:that )?(?:they|investors|buyers|the market|one) (?:paid|pays?|puts?) (?:for|on)) (?:the )?$/;
const passive = /^(?:(?:is|was|were|being) )?([a-z]+) (?:by|at|for) (?:the )?$/;
/** A P/B of 0.44x makes Vanke the cheaper. */
const making = /^(?:makes|puts|leaves) (?:the )?$/;
/** that BYD earned, at which CATL trades, SMIC earned. */
const relative = /^(?:that |which |at which |on which |for which )?$/;

/**
 * The company that the words right behind a number give it: 20.1x for Moutai, RMB 31.6 billion in revenue at Hengrui, the RMB 8 billion
 * earned by BYD, the RMB 8 billion that BYD earned, the 5.86x they paid for SMIC.
 */
export function ownerBehind(clause: Clause, at: number, lower: string): string | null {
  const rest = withoutNotes(clause.slice(at + 1, at + longest));
  const word = (each: Token | undefined): string =>
    each === undefined ? "" : lower.slice(each.start, each.end);
  const found = rest.findIndex((each) => isOwner(each) || each.kind === "number");
  const owner = rest[found];
  if (owner === undefined || !isOwner(owner)) return null;
  const next = rest[found + 1];
  const from = afterTime(rest, afterMeasure(rest));
  const between = lower.slice((rest[from] ?? owner).start, owner.start);
  if (making.test(between)) return ownerOf(owner);
  if (next?.kind === "number" || next?.kind === "compare") return null;
  const isLinked = linking.test(between) || showing.test(passive.exec(between)?.[1] ?? "");
  const isThat = relative.test(between) && (between !== "" || isGiven(clause, at));
  const isShown = isThat && showing.test(word(next)) && rest[found + 2]?.kind !== "number";
  if (!isLinked && !isShown) return null;
  return isOfOther(clause.slice(Math.max(0, at - longest), at), owner, lower) ? foreignOwner : ownerOf(owner);
}

/** BYD's P/E of 24.65x for CATL: tied to another company on either side. */
function isOfOther(before: Clause, { op }: Token, lower: string): boolean {
  const own = before.slice(1 + before.findLastIndex(({ kind }) => kind === "number" || kind === "compare"));
  const last = own.findLast(isOwner);
  return last !== undefined && last.op !== op && isPossessive(last, lower);
}

/** the 5.86x: what the words behind it tell apart. */
const isGiven = (clause: Clause, at: number): boolean =>
  clause[clause[at - 1]?.kind === "approximate" ? at - 2 : at - 1]?.op === "the";

const naming: ReadonlySet<string> = new Set(["company", "entity", "number", "metric", "foreign"]);

/** likewise taken from tushare, the lower, on which the market sets the higher P/B: what is inserted between two commas, beside which the rest goes on. */
function isInserted(clause: Clause, lower: string): boolean {
  const isRelative = /^(?:(?:on|at|for|in) )?which /.test(lower.slice(clause[0]?.start, clause[2]?.start));
  return !clause.some(({ kind }) => (isRelative ? kind === "number" : naming.has(kind)));
}

const isPossessive = (owner: Token, lower: string): boolean =>
  /^'s?(?![a-z])/.test(lower.slice(owner.end, owner.end + 2));

const opensPhrase = /^(?:at|down|on|showing|trades|trading|up|with|worth)$/;
const leads: ReadonlySet<string> = new Set(["fill", "approximate", "text"]);

/** at 14.71%, RMB 17.6 billion, was 18.36%: the number comes first in its clause. */
function beginsWithNumber(clause: Clause): boolean {
  const number = clause.findIndex(({ kind }) => kind === "number");
  return number >= 0 && number < 4 && clause.slice(0, number).every(({ kind }) => leads.has(kind));
}

const dimensionOf = (clause: Clause | undefined): string | undefined =>
  clause?.find(({ kind }) => kind === "number")?.number?.unit?.dimension;

/** BYD is, it is Kingsoft Office that, belongs to Wuliangye: the company that a clause begins with. */
const subjectLead =
  /^(?:the [^,;]{1,30} of |it (?:is|was) |(?:belongs|belonged|goes|went) to |(?:is|was) that of )?(?:the )?$/;

function subjectOf(clause: Clause, lower: string): Token | undefined {
  const found = clause.slice(0, 5).find(isOwner);
  return found !== undefined && subjectLead.test(lower.slice(clause[0]?.start, found.start))
    ? found
    : undefined;
}

/**
 * Whom a clause is of that does not name them itself: ahead of BYD, whose ROE was 18.36%; lower than BOE's, at 14.71%; Moutai, at
 * 20.4x, sits above Wuliangye, at 15.1x; At 79.4x, against 30.9x for East Money, it is Kingsoft Office that…
 */
export function subjectBeside({ clauses }: Sentence, index: number, lower: string): string | null {
  const clause = clauses[index] ?? [];
  const isParted = (at: number): boolean =>
    lower.slice(clauses[at - 1]?.at(-1)?.end, clauses[at]?.[0]?.start).includes(";");
  let back = index - 1;
  while (back > 0 && back > index - 3 && isInserted(clauses[back] ?? [], lower)) back--;
  const before = isParted(index) ? [] : withoutNotes((clauses[back] ?? []).slice(-longest));
  const last = before.findLastIndex(isOwner);
  const owner = before[last];
  const opening = lower.slice(clause[0]?.start, clause[0]?.end);
  if (owner !== undefined) {
    const isTheirs = isPossessive(owner, lower);
    const behind = before.slice(last + 1).filter(({ start }) => !isTheirs || start > owner.end + 1);
    const isLast = behind.length === 0;
    if (isLast && /^(?:which|whose)$/.test(opening)) return ownerOf(owner);
    const lead = before[last - 1]?.op ?? "";
    const isLed = lead === "that" || lead === "which" || (isLast && /^(?:at|by|for|of)$/.test(lead));
    const isOpen = (isTheirs || isLed) && !behind.some(({ kind }) => kind === "number");
    if (isOpen && beginsWithNumber(clause)) return ownerOf(owner);
    const compare = before.findIndex(({ kind }) => kind === "compare");
    const isSide = compare >= 0 && compare < last && isLast && opensPhrase.test(opening);
    const isToldOther = clauses
      .slice(Math.max(0, back - 3), back + 1)
      .some((each) => dimensionOf(each) === dimensionOf(clause));
    return isSide && isToldOther && dimensionOf(clause) !== undefined ? ownerOf(owner) : null;
  }
  const isHead =
    (opensPhrase.test(opening) || beginsWithNumber(clause)) &&
    dimensionOf(clause) !== undefined &&
    !clause.some(isOwner);
  if (!isHead) return null;
  for (let next = index + 1; next < index + 4 && next < clauses.length && !isParted(next); next++) {
    const subject = subjectOf(clauses[next] ?? [], lower);
    if (subject !== undefined) return ownerOf(subject);
  }
  return null;
}

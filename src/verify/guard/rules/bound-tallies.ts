/** 三家里只有茅台超过20倍, 两家低于15倍, 都低于20倍: of how many a bound that the user named is true. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Clause } from "../binding/structure.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { isAll, isCount, isOnly, isOnlyOne } from "../tokens/side-words.ts";
import type { Token } from "../tokens/token.ts";
import { namedAs } from "./tally-names.ts";

/** The user's own number right behind the comparison. */
function boundAt(clause: Clause, at: number, bench: Bench) {
  const [next, after] = clause.slice(at + 1, at + 3);
  const number = next?.op === "了" ? after : next;
  const settled = number?.kind === "number" ? bench.settled.get(number) : undefined;
  return settled?.entry === null ? settled : undefined;
}

/** What the text shows of the one measure that could have the bound, one value a company; null where it shows several. */
function shownOf(dimension: string, { settled }: Bench): ReadonlyMap<string, BookClaim> | null {
  const found = new Map<string, BookClaim>();
  for (const { entry } of settled.values()) {
    if (entry === null || entry.company === null || entry.unit.dimension !== dimension) continue;
    const [first] = found.values();
    const known = found.get(entry.company) ?? entry;
    if ((first ?? entry).claim.metric !== entry.claim.metric || known.base !== entry.base) return null;
    found.set(entry.company, entry);
  }
  return found;
}

const ownersIn = (tokens: readonly Token[]): readonly string[] => [
  ...new Set(tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []))),
];

/** Those named in the clause, else since the sentence's last semicolon. */
function ownersBefore(word: Token, clause: Clause, { sentence }: Part, lower: string): readonly string[] {
  const own = ownersIn(clause.filter(({ start }) => start < word.start));
  if (own.length > 0) return own;
  const flat = sentence.tokens.filter(({ start }) => start < word.start);
  // 平安银行低于0.6倍,工商银行…、招商银行…,都高于0.6倍: not those of the comparison before.
  const compared = flat.findLast(({ kind, op }) => kind === "compare" && /^[<>]=?$/.test(op))?.end ?? -1;
  const from = Math.max(lower.lastIndexOf(";", word.start), lower.lastIndexOf("；", word.start), compared);
  return ownersIn(flat.filter(({ start }) => start > from));
}

/** 有两家低于15倍:五粮液14.87倍,泸州老窖13.66倍: as many of those behind the colon as the count says. */
function ownersBehind(number: Token, count: number, { sentence }: Part, lower: string): readonly string[] {
  const flat = sentence.tokens;
  const at = flat.indexOf(number);
  if (flat[at + 1]?.op !== ":") return namedAs(flat, number.end, count, lower);
  return ownersIn(flat.slice(at + 1)).slice(0, count);
}

/** True or false; null where the word sets no user's bound beside several companies. */
export function judgeBoundTally(word: Token, clause: Clause, part: Part, bench: Bench): boolean | null {
  const { lower } = bench.input;
  const op = /^[<>]=?$/.exec(word.op)?.[0];
  const at = clause.indexOf(word);
  const bound = op === undefined ? undefined : boundAt(clause, at, bench);
  const before = clause.slice(0, at);
  const isOne = before.some((each) => isOnly(each) || isOnlyOne(each, lower));
  const count = before.find((each) => isCount(each) && !/[后前]/.test(lower.charAt(each.start - 1)));
  const isWhole = before.some(isAll);
  if (op === undefined || bound === undefined || !(isOne || isWhole || count !== undefined)) return null;
  const shown = shownOf(bound.dimension, bench);
  if (shown === null || shown.size < 2) return null;
  const so = new Set([...shown].flatMap(([owner, { base }]) => (holds(op, base, bound.base) ? [owner] : [])));
  const owners = ownersBefore(word, clause, part, lower);
  const { token } = bound.quantity;
  if (isOne) {
    const behind = owners.length > 0 ? [] : ownersBehind(token, 1, part, lower);
    if (behind.length > 0) return so.size === 1 && behind.every((owner) => so.has(owner));
    const named = owners.length > 0 && ownersIn(before).length === 0 ? owners.slice(-1) : owners;
    return named.length === so.size && named.every((owner) => so.has(owner));
  }
  if (isWhole) {
    const all = owners.length > 1 ? owners : [...shown.keys()];
    return (count === undefined || count.count === all.length) && all.every((owner) => so.has(owner));
  }
  if (count === undefined) return null;
  bench.judged.add(count);
  return (
    count.count === so.size && ownersBehind(token, count.count, part, lower).every((owner) => so.has(owner))
  );
}

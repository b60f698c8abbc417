/** 三家里只有茅台超过20倍, 两家低于15倍, 一家在MA60上方: of how many it is true that they lie beyond the user's bound, or their own average. */

import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { holds } from "../../comparing/comparison-sides.ts";
import { isAll, isCount, isOnly, isOnlyOne } from "../../tokens/readers/side-words.ts";
import { type Clause, companiesIn, kindsOf, type Token } from "../../tokens/token.ts";
import { namedAs } from "./tally-names.ts";

/** By how much each company that the text shows lies above what it is set beside, and where the words of that end. */
interface Gaps {
  readonly by: ReadonlyMap<string, number>;
  readonly end: Token;
  readonly isOfAverage: boolean;
}

const saysNothing = kindsOf("fill text user");
const isEnd = (each: Token | undefined): boolean =>
  each === undefined || each.op === ":" || each.kind === "open";

/** The user's own number behind the comparison, 超过您说的1%的, or the last one before it, 按您给的1%来划,有两家超过. */
function boundAt(clause: Clause, at: number, { sentence }: Part, { settled }: Bench) {
  const behind = clause.slice(at + 1, at + 6);
  const stop = behind.findIndex((each) => !saysNothing.has(each.kind) || each.op === ":");
  const next = behind[stop];
  const word = clause[at];
  const number =
    next?.kind !== "number" && word !== undefined && isEnd(next)
      ? sentence.tokens.findLast((each) => each.start < word.start && settled.get(each)?.entry === null)
      : next;
  const found = number?.kind === "number" ? settled.get(number) : undefined;
  return number !== undefined && found?.entry === null
    ? { ...found, end: number === next ? number : word }
    : undefined;
}

/** What the text shows of the one measure that could have the bound, one value a company; null where it shows several. */
function gapsToBound(clause: Clause, at: number, part: Part, bench: Bench): Gaps | null {
  const bound = boundAt(clause, at, part, bench);
  if (bound?.end === undefined) return null;
  const found = new Map<string, BookClaim>();
  for (const { entry } of bench.settled.values()) {
    if (entry === null || entry.company === null || entry.unit.dimension !== bound.dimension) continue;
    const [first] = found.values();
    const known = found.get(entry.company) ?? entry;
    if ((first ?? entry).claim.metric !== entry.claim.metric || known.base !== entry.base) return null;
    found.set(entry.company, entry);
  }
  const by = new Map([...found].map(([owner, { base }]) => [owner, base - bound.base]));
  return { by, end: bound.end, isOfAverage: false };
}

/** 一家在MA60上方, one is above its MA60: each price that the text shows beside the company's own average of that kind. */
function gapsToAverage(clause: Clause, at: number, { sentence }: Part, bench: Bench): Gaps | null {
  const { averages, priced, closes } = bench.input.lexicon;
  const word = clause[at];
  const isAverage = ({ kind, metrics }: Token): boolean =>
    kind === "metric" && metrics.some((id) => averages.includes(id));
  const before = sentence.tokens.filter(({ start }) => start < (word?.start ?? 0));
  const named = word?.op.endsWith("post")
    ? before.findLast(isAverage)
    : clause.slice(at + 1, at + 3).find(isAverage);
  if (word === undefined || named === undefined || clause.slice(0, at).some(({ kind }) => kind === "number"))
    return null;
  const shown = [...bench.settled.values()].flatMap(({ entry }) => entry ?? []);
  const by = new Map<string, number>();
  for (const { company, base, claim } of shown) {
    const price = shown.find(
      (each) =>
        each.company === company && (priced.includes(each.claim.metric) || closes.own.has(each.claim.metric)),
    );
    if (company !== null && price !== undefined && named.metrics.includes(claim.metric))
      by.set(company, price.base - base);
  }
  return { by, end: named.start > word.start ? named : word, isOfAverage: true };
}

const ownersIn = (tokens: readonly Token[]): readonly string[] => [...companiesIn(tokens)];

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

/** 有两家低于15倍:五粮液14.87倍,泸州老窖13.66倍: as many of those behind the colon as the count says; none where all are listed beside their averages. */
function ownersBehind({ end, by, isOfAverage }: Gaps, count: number, { sentence }: Part, lower: string) {
  const flat = sentence.tokens;
  const at = flat.indexOf(end);
  if (flat[at + 1]?.op !== ":") return isOfAverage ? [] : namedAs(flat, end.end, count, lower);
  const listed = ownersIn(flat.slice(at + 1));
  if (isOfAverage) return listed.length === by.size ? [] : listed.slice(0, count);
  // 有两家超过:茅台…、老窖…、五粮液…: more of them are listed than were counted.
  const items = flat.filter(
    ({ start }) => start > end.end && lower.slice(end.end, start).search(/[;；]/) < 0,
  );
  const isMore =
    ownersIn(items).length > count && !items.some(({ kind }) => kind === "compare" || kind === "vague");
  return isMore ? ownersIn(items) : listed.slice(0, count);
}

/** 工商银行0.09%没有超过: the value right before the word, beside the user's bound that the sentence named; null for any other word. */
function judgeBehindValue(op: string, at: number, clause: Clause, part: Part, bench: Bench): boolean | null {
  const bound = isEnd(clause[at + 1]) ? boundAt(clause, at, part, bench) : undefined;
  const word = clause[at];
  const value = part.sentence.tokens.findLast(
    ({ kind, end }) => kind === "number" && end <= (word?.start ?? 0),
  );
  const entry = value === undefined ? undefined : bench.settled.get(value)?.entry;
  if (bound === undefined || entry == null || entry.unit.dimension !== bound.dimension) return null;
  return holds(op, entry.base, bound.base);
}

/** The count before the word, or behind it: 超过1%的有两家. */
function countAt(clause: Clause, at: number, lower: string): Token | undefined {
  const before = clause
    .slice(0, at)
    .find((each) => isCount(each) && !/[后前]/.test(lower.charAt(each.start - 1)));
  return (
    before ??
    clause.find((each, i) => i > at && isCount(each) && /^(?:有|是|共)$/.test(clause[i - 1]?.op ?? ""))
  );
}

/** True or false; null where the word sets no bound, the user's or an average, beside several companies. */
export function judgeBoundTally(word: Token, clause: Clause, part: Part, bench: Bench): boolean | null {
  const { lower } = bench.input;
  const op = word.kind === "superlative" ? undefined : /^([<>]=?)(?:post)?$/.exec(word.op)?.[1];
  const at = clause.indexOf(word);
  const before = clause.slice(0, at);
  const count = countAt(clause, at, lower);
  const isOne = before.some(
    (each) => isOnlyOne(each, lower) || (isOnly(each) && (count === undefined || count.start < each.start)),
  );
  const isWhole = before.some(isAll);
  if (op === undefined) return null;
  if (!(isOne || isWhole || count !== undefined)) return judgeBehindValue(op, at, clause, part, bench);
  const gaps =
    gapsToBound(clause, at, part, bench) ?? (isWhole ? null : gapsToAverage(clause, at, part, bench));
  if (gaps === null || gaps.by.size < 2) return null;
  const so = new Set([...gaps.by].flatMap(([owner, gap]) => (holds(op, gap, 0) ? [owner] : [])));
  const owners = ownersBefore(word, clause, part, lower);
  // 两家里一家: the whole, of which one is.
  if (gaps.isOfAverage && isOne && count !== undefined && count.count !== gaps.by.size) return false;
  if (isOne) {
    const behind = owners.length > 0 ? [] : ownersBehind(gaps, 1, part, lower);
    if (owners.length === 0 && (behind.length > 0 || gaps.isOfAverage))
      return so.size === 1 && behind.every((owner) => so.has(owner));
    const named = owners.length > 0 && ownersIn(before).length === 0 ? owners.slice(-1) : owners;
    return named.length === so.size && named.every((owner) => so.has(owner));
  }
  if (isWhole) {
    const all = owners.length > 1 ? owners : [...gaps.by.keys()];
    return (count === undefined || count.count === all.length) && all.every((owner) => so.has(owner));
  }
  if (count === undefined) return null;
  bench.judged.add(count);
  return (
    count.count === so.size && ownersBehind(gaps, count.count, part, lower).every((owner) => so.has(owner))
  );
}

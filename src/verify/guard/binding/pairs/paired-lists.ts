/**
 * 2025年和2024年净利润分别为897亿元和840亿元: times that 分别 gives to the numbers after it; 897亿元和84亿元,分别是A和B的净利润: owners,
 * measures or times that it gives to the numbers before it.
 */
import type { Token, TokenKind } from "../../tokens/token.ts";
import { type Coverage, noMarks } from "../cites/attribution.ts";
import type { Sentence } from "../structure.ts";

/** What the list gives to one number. */
export interface Paired {
  readonly company?: string;
  readonly metrics?: readonly string[];
  readonly date?: Token;
  readonly source?: Token;
  readonly window?: Token;
}

const kinds = ["company", "metric", "date", "window"] as const;
type ListKind = (typeof kinds)[number];
/** Longer sentences list nothing that a reader could pair. */
const mostTokens = 120;

const separating: ReadonlySet<TokenKind> = new Set(["join", "clause"]);
/** What may stand between two numbers of a list beside 和 and a comma: the word of direction of the second, a small word. */
const between: ReadonlySet<TokenKind> = new Set(["direction", "metric", "fill", "approximate"]);

/** The numbers right after the index, of one list. */
function numbersFrom(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  let joined = true;
  for (const each of tokens) {
    if (each.kind === "number") {
      if (!joined) break;
      found.push(each);
      joined = false;
    } else if (separating.has(each.kind)) joined = true;
    else if (!between.has(each.kind) || (found.length > 0 && !joined && each.kind !== "fill")) break;
  }
  return found;
}

/** The last tokens of the kind that stand in one list; 的 and small words may follow each. */
function listOf(kind: ListKind, tokens: readonly Token[]): readonly Token[] {
  const all = tokens.filter((each) => each.kind === kind && !each.op.endsWith("verb"));
  return all.every((each, i) => {
    const before = all[i - 1];
    if (before === undefined) return true;
    const gap = tokens.slice(tokens.indexOf(before) + 1, tokens.indexOf(each));
    return gap.some(({ kind: own, op }) => separating.has(own) || op === "/") && gap.length <= 3;
  })
    ? all
    : [];
}

const itemOf = (kind: ListKind, each: Token): Paired =>
  kind === "company"
    ? { company: each.op }
    : kind === "metric"
      ? { metrics: each.metrics }
      : kind === "date"
        ? { date: each }
        : { window: each };

/** 分别 after the numbers: the one list behind it that is as long as theirs. */
function pairBack(numbers: readonly Token[], after: readonly Token[], result: Map<Token, Paired>): void {
  const open = after.findIndex(({ kind }) => kind === "open");
  const outside = open < 0 ? after : after.slice(0, open);
  // (akshare, 7 May and 6 May respectively)
  const isInside = open >= 0 && !outside.some(({ kind }) => (kinds as readonly string[]).includes(kind));
  const said = isInside ? after.slice(open + 1) : outside;
  const lists = kinds.map((kind) => [kind, listOf(kind, said)] as const);
  const long = lists.filter(([, list]) => list.length === numbers.length);
  const [found] = long;
  if (found === undefined || long.length > 1) return;
  const [metric, ...more] = said.filter(({ kind }) => kind === "metric");
  const shared = found[0] !== "metric" && metric !== undefined && more.length === 0 ? metric.metrics : null;
  for (const [i, number] of numbers.entries()) {
    const each = found[1][i];
    if (each !== undefined)
      result.set(number, { ...(shared !== null && { metrics: shared }), ...itemOf(found[0], each) });
  }
}

const isMove = ({ kind, sign }: Token): boolean => (kind === "direction" || kind === "metric") && sign !== 0;

/** 分别上涨1.35%和下跌2.31%: each number has a word of move of its own, and a company of the list before. */
function pairMoves(
  before: readonly Token[],
  after: readonly Token[],
  numbers: readonly Token[],
  result: Map<Token, Paired>,
): void {
  const isMoves = numbers.every((each) => {
    const word = after[after.indexOf(each) - 1];
    return word !== undefined && isMove(word);
  });
  const last = before.findLastIndex(({ kind }) => kind === "number");
  const list = isMoves ? listOf("company", before.slice(last + 1)) : [];
  if (list.length !== numbers.length) return;
  for (const [i, number] of numbers.entries()) {
    const each = list[i];
    if (each !== undefined) result.set(number, itemOf("company", each));
  }
}

/** 分别 before the numbers: times that stand before it, of one company and one measure. */
function pairTimes(before: readonly Token[], numbers: readonly Token[], result: Map<Token, Paired>): void {
  const last = before.findLastIndex(({ kind }) => kind === "number");
  const said = before.slice(last + 1);
  for (const kind of ["date", "window"] as const) {
    const list = listOf(kind, said);
    const isOne = (["company", "metric"] as const).every(
      (other) =>
        new Set(said.flatMap((each) => (each.kind === other ? [each.op + each.metrics.join()] : []))).size <
        2,
    );
    if (list.length !== numbers.length || !isOne) continue;
    for (const [i, number] of numbers.entries()) {
      const each = list[i];
      if (each !== undefined) result.set(number, itemOf(kind, each));
    }
  }
}

const known = new WeakMap<Sentence, ReadonlyMap<Token, Paired>>();
const none: ReadonlyMap<Token, Paired> = new Map();

/** What each number of such lists is given; empty for a sentence without 分别. */
export function pairedLists(sentence: Sentence): ReadonlyMap<Token, Paired> {
  if (sentence.counts.respective === 0) return none;
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const result = new Map<Token, Paired>();
  known.set(sentence, result);
  const flat = sentence.clauses.flatMap((clause): readonly Token[] => {
    const end = clause.at(-1);
    return end === undefined ? [] : [...clause, { ...end, kind: "clause", op: "," }];
  });
  if (flat.length > mostTokens) return result;
  for (const [at, each] of flat.entries()) {
    if (each.kind !== "respective") continue;
    const numbers = numbersFrom(flat.slice(at + 1));
    if (numbers.length > 1) {
      pairTimes(flat.slice(0, at), numbers, result);
      pairMoves(flat.slice(0, at), flat.slice(at + 1), numbers, result);
    }
    if (numbers.length === 0) {
      // CNY 89.7 billion and CNY 84.0 billion in 2025 and 2024 respectively: the times stand between.
      const last = flat.slice(0, at).findLastIndex(({ kind }) => kind === "number");
      const earlier = numbersFrom(flat.slice(0, last + 1).toReversed()).toReversed();
      const said = flat.slice(last + 1, at);
      const isBetween = said.some(({ kind }) => kind === "date" || kind === "window");
      if (earlier.length > 1) {
        pairBack(earlier, isBetween ? said : flat.slice(at + 1), result);
        // revenue in 2025 and 2024 was CNY 89.7 billion and CNY 84.0 billion respectively: the times stand before both.
        const [first] = earlier;
        if (first !== undefined && !result.has(first))
          pairTimes(flat.slice(0, flat.indexOf(first)), earlier, result);
      }
    }
  }
  return result;
}

/** 1440.00元/1450.50元(akshare,5月6日/5月7日): the dates of one list behind as many numbers, in their order. */
function listedBehind({ direct }: Coverage): readonly (readonly [Token, Paired])[] {
  const lists = new Map<number, Token[]>();
  for (const [number, { dates }] of direct) {
    const [first] = dates;
    const isList = first !== undefined && first.count > 0 && dates.length > 1;
    if (isList && first.start > number.start && dates.every(({ count }) => count === first.count))
      lists.set(first.count, [...(lists.get(first.count) ?? []), number]);
  }
  if (lists.size === 0) return [];
  return [...lists.values()].flatMap((numbers) =>
    numbers.flatMap((number, i) => {
      const { dates = [] } = direct.get(number) ?? {};
      const date = dates[i];
      return dates.length === numbers.length && date !== undefined ? [[number, { date }] as const] : [];
    }),
  );
}

/** The same marks, where a list gives each number a date of its own. */
export function withPairedDates(coverage: Coverage, sentence: Sentence): Coverage {
  if (sentence.counts.date < 2 && sentence.counts.respective === 0) return coverage;
  const told = [...listedBehind(coverage), ...pairedLists(sentence)].filter(
    ([, { date, source }]) => date !== undefined || source !== undefined,
  );
  if (told.length === 0) return coverage;
  const direct = new Map(coverage.direct);
  for (const [number, { date, source }] of told)
    direct.set(number, {
      ...(direct.get(number) ?? noMarks()),
      ...(date !== undefined && { dates: [date] }),
      ...(source !== undefined && { sources: [source] }),
    });
  return { ...coverage, direct };
}

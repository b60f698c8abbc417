import { type BookClaim, type ClaimBook, claimsOf } from "./claim-book.ts";
import type { Quantity } from "./quantity.ts";
import type { Clause, Sentence } from "./structure.ts";
import type { Token } from "./token.ts";

/** What was said before the sentence, for words that lean on it. */
export interface Start {
  readonly company: string | null;
  readonly metrics: readonly string[];
}

/** A number that was matched: its base value and the claim, or the user's own number. */
export interface Settled {
  readonly quantity: Quantity;
  readonly base: number;
  readonly dimension: string;
  readonly entry: BookClaim | null;
}

export interface ComparisonInput {
  readonly sentence: Sentence;
  readonly start: Start;
  readonly settled: ReadonlyMap<Token, Settled>;
  readonly book: ClaimBook;
}

export interface ComparisonFault {
  readonly token: Token;
  readonly reason: "comparison_false" | "comparison_unsupported";
}

interface Operand {
  readonly values: readonly number[];
  readonly dimension: string;
}

interface Spot {
  readonly flat: readonly Token[];
  readonly at: number;
}

function holds(op: string, left: number, right: number): boolean {
  switch (op) {
    case ">":
      return left > right;
    case "<":
      return left < right;
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
    default:
      return op === "=" && left === right;
  }
}

const operandOf = (entries: readonly BookClaim[]): Operand | null => {
  const [first] = entries;
  return first === undefined
    ? null
    : { values: entries.map((entry) => entry.base), dimension: first.unit.dimension };
};

const settledOperand = ({ base, dimension }: Settled): Operand => ({ values: [base], dimension });

/** Company and metric as the tokens before the index leave them. */
function stateAt(
  input: ComparisonInput,
  { flat, at }: Spot,
): { company: string | null; metrics: readonly string[] } {
  let { company, metrics } = input.start;
  for (const each of flat.slice(0, at)) {
    if (each.kind === "company") company = each.op;
    if (each.kind === "metric") metrics = each.metrics;
  }
  return { company, metrics };
}

const clauseEnd = (flat: readonly Token[], at: number): number => {
  let depth = 0;
  for (let i = at; i < flat.length; i++) {
    const kind = flat[i]?.kind;
    if (kind === "open") depth++;
    if (kind === "close") depth = Math.max(0, depth - 1);
    if ((kind === "clause" && depth === 0) || kind === "compare") return i;
    // 当前价高于开盘价:… has said both sides before the colon.
    if (flat[i]?.op === ":" && flat.slice(at, i).some((each) => sides.has(each.kind))) return i;
  }
  return flat.length;
};

/** The right side of a comparison: the next number, else the company and metric named there. */
function rightOperand(input: ComparisonInput, spot: Spot): Operand | null | "open" {
  const { flat, at } = spot;
  const stretch = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const number = stretch.find((each) => each.kind === "number");
  const company = stretch.find((each) => each.kind === "company");
  const settled = number === undefined ? undefined : input.settled.get(number);
  // 高于五粮液(35倍 vs 15倍): the number that follows is not the other company's.
  const isOther = company !== undefined && settled?.entry != null && settled.entry.company !== company.op;
  if (number !== undefined && !isOther) return settled === undefined ? null : settledOperand(settled);
  const metric = stretch.find((each) => each.kind === "metric");
  if (stretch.some((each) => each.kind === "entity" || each.kind === "foreign" || each.kind === "scope"))
    return null;
  if (company === undefined && metric === undefined) return "open";
  const state = stateAt(input, spot);
  return operandOf(claimsOf(company?.op ?? state.company, metric?.metrics ?? state.metrics, input.book));
}

/** The left side: the last number before of the same measure, else the company and metric named before. */
function leftOperand(input: ComparisonInput, spot: Spot, right: Operand): Operand | null {
  const { flat, at } = spot;
  const from = flat.slice(0, at).findLastIndex((each) => each.kind === "clause");
  const own = flat.slice(from + 1, at);
  const ownMetric = own.findLast((each) => each.kind === "metric");
  const ownCompany = own.findLast((each) => each.kind === "company");
  const numbers = flat.slice(0, at).filter((each) => each.kind === "number");
  const isNamed = ownMetric !== undefined || ownCompany !== undefined;
  const pool = isNamed ? own.filter((each) => each.kind === "number") : numbers;
  const settled = pool
    .map((each) => input.settled.get(each))
    .findLast((each) => each !== undefined && each.dimension === right.dimension);
  if (settled !== undefined) return settledOperand(settled);
  const state = stateAt(input, spot);
  return operandOf(
    claimsOf(ownCompany?.op ?? state.company, ownMetric?.metrics ?? state.metrics, input.book),
  );
}

function judge(op: string, left: Operand | null, right: Operand | null): ComparisonFault["reason"] | null {
  if (left === null || right === null || left.dimension !== right.dimension) return "comparison_unsupported";
  return left.values.every((a) => right.values.every((b) => holds(op, a, b))) ? null : "comparison_false";
}

/** 位于20日均线上方: the measure before the word is the right side, what came before it the left. */
function judgePost(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const op = (flat[at]?.op ?? "").charAt(0);
  const from = flat.slice(0, at).findLastIndex((each) => each.kind === "clause");
  const own = flat.slice(from + 1, at);
  const isReference = own.some(
    (each) => each.kind === "metric" || each.kind === "number" || each.kind === "company",
  );
  if (!isReference) return null;
  const lastMetric = own.findLastIndex((each) => each.kind === "metric");
  const number = own.findLast((each) => each.kind === "number");
  const state = stateAt(input, spot);
  const settled = number === undefined ? undefined : input.settled.get(number);
  const right =
    settled !== undefined && own.indexOf(settled.quantity.token) > lastMetric
      ? settledOperand(settled)
      : operandOf(claimsOf(state.company, own[lastMetric]?.metrics ?? [], input.book));
  const pivot = lastMetric < 0 ? at : from + 1 + lastMetric;
  return judge(op, right === null ? null : leftOperand(input, { flat, at: pivot }, right), right);
}

const adjectives: Readonly<Record<string, string>> = {
  高: ">",
  大: ">",
  多: ">",
  贵: ">",
  强: ">",
  低: "<",
  小: "<",
  少: "<",
  弱: "<",
  宜: "<",
};

/** 比五粮液高: the adjective after the other side is the operator. */
function judgeThan(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const stretch = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const adjective = stretch.find(
    (each) => (each.kind === "text" || each.kind === "direction") && Object.hasOwn(adjectives, each.op),
  );
  const right = rightOperand(input, spot);
  if (right === "open")
    return stretch.some((each) => each.kind === "number") ? "comparison_unsupported" : null;
  if (adjective === undefined || right === null) return "comparison_unsupported";
  return judge(adjectives[adjective.op] ?? "", leftOperand(input, spot, right), right);
}

/** 更高: higher than the one other company that the claims speak of. */
function judgeAdjective(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  // 波动较小: nothing that is measured here.
  if (!spot.flat.some((each) => each.kind === "metric" || each.kind === "number")) return null;
  const op = (spot.flat[spot.at]?.op ?? "").charAt(0);
  return judgeExtreme(op, ...subject(input, spot), input.book);
}

/** The company's claims against all others'; of one company on several days, the value `said` against those of the other days. */
function judgeExtreme(
  op: string,
  company: string | null,
  metrics: readonly string[],
  book: ClaimBook,
  said?: number,
) {
  const all = metrics.flatMap((metric) => book.of(metric));
  const own = all.filter((entry) => entry.company === company);
  const others = all.filter((entry) => entry.company !== company);
  if (own.length > 1 && others.length === 0 && said !== undefined)
    return own.every((b) => b.base === said || holds(op, said, b.base))
      ? null
      : ("comparison_false" as const);
  if (own.length === 0 || others.length === 0) return "comparison_unsupported" as const;
  return own.every((a) => others.every((b) => holds(op, a.base, b.base)))
    ? null
    : ("comparison_false" as const);
}

/** 市盈率最高的是茅台, 茅台的市盈率最高: true over the claims, and said of nothing wider. */
function judgeSuperlative(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const { op } = flat[at] ?? { op: "" };
  if (
    op === "record" ||
    flat.some((each) => each.kind === "scope" || each.kind === "window" || each.kind === "entity")
  )
    return "comparison_unsupported";
  const next = flat.slice(at + 1, clauseEnd(flat, at + 1)).find((each) => each.kind === "number");
  const before = flat.slice(0, at).findLast((each) => each.kind === "number" || each.kind === "clause");
  const said = next ?? (before?.kind === "number" ? before : undefined);
  const value = said === undefined ? undefined : input.settled.get(said)?.base;
  return judgeExtreme(op, ...subject(input, spot), input.book, value);
}

/** Whom and what a superlative is said of: named before it, or after it (最高的是茅台, the highest P/E). */
function subject(input: ComparisonInput, spot: Spot): [company: string | null, metrics: readonly string[]] {
  const { flat, at } = spot;
  const stretch = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const state = stateAt(input, spot);
  const isAfter = stretch.some(
    (each) => each.kind === "fill" && (each.op === "是" || each.op === "为" || each.op === "is"),
  );
  const after = stretch.find((each) => each.kind === "company");
  const company = isAfter && after !== undefined ? after.op : state.company;
  const named = flat.slice(0, at).some((each) => each.kind === "metric");
  const metric = stretch.find((each) => each.kind === "metric");
  const metrics = !named && metric !== undefined ? metric.metrics : state.metrics;
  return [company, metrics];
}

/** 由低到高: the numbers that follow, of one measure, stand in that order. */
function judgeOrder({ settled }: ComparisonInput, { op, start }: Token): ComparisonFault["reason"] | null {
  const after = [...settled.values()].filter(({ quantity }) => quantity.token.start > start);
  const metric = after[0]?.entry?.claim.metric;
  const end = after.findIndex(({ entry }) => entry?.claim.metric !== metric);
  const listed = end < 0 ? after : after.slice(0, end);
  if (metric === undefined || listed.length < 2) return "comparison_unsupported";
  const inOrder = listed.every(({ base }, i) => {
    const before = listed[i - 1]?.base ?? base;
    return op === "asc" ? before <= base : before >= base;
  });
  return inOrder ? null : "comparison_false";
}

function judgeOne(input: ComparisonInput, spot: Spot, each: Token): ComparisonFault["reason"] | null {
  if (each.op === "asc" || each.op === "desc") return judgeOrder(input, each);
  if (each.kind === "superlative") return judgeSuperlative(input, spot);
  if (each.op.endsWith("post")) return judgePost(input, spot);
  if (each.op.endsWith("adj")) return judgeAdjective(input, spot);
  if (each.op === "than") return judgeThan(input, spot);
  const right = rightOperand(input, spot);
  if (right === "open") {
    // Nothing on the right: a manner of speaking unless a number follows from it.
    return "comparison_unsupported";
  }
  if (each.op === "~") return "comparison_unsupported";
  return judge(each.op, right === null ? null : leftOperand(input, spot, right), right);
}

/** Words that `judgeComparisons` may have to judge. */
export const isComparisonWord = ({ kind }: Token): boolean =>
  kind === "compare" || kind === "superlative" || kind === "vague";

/** Judges every comparison word of the sentence over the claims. */
export function judgeComparisons(input: ComparisonInput): ComparisonFault[] {
  const flat: Token[] = [];
  for (const clause of input.sentence.clauses) flat.push(...withBorder(clause));
  return flat.flatMap((each, at) => {
    if (!isComparison(flat, at)) return [];
    const reason = judgeOne(input, { flat, at }, each);
    return reason === null ? [] : [{ token: each, reason }];
  });
}

const sides: ReadonlySet<string> = new Set(["company", "entity", "metric", "foreign"]);

/** A comparison word; 超过 is one where it stands before a company or a measure, not before a number. */
function isComparison(flat: readonly Token[], at: number): boolean {
  const each = flat[at];
  if (each?.kind !== "vague") return each?.kind === "compare" || each?.kind === "superlative";
  const next = flat.slice(at + 1, at + 4).find((one) => one.kind !== "fill" && one.kind !== "text");
  return each.op !== "" && next !== undefined && sides.has(next.kind);
}

const withBorder = (clause: Clause): Token[] => {
  const last = clause.at(-1);
  const border: Token[] = last === undefined ? [] : [{ ...last, kind: "clause", op: "", number: null }];
  return [...clause, ...border];
};

import { isAsked } from "./asked.ts";
import { claimsOf } from "./claim-book.ts";
import {
  type ComparisonFault,
  type ComparisonInput,
  clauseEnd,
  holds,
  type Operand,
  ofMagnitude,
  operandOf,
  type Settled,
  type Spot,
  settledOperand,
  sides,
  stateAt,
  usersSide,
} from "./comparison-sides.ts";
import {
  averageBefore,
  averageSide,
  judgeDays,
  judgeOpening,
  laterOperand,
  ofOthers,
} from "./named-sides.ts";
import { joinedWith, judgePairs, judgeValuation } from "./paired-comparison.ts";
import type { Clause } from "./structure.ts";
import { judgeAdjective, judgeOrder, judgeSecond, judgeSuperlative, ofRank } from "./superlatives.ts";
import type { Token } from "./token.ts";
import { judgeYears } from "./year-sides.ts";

/** The right side of a comparison: the next number, else the company and metric named there. */
function rightOperand(input: ComparisonInput, spot: Spot): Operand | null | "open" {
  const { flat, at } = spot;
  const stretch = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const number = stretch.find((each) => each.kind === "number");
  const company = stretch.find((each) => each.kind === "company");
  const settled = number === undefined ? undefined : input.settled.get(number);
  // 高于五粮液(35倍 vs 15倍): the number that follows is not the other company's.
  const isOther = company !== undefined && settled?.entry != null && settled.entry.company !== company.op;
  if (number !== undefined && !isOther)
    return settled === undefined ? null : listedOperand(input, stretch, settled);
  const metric = stretch.find((each) => each.kind === "metric");
  const own = usersSide(input, stretch);
  if (own !== null) return own;
  if (stretch.some((each) => each.kind === "entity" || each.kind === "foreign" || each.kind === "scope"))
    return null;
  const state = stateAt(input, spot);
  const average = averageSide(input, state.company, stretch);
  if (average !== null) return average;
  if (company === undefined && metric === undefined) return "open";
  const companies = stretch.filter((each) => each.kind === "company").map(({ op }) => op);
  const owners = companies.length > 0 ? companies : [state.company];
  // 站上MA5和MA20: every measure that joins the first.
  const measures = metric === undefined ? [state.metrics] : joinedWith(stretch, metric);
  const claims = owners.flatMap((owner) => measures.map((of) => claimsOf(owner, of, input.book)));
  return claims.some((each) => each.length === 0) ? null : operandOf(claims.flat());
}

/** 高于五粮液的14.72倍和泸州老窖的13.05倍: all numbers of one measure or of money that the right side lists. */
function listedOperand({ settled }: ComparisonInput, stretch: readonly Token[], first: Settled): Operand {
  const from = stretch.findIndex((each) => each.kind === "number");
  const turn = stretch.findIndex(
    ({ kind, op }, i) => i > from && (kind === "vague" || kind === "user" || op === "but"),
  );
  const listed = (turn < 0 ? stretch : stretch.slice(0, turn))
    .map((each) => settled.get(each))
    .filter((each) => each !== undefined && each.dimension === first.dimension)
    .filter((each) => first.dimension === "CNY" || each?.entry?.claim.metric === first.entry?.claim.metric);
  return { values: listed.map((each) => each?.base ?? first.base), dimension: first.dimension };
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
  const alike = pool
    .flatMap((each) => input.settled.get(each) ?? [])
    .filter(({ dimension }) => dimension === right.dimension);
  const settled = alike.at(-1);
  if (settled !== undefined) return (isNamed ? null : ofOthers(spot, alike)) ?? settledOperand(settled);
  const state = stateAt(input, spot);
  return operandOf(
    claimsOf(ownCompany?.op ?? state.company, ownMetric?.metrics ?? state.metrics, input.book),
  );
}

function judge(op: string, left: Operand | null, right: Operand | null): ComparisonFault["reason"] | null {
  if (left === null || right === null || left.dimension !== right.dimension) return "comparison_unsupported";
  if (left.values.length === 0 || right.values.length === 0) return "comparison_unsupported";
  return left.values.every((a) => right.values.every((b) => holds(op, a, b))) ? null : "comparison_false";
}

/** MA5在30.90元,现价31.27元位于其上方: the number of the clause beside the last one before the clause. */
function judgeIts(input: ComparisonInput, { flat, at }: Spot, op: string): ComparisonFault["reason"] | null {
  const from = flat.slice(0, at).findLastIndex((each) => each.kind === "clause");
  const lastOf = (tokens: readonly Token[]): Operand | null => {
    const number = tokens.findLast((each) => each.kind === "number");
    const settled = number === undefined ? undefined : input.settled.get(number);
    return settled === undefined ? null : settledOperand(settled);
  };
  return judge(op, lastOf(flat.slice(from + 1, at)), lastOf(flat.slice(0, Math.max(0, from))));
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
  const users = usersSide(input, own.slice(-2));
  if (users !== null) return judge(op, leftOperand(input, spot, users), users);
  if (!isReference) return null;
  if (flat[at - 1]?.kind === "fill" && flat[at - 1]?.op === "其") return judgeIts(input, spot, op);
  const lastMetric = own.findLastIndex((each) => each.kind === "metric");
  const average = averageBefore(input, spot, stateAt(input, spot).company);
  if (average !== null) return judge(op, leftOperand(input, spot, average), average);
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

/** 跑赢, 优于: of the measure named before it, if it is none of price, else of how the prices of two companies moved. */
function judgePerformance(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const op = (flat[at]?.op ?? "").charAt(0);
  const named = flat
    .slice(0, at)
    .findLast(
      (each) => each.kind === "metric" && !each.metrics.some((metric) => input.priceLike.has(metric)),
    );
  const metrics = named?.metrics ?? input.changes;
  const stretch = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const others = stretch.filter((each) => ["company", "entity", "scope"].includes(each.kind));
  if (others.length === 0 || others.some((each) => each.kind !== "company")) return "comparison_unsupported";
  const { company } = stateAt(input, spot);
  const left = operandOf(claimsOf(company, metrics, input.book));
  const verdicts = others.map((each) => judge(op, left, operandOf(claimsOf(each.op, metrics, input.book))));
  return verdicts.find((each) => each !== null) ?? null;
}

/** What a thing is said to be beside another; as a judgement of the one alone (便宜, 更高) the same words need more. */
const adjectives: Readonly<Record<string, string>> = {
  便宜: "<",
  昂贵: ">",
  cheap: "<",
  expensive: ">",
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
  const end = clauseEnd(flat, at + 1);
  const stretch = flat.slice(at + 1, end);
  const adjective = operatorOf(stretch, input.lower) ?? adjectiveAt(flat[end]);
  const valuation = adjective === null ? undefined : judgeValuation(input, spot, adjective);
  if (valuation !== undefined) return valuation;
  const right = rightOperand(input, spot);
  if (right === "open")
    return adjective !== null || stretch.some((each) => each.kind === "number")
      ? "comparison_unsupported"
      : null;
  if (adjective === null || right === null) return "comparison_unsupported";
  const paired = judgePairs(input, spot, ofMagnitude(adjective, spot));
  if (paired !== undefined) return paired;
  return judge(ofMagnitude(adjective, spot), leftOperand(input, spot, right), right);
}

/** 比…高, 比…便宜: the operator of the last adjective that the stretch holds, or null. */
function operatorOf(stretch: readonly Token[], lower: string): string | null {
  const found = stretch.findLast(
    ({ kind, op, start, end }) =>
      (kind === "text" || kind === "direction" || kind === "event") &&
      Object.hasOwn(adjectives, kind === "event" ? lower.slice(start, end) : op),
  );
  return found === undefined
    ? null
    : (adjectives[found.kind === "event" ? lower.slice(found.start, found.end) : found.op] ?? null);
}

/** 比…更高: the comparative that ends the other side. */
const adjectiveAt = (each: Token | undefined): string | null =>
  each?.kind === "compare" && each.op.endsWith("adj") ? each.op.charAt(0) : null;

/** True for 更便宜 in 比招行更便宜: judged with the 比 before it. */
function isOfThan(flat: readonly Token[], at: number): boolean {
  const before = flat.slice(0, at).findLast(({ kind }) => kind === "compare" || kind === "clause");
  return before?.op === "than";
}

/** 较开盘价的317.65元更高: the adjective after the other side that 较 names; null where nothing is named so. */
function judgeBeside(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null | undefined {
  const { flat, at } = spot;
  const from = flat.slice(0, at).findLastIndex((each) => each.kind === "clause");
  const beside = flat
    .slice(from + 1, at)
    .findLastIndex((each) => each.kind === "join" && each.op === "beside");
  if (beside < 0) return undefined;
  const pivot = { flat, at: from + 1 + beside };
  const right = rightOperand(input, pivot);
  if (right === "open") return undefined;
  const op = (flat[at]?.op ?? "").charAt(0);
  return judge(op, right === null ? null : leftOperand(input, pivot, right), right);
}

function judgeOne(input: ComparisonInput, spot: Spot, each: Token): ComparisonFault["reason"] | null {
  if (each.op === "asc" || each.op === "desc") return judgeOrder(input, each);
  if (each.op === "second") return judgeSecond(input, spot);
  if (each.kind === "superlative") return judgeSuperlative(input, spot);
  if (each.op.endsWith("post")) return judgePost(input, spot);
  if (each.op.endsWith("adj")) {
    if (isOfThan(spot.flat, spot.at)) return null;
    const opening = judgeOpening(input, spot);
    if (opening !== undefined) return opening;
    const beside = judgeBeside(input, spot);
    return beside === undefined ? judgeAdjective(input, spot) : beside;
  }
  if (each.op.endsWith("adjmove")) return judgeAdjective(input, spot);
  if (each.op === "than") return judgeThan(input, spot);
  if (each.op.endsWith("perf")) return judgePerformance(input, spot);
  // 1.57% lower than yesterday's close: the number is the change, its sign the word's.
  const before = spot.flat[spot.at - 1];
  const change = before === undefined ? undefined : input.settled.get(before)?.entry?.claim.metric;
  if (change !== undefined && input.changes.includes(change)) return null;
  const ofYears = judgeYears(input, spot, each.op);
  const ofDays = ofYears === undefined ? judgeDays(input, spot, each.op) : ofYears;
  if (ofDays !== undefined) return ofDays;
  const right = rightOperand(input, spot);
  if (right === "open") {
    // 招行领先: of those that the claims speak of.
    const isLead = /^(?:领先|落后)$/.test(input.lower.slice(each.start, each.end));
    const isWider = spot.flat.some(({ kind }) => kind === "entity" || kind === "scope");
    if (isLead && !isWider) return judgeAdjective(input, spot);
    // Nothing on the right: 招商银行持平 is said of its price, anything else of nothing that is claimed.
    const moves = each.op === "=" ? claimsOf(stateAt(input, spot).company, input.changes, input.book) : [];
    return moves.length > 0 && moves.every(({ base }) => base === 0) ? null : "comparison_unsupported";
  }
  if (each.op === "~") return "comparison_unsupported";
  if (right === null) return "comparison_unsupported";
  const op = ofRank(each, spot, input.lower) ?? ofMagnitude(each.op, spot);
  const paired = judgePairs(input, spot, op);
  if (paired !== undefined) return paired;
  return judge(op, leftOperand(input, spot, right) ?? laterOperand(input, spot, right), right);
}

/** Words that `judgeComparisons` may have to judge. */
export const isComparisonWord = ({ kind }: Token): boolean =>
  kind === "compare" || kind === "superlative" || kind === "vague";

/** Judges every comparison word of the sentence over the claims. */
export function judgeComparisons(input: ComparisonInput): ComparisonFault[] {
  const flat: Token[] = [];
  for (const clause of input.sentence.clauses) flat.push(...withBorder(clause));
  return flat.flatMap((each, at) => {
    if (!isComparison(flat, at, input.lower)) return [];
    const reason = judgeOne(input, { flat, at }, each);
    return reason === null ? [] : [{ token: each, reason }];
  });
}

/** A comparison word; 超过 is one where it stands before a company or a measure, not before a number. */
function isComparison(flat: readonly Token[], at: number, lower: string): boolean {
  const each = flat[at];
  if (isAsked(flat, at, lower)) return false;
  if (each?.kind !== "vague") return each?.kind === "compare" || each?.kind === "superlative";
  const next = flat.slice(at + 1, at + 4).find((one) => one.kind !== "fill" && one.kind !== "text");
  return each.op !== "" && next !== undefined && (sides.has(next.kind) || next.kind === "user");
}

const withBorder = (clause: Clause): Token[] => {
  const last = clause.at(-1);
  const border: Token[] = last === undefined ? [] : [{ ...last, kind: "clause", op: "", number: null }];
  return [...clause, ...border];
};

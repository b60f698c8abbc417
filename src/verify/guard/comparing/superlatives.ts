import type { ClaimBook } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonFault,
  type ComparisonInput,
  clauseEnd,
  holds,
  ofMagnitude,
  reversedOp,
  type Spot,
  stateAt,
} from "./comparison-sides.ts";
import { judgeAverages } from "./named-sides.ts";

/** 更高: higher than the one other company that the claims speak of. */
export function judgeAdjective(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  // 波动较小: nothing that is measured here.
  if (!spot.flat.some((each) => each.kind === "metric" || each.kind === "number"))
    return judgeAsAsked(input, spot);
  const word = spot.flat[spot.at]?.op ?? "";
  const [company, metrics] = subject(input, spot);
  const later = spot.flat.slice(spot.at).find((each) => each.kind === "metric");
  const named = metrics.length > 0 ? metrics : (later?.metrics ?? metricAfter(input, spot));
  const of = word.endsWith("move") ? ofMove(metrics, input) : named;
  const said = ofMagnitude(word.charAt(0), spot);
  // had the larger loss
  const isFall = later !== undefined && later === spot.flat[spot.at + 1] && later.sign < 0;
  const op = isFall && said === word.charAt(0) ? reversedOp(said) : said;
  return judgeExtreme(word.endsWith("move") ? word.charAt(0) : op, company, of, input.book);
}

/** 招商银行更高: of the measure that was asked for; of nothing where none was. */
function judgeAsAsked(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const own = flat.slice(1 + flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause"), at);
  const isOfCompany = own.some(({ kind }) => kind === "company") && own.every(({ kind }) => plain.has(kind));
  const { metrics } = input.asked;
  const op = flat[at]?.op ?? "";
  if (!isOfCompany || metrics.length === 0 || op.endsWith("move")) return null;
  return judgeExtreme(op.charAt(0), stateAt(input, spot).company, metrics, input.book);
}

const plain: ReadonlySet<string> = new Set(["company", "fill", "clause", "join"]);

/** CMB is the larger of the two: RMB 1.05 trillion versus…: what the next number is of. */
function metricAfter({ settled }: ComparisonInput, { flat, at }: Spot): readonly string[] {
  const entry = flat.slice(at).flatMap((each) => settled.get(each) ?? [])[0]?.entry;
  return entry == null ? [] : [entry.claim.metric];
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
  if (own.length > 1 && said !== undefined)
    return own.every((b) => b.base === said || holds(op, said, b.base))
      ? null
      : ("comparison_false" as const);
  if (own.length === 0 || others.length === 0) return "comparison_unsupported" as const;
  return own.every((a) => others.every((b) => holds(op, a.base, b.base)))
    ? null
    : ("comparison_false" as const);
}

/** 市场份额第一: said of what no registered word names. */
function isOfSomethingElse(flat: readonly Token[], at: number): boolean {
  const from = flat.slice(0, at).findLastIndex((each) => each.kind === "clause");
  const own = flat.slice(from + 1, at);
  const words = own.slice(-2);
  const isNamed = own.some((each) => ["metric", "company", "number", "count", "pair"].includes(each.kind));
  return !isNamed && words.length === 2 && words.every((each) => each.kind === "text");
}

/** 表现最好 is said of how the prices moved, unless a measure of something else was named. */
const ofMove = (metrics: readonly string[], { priceLike, changes }: ComparisonInput): readonly string[] =>
  metrics.length === 0 || metrics.some((metric) => priceLike.has(metric)) ? changes : metrics;

/** 涨得最多, fell the most: the direction that stands with the superlative. */
const moveBefore = ({ flat, at }: Spot): Token | undefined =>
  flat
    .slice(Math.max(0, at - 2), at)
    .findLast(({ kind, op, sign }) => kind === "direction" && sign !== 0 && op !== "growth");

/** fell the most, ahead of the others: in a ranking of falls who is ahead fell further; null where none was said. */
export function ofRank({ start, end }: Token, { flat, at }: Spot, lower: string): string | null {
  if (!/^(?:ahead of|领先于|领先)$/.test(lower.slice(start, end))) return null;
  const rank = flat.slice(0, at).findLastIndex(({ kind }) => kind === "superlative");
  const fell = moveBefore({ flat, at: rank })?.sign ?? 0;
  const isFall = flat[rank]?.op === "<move" || (flat[rank]?.op === ">" && fell < 0);
  return rank >= 0 && isFall ? "<" : null;
}

/** 营收降幅最大: how the measure grew, not the measure. */
const growthBefore = ({ flat, at }: Spot): Token | undefined =>
  flat
    .slice(Math.max(0, at - 2), at)
    .findLast(({ kind, op, sign }) => kind === "direction" && sign !== 0 && op === "growth");

const reversed: Readonly<Record<string, string>> = { ">": "<", "<": ">" };

/** 市盈率最高的是茅台, 茅台的市盈率最高: true over the claims, and said of nothing wider. */
export function judgeSuperlative(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const measure = flat.slice(0, at).findLast((each) => each.kind === "metric");
  const said = flat[at]?.op ?? "";
  const word = said.endsWith("move") ? said.charAt(0) : said;
  const move = moveBefore(spot);
  const growth = growthBefore(spot);
  // 跌幅最大 is the lowest change, 净流出最多 the lowest inflow.
  const isReversed = said === word && (move?.sign ?? growth?.sign ?? measure?.sign) === -1;
  const op = isReversed ? (reversed[word] ?? word) : word;
  if (
    op === "record" ||
    flat.some((each) => each.kind === "scope" || each.kind === "window" || each.kind === "entity")
  )
    return "comparison_unsupported";
  if (isOfSomethingElse(flat, at)) return "comparison_unsupported";
  const next = flat.slice(at + 1, clauseEnd(flat, at + 1)).find((each) => each.kind === "number");
  const before = flat.slice(0, at).findLast((each) => each.kind === "number" || each.kind === "clause");
  const number = next ?? (before?.kind === "number" ? before : undefined);
  const named = new Set(flat.flatMap((each) => (each.kind === "company" ? [each.op] : [])));
  const isOfDays = named.size <= 1 && !flat.some((each) => each.kind === "count");
  const value = number === undefined || !isOfDays ? undefined : input.settled.get(number)?.base;
  const ofAverages = op === ">" || op === "<" ? judgeAverages(input, spot, op) : undefined;
  if (ofAverages !== undefined) return ofAverages;
  const [company, metrics] = subject(input, spot);
  const of =
    move?.op === "loss"
      ? metrics.length > 0
        ? metrics
        : input.flows
      : move !== undefined
        ? input.changes
        : growth !== undefined
          ? input.grownOf(metrics)
          : said === word
            ? metrics.length > 0
              ? metrics
              : input.asked.metrics
            : ofMove(metrics, input);
  return judgeExtreme(op, company, of, input.book, value);
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

/** 由低到高: the numbers that follow, of one measure, stand in that order; where none follow, those before. */
export function judgeOrder(
  { settled, sentence }: ComparisonInput,
  { op, start }: Token,
): ComparisonFault["reason"] | null {
  const inOrderOf = (listed: readonly number[]) =>
    listed.every((base, i) => {
      const before = listed[i - 1] ?? base;
      return op === "asc" ? before <= base : before >= base;
    })
      ? null
      : ("comparison_false" as const);
  const after = [...settled.values()].filter(({ quantity }) => quantity.token.start > start);
  const metric = after[0]?.entry?.claim.metric;
  const end = after.findIndex(({ entry }) => entry?.claim.metric !== metric);
  const listed = end < 0 ? after : after.slice(0, end);
  // 由高到低依次是MA60…、MA5…、MA20…: the measures of one kind of one company.
  const [first] = after;
  const last = after.findIndex(
    ({ entry, dimension }) => entry?.company !== first?.entry?.company || dimension !== first?.dimension,
  );
  const kind = last < 0 ? after : after.slice(0, last);
  if (listed.length === 1 && kind.length > 1 && first?.dimension === "CNY")
    return inOrderOf(kind.map(({ base }) => base));
  if (metric !== undefined && listed.length > 1) return inOrderOf(listed.map(({ base }) => base));
  // MA5…、MA20…、MA60…,由高到低排列: the numbers of one kind that the sentence has listed before.
  const before = sentence.clauses
    .flat()
    .filter((each) => each.end <= start)
    .flatMap((each) => settled.get(each) ?? []);
  const isOneKind = before.every(({ dimension }) => dimension === before[0]?.dimension);
  return after.length === 0 && isOneKind && before.length > 1
    ? inOrderOf(before.map(({ base }) => base))
    : "comparison_unsupported";
}

/** 次之: second behind the company that a superlative of the sentence put first, whichever end of the order that is. */
export function judgeSecond(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const first = flat.slice(0, at).findIndex((each) => each.kind === "superlative");
  const [leader, of] = first < 0 ? [null, []] : subject(input, { flat, at: first });
  const [company, own] = subject(input, spot);
  const named = [...own, ...of];
  const entries = (named.length > 0 ? named : input.changes).flatMap((metric) => input.book.of(metric));
  const values = new Map(entries.map(({ company: owner, base }) => [owner, base]));
  const [best, mine] = [values.get(leader), values.get(company)];
  if (best === undefined || mine === undefined || leader === company) return "comparison_unsupported";
  const others = [...values].filter(([owner]) => owner !== leader && owner !== company);
  const isSecond = (op: string) => holds(op, best, mine) && others.every(([, base]) => holds(op, mine, base));
  return isSecond(">") || isSecond("<") ? null : "comparison_false";
}

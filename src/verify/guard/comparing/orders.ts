import { claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import type { ComparisonFault, ComparisonInput } from "./comparison-sides.ts";

/** 按市盈率从高到低依次是贵州茅台、五粮液、泸州老窖: the values of the companies that follow, of the measure named last. */
function namedInOrder({ sentence, book, start }: ComparisonInput, from: number): readonly number[] | null {
  const flat = sentence.clauses.flat();
  const owners = flat.flatMap(({ kind, op, start: at }) => (kind === "company" && at > from ? [op] : []));
  const measures = flat.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const measure = measures.findLast((each) => each.start < from) ?? measures[0];
  const held = owners.map((owner) => claimsOf(owner, measure?.metrics ?? start.metrics, book));
  const values = held.flatMap((claims) => (claims.length === 1 ? claims.map(({ base }) => base) : []));
  const isOnce = new Set(owners).size === owners.length;
  return owners.length > 1 && isOnce && values.length === owners.length ? values : null;
}

/** 由低到高: the numbers that follow, of one measure, stand in that order; where none follow, those before. */
export function judgeOrder(input: ComparisonInput, { op, start }: Token): ComparisonFault["reason"] | null {
  const { settled, sentence } = input;
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
  const named = after.length === 0 ? namedInOrder(input, start) : null;
  if (named !== null) return inOrderOf(named);
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

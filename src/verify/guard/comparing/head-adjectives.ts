/** 高一些:现价…,昨收…; 有,而且更高:…36.02%: an adjective whose sides stand in the question, or only behind it. */
import {
  type ComparisonFault,
  type ComparisonInput,
  holds,
  type Settled,
  type Spot,
} from "./comparison-sides.ts";
import { judge } from "./operands.ts";

type Verdict = ComparisonFault["reason"] | null;

const naming: ReadonlySet<string> = new Set([
  "company",
  "entity",
  "metric",
  "number",
  "foreign",
  "pair",
  "count",
  "direction",
  "scope",
  "date",
  "relative",
]);

/** The one number of the question, beside what it asks of. */
export function besideAsked({ asked, words }: ComparisonInput, op: string): Verdict | undefined {
  const numbers = words.question.flatMap(({ kind, number }) =>
    kind === "number" && number !== null ? [number] : [],
  );
  const [said] = numbers;
  if (said === undefined || numbers.length > 1 || asked.left === null) return undefined;
  const { dimension } = asked.left;
  if (said.unit === null ? dimension === "part" : said.unit.dimension !== dimension) return undefined;
  const { digits, exponent, decimals } = said.shown;
  const value = Number(digits) * 10 ** (exponent - decimals + (said.unit?.exponent ?? 0));
  return judge(op, asked.left, { values: [value], dimension });
}

/** The numbers of the sentence behind the word: a price and the close before it, or one measure of two days. */
function besideShown({ settled, previous, priced, closed }: ComparisonInput, { flat, at }: Spot, op: string) {
  const shown = flat.slice(at).flatMap((each): Settled[] => {
    const found = each.kind === "number" ? settled.get(each) : undefined;
    return found?.entry == null ? [] : [found];
  });
  const [first, second, ...more] = shown;
  if (first?.entry == null || second?.entry == null || more.length > 0) return undefined;
  const [a, b] = [first.entry, second.entry];
  if (a.company !== b.company) return undefined;
  const isPrice = (metric: string): boolean => priced.includes(metric) || closed.includes(metric);
  const isBefore = previous.includes(b.claim.metric) && isPrice(a.claim.metric);
  const isAfter = previous.includes(a.claim.metric) && isPrice(b.claim.metric);
  const isOfDays = a.claim.metric === b.claim.metric && a.asOf.day !== b.asOf.day;
  if (!isBefore && !isAfter && !isOfDays) return undefined;
  const isFirst = isBefore || (isOfDays && a.asOf.day > b.asOf.day);
  const [left, right] = isFirst ? [first.base, second.base] : [second.base, first.base];
  return holds(op, left, right) ? null : ("comparison_false" as const);
}

/** Undefined where the clause names a side of its own, or neither the question nor what follows says what is compared. */
export function judgeHeadAdjective(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const { flat, at } = spot;
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  if (flat.slice(0, at).some(({ kind }) => kind === "number")) return undefined;
  const end = flat.findIndex(({ kind, op: word }, i) => i > at && (kind === "clause" || word === ":"));
  const own = flat.slice(from, end < 0 ? flat.length : end).filter((each) => each !== flat[at]);
  if (own.some(({ kind }) => naming.has(kind))) return undefined;
  // 没有更高
  const isDenied = flat
    .slice(from, at)
    .some(({ kind, op: word }) => kind === "negation" || (kind === "text" && /^[没未不]$/.test(word)));
  const said = isDenied ? (op === ">" ? "<=" : ">=") : op;
  return besideAsked(input, said) ?? besideShown(input, spot, said);
}

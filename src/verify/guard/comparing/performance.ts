/** 跑赢指数, outperformed Wuliangye: how far one went beside another. */
import { claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonFault,
  type ComparisonInput,
  clauseEnd,
  operandOf,
  type Spot,
  stateAt,
} from "./comparison-sides.ts";
import { judge } from "./operands.ts";

const indexWords =
  /^(?:了|过)?(?:the (?:index|benchmark|market index)|(?:该|大盘|市场)?指数|(?:该|业绩)?基准)$/;
const indexName = /指|沪深300|上证50|中证|科创50|csi|composite|component|index|hang seng/;

/** 跑赢指数, outperformed the index: the company and the one index that the sentence has named before; null for other words. */
function besideIndex({ lower }: ComparisonInput, { flat, at }: Spot, stretch: readonly Token[]) {
  const open = stretch.findIndex(({ kind }) => kind === "open");
  const own = open < 0 ? stretch : stretch.slice(0, open);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longestIndexWord) return null;
  if (!indexWords.test(lower.slice(first.start, last.end))) return null;
  const named = flat.slice(0, at).filter(({ kind }) => kind === "company");
  const isIndex = ({ start, end }: Token) => indexName.test(lower.slice(start, end));
  const [indices, companies] = [named.filter(isIndex), named.filter((each) => !isIndex(each))];
  const [index] = indices;
  const company = companies.at(-1);
  const isOne = new Set(indices.map(({ op }) => op)).size === 1;
  return index === undefined || company === undefined || !isOne ? null : { index, company: company.op };
}

/** The one company of the question that the text does not name as the other side. */
function askedBeside({ words, asked }: ComparisonInput, others: readonly Token[]): string | null {
  const named = new Set(words.question.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])));
  for (const { op } of others) named.delete(op);
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : asked.company;
}

/** In characters. */
const longestIndexWord = 20;

/** 跑赢, 优于: of the measure named before it, if it is none of price, else of how the prices of two companies moved. */
export function judgePerformance(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const { flat, at } = spot;
  const op = (flat[at]?.op ?? "").replace("perf", "");
  const named = flat
    .slice(0, at)
    .findLast(
      (each) => each.kind === "metric" && !each.metrics.some((metric) => input.priceLike.has(metric)),
    );
  const metrics = named?.metrics ?? input.changes;
  const stretch = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const beside = besideIndex(input, spot, stretch);
  const others =
    beside === null
      ? stretch.filter((each) => ["company", "entity", "scope"].includes(each.kind))
      : [beside.index];
  const subject = beside?.company ?? stateAt(input, spot).company;
  // 没有跑赢大盘。: the other side alone is named, and the question is of one that is not it.
  const company = others.some((each) => each.op === subject) ? askedBeside(input, others) : subject;
  if (others.length === 0 || others.some((each) => each.kind !== "company")) return "comparison_unsupported";
  const left = operandOf(claimsOf(company, metrics, input.book));
  const verdicts = others.map((each) => judge(op, left, operandOf(claimsOf(each.op, metrics, input.book))));
  return verdicts.find((each) => each !== null) ?? null;
}

/** Places in an order: 第二是老窖, the second-highest P/E, followed by Luzhou Laojiao and Wuliangye. */

import { placeOp } from "../tokens/rank-words.ts";
import type { Token } from "../tokens/token.ts";
import { type ComparisonFault, type ComparisonInput, clauseEnd, type Spot } from "./comparison-sides.ts";

type Verdict = ComparisonFault["reason"] | null;

/** The companies in the order of the measure, from the largest; null where the claims give one of them several values, or two the same. */
function ordered({ book }: ComparisonInput, metrics: readonly string[]): readonly string[] | null {
  const values = new Map<string, number>();
  for (const { company, base } of metrics.flatMap((metric) => book.of(metric)))
    if (company !== null) {
      if (values.has(company) && values.get(company) !== base) return null;
      values.set(company, base);
    }
  const sorted = [...values].toSorted((a, b) => b[1] - a[1]);
  const isStrict = sorted.every(([, base], i) => i === 0 || base !== sorted[i - 1]?.[1]);
  return sorted.length > 1 && isStrict ? sorted.map(([company]) => company) : null;
}

const isRank = ({ kind, op }: Token): boolean => kind === "superlative" && /^[<>](?:move)?$/.test(op);

/** The order that the sentence speaks of: from the company that a superlative put first. */
function orderAt(input: ComparisonInput, { flat, at }: Spot): readonly string[] | null {
  const first = flat.slice(0, at).findIndex(isRank);
  const said = flat.slice(0, at).findLast(({ kind }) => kind === "metric")?.metrics ?? input.start.metrics;
  const later = flat.slice(at).find(({ kind }) => kind === "metric")?.metrics ?? [];
  const word = flat[first];
  const isOfMoves = word?.op.endsWith("move") === true || (said.length === 0 && later.length === 0);
  const metrics = isOfMoves ? input.changes : said.length > 0 ? said : later;
  const order = ordered(input, metrics);
  if (order === null) return null;
  if (first < 0) return flat[at]?.sign === -1 ? order.toReversed() : order;
  const leader = ownerOf(flat, first);
  return leader === order.at(-1) && leader !== order[0] ? order.toReversed() : order;
}

/** Whom a place is said of: right behind it or behind 是, else the last company before it. */
function ownerOf(flat: readonly Token[], at: number): string | null {
  const end = clauseEnd(flat, at + 1);
  const [first, second, third] = flat.slice(at + 1, Math.max(end, at + 1));
  if (first?.kind === "company") return first.op;
  const isLink = (each: Token | undefined) =>
    each?.kind === "fill" && /^(?:是|为|的|is|goes|to)$/.test(each.op);
  if (isLink(first) && second?.kind === "company") return second.op;
  if (isLink(first) && isLink(second) && third?.kind === "company") return third.op;
  return flat.slice(0, at).findLast(({ kind }) => kind === "company")?.op ?? null;
}

export function judgePlace(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  if (flat.some(({ kind }) => kind === "scope" || kind === "entity")) return "comparison_unsupported";
  const order = orderAt(input, spot);
  const owner = ownerOf(flat, at) ?? input.start.company;
  if (order === null || owner === null || !order.includes(owner)) return "comparison_unsupported";
  return order[(flat[at]?.count ?? 0) - 1] === owner ? null : "comparison_false";
}

/** followed by A and B: the places behind the one that was put first. */
export function judgeFollowers(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const first = flat.slice(0, at).findIndex(isRank);
  if (first < 0 || flat.slice(first, at).some(({ op }) => op === placeOp)) return null;
  const order = orderAt(input, spot);
  const leader = ownerOf(flat, first);
  const named = [
    ...new Set(
      flat.slice(at + 1, clauseEnd(flat, at + 1)).flatMap(({ kind, op }) => (kind === "company" ? [op] : [])),
    ),
  ];
  if (order === null || leader === null || named.length === 0) return null;
  const from = order.indexOf(leader);
  return from >= 0 && named.every((company, i) => order[from + 1 + i] === company)
    ? null
    : "comparison_false";
}

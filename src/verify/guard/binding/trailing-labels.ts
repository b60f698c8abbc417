import type { Lexicon } from "../lexicon/lexicon.ts";
import type { NumberRead, Token } from "../tokens/token.ts";
import { claimUnit } from "../tokens/units.ts";
import type { Clause, Sentence } from "./structure.ts";

/** 三一重工19.87元,三六零10.02元(现价,akshare,…): the measure that the last bracket of the sentence names for bare values. */
export function trailingLabel({ clauses }: Sentence): Token | null {
  // A label ends the sentence; looking no further back keeps the work linear.
  const last = (clauses.at(-1) ?? []).slice(-16);
  const open = last.findLastIndex((each) => each.kind === "open");
  const inside = open < 0 ? [] : last.slice(open);
  if (inside.some((each) => each.kind === "number")) return null;
  return inside.find((each) => each.kind === "foreign" || each.kind === "metric") ?? null;
}

const farthest = 24;
/** paid out 91.97% of earnings: what the number is a part of is its own. */
const partOf = /^(?:of|的)$/;

/** kept 91.97% of revenue as net profit (gross margin, …): the words after the number name measures before any bracket does. */
export function isNamedLater(clause: Clause, at: number): boolean {
  const rest = clause.slice(at + 1, at + farthest);
  const end = rest.findIndex(({ kind }) => kind === "open" || kind === "number");
  const said = end < 0 ? rest : rest.slice(0, end);
  const isPart = clause[at]?.number?.unit?.dimension === "part" && partOf.test(said[0]?.op ?? "");
  return isPart || said.some(({ kind }) => kind === "metric" || kind === "foreign");
}

/** Moutai 91.52%, Wuliangye 77.33% (gross margin, tushare, …): the label's metrics that are counted in the number's unit, or null. */
export function ofLabel(
  label: Token | null,
  { unit }: NumberRead,
  lexicon: Lexicon,
): readonly string[] | null {
  if (label?.kind !== "metric" || unit === null) return null;
  const fitting = label.metrics.filter(
    (id) => claimUnit(lexicon.metrics[id]?.default_unit ?? "").dimension === unit.dimension,
  );
  return fitting.length > 0 ? fitting : null;
}

/** True for a label that no registered metric of price bears out. */
export const isKnownLabel = (label: Token | null, lexicon: Lexicon): boolean =>
  label?.kind === "metric" && !label.metrics.some((metric) => lexicon.priceLike.has(metric));

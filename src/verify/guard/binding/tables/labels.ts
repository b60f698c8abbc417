import type { Part } from "../../bench.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { claimUnit } from "../../tokens/readers/units.ts";
import { type Clause, type NumberRead, type Token, upTo } from "../../tokens/token.ts";
import type { Quantity } from "../quantity.ts";
import type { Sentence } from "../structure.ts";

const pointsBack =
  /^(?:注:? ?)?\(?(?:以上|上述|[表图](?:\d{1,2}|注)?[: ]|(?:table|figure|caption)(?: \d{1,2})?[:.]|这(?:是|些|个|两)|the above|above|all (?:figures|values|prices|numbers)|(?:that is|this is|these are|those are|both are|all are)(?![a-z]))/;
/** Characters that hold such a beginning. */
const width = 24;

const saysBack = ({ sentence, bound }: Part, lower: string): boolean => {
  const start = sentence.clauses[0]?.[0]?.start ?? 0;
  return bound.quantities.length === 0 && pointsBack.test(lower.slice(start, start + width));
};

/** 以上是三一重工的数据, both are ICBC figures: the one company that such a sentence gives to the numbers above it, or null. */
function ownerOf(part: Part, lower: string): string | null {
  if (!saysBack(part, lower)) return null;
  const named = part.sentence.tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const [owner = null] = new Set(named);
  return new Set(named).size === 1 ? owner : null;
}

/** The one measure that a sentence without numbers gives to what stands above it, or null. */
function labelOf(part: Part, lower: string): Token | null {
  if (!saysBack(part, lower)) return null;
  const flat = part.sentence.tokens;
  const [first, ...others] = flat.filter((each) => each.kind === "metric" || each.kind === "foreign");
  const isOne = others.every((each) => each.metrics.join() === first?.metrics.join());
  return first !== undefined && isOne ? first : null;
}

function labelled(quantity: Quantity, label: Token, company: string | null, lexicon: Lexicon): Quantity {
  const metrics = label.metrics.filter(
    (metric) =>
      claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension === quantity.number.unit?.dimension,
  );
  // 以上为目标价 takes the numbers away from every registered measure.
  if (label.kind === "metric" && metrics.length === 0) return quantity;
  return { ...quantity, metrics, bare: false, company: quantity.company ?? company };
}

/** Gives the bare numbers above a line such as 以上为收盘价 the measure, and where they have none the company, that it names. */
export function applyLabels(parts: readonly Part[], lower: string, lexicon: Lexicon): void {
  let [from, owned] = [0, 0];
  for (const [at, part] of parts.entries()) {
    const company = ownerOf(part, lower);
    if (company !== null) {
      for (const { bound } of parts.slice(owned, at))
        for (const [i, quantity] of bound.quantities.entries())
          if (quantity.company === null) bound.quantities[i] = { ...quantity, company };
      owned = at;
    }
    const label = labelOf(part, lower);
    if (label === null) continue;
    for (const { bound } of parts.slice(from, at))
      for (const [i, quantity] of bound.quantities.entries())
        if (quantity.bare && quantity.metrics.length === 0)
          bound.quantities[i] = labelled(quantity, label, company, lexicon);
    from = at;
  }
}

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
  const said = upTo(rest, ({ kind }) => kind === "open" || kind === "number");
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

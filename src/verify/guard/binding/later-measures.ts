/** Measures that a number has only behind it: of its sentence, of the list that it stands in. */

import { claimUnit } from "../tokens/units.ts";
import type { ClauseInput, Window } from "./clause-input.ts";
import { sharedAfter } from "./neighbours.ts";
import type { Clause } from "./structure.ts";
import { mayNameMeasure } from "./unknown-words.ts";

/** 与五粮液(15.20倍)相比,贵州茅台的市盈率更高: the measure that the sentence names only later. */
export function laterMetrics(
  { sentence, index, clause, lexicon }: ClauseInput,
  at: number,
  dimension: string | null,
): readonly string[] {
  const rest = [
    ...clause.slice(at + 1, at + 12),
    ...sentence.clauses
      .slice(index + 1, index + 3)
      .flat()
      .slice(0, 12),
  ];
  // at CNY 251.36, below its previous close: what is compared with is not the number's own measure.
  // CATL at CNY 268.40 (MA20 CNY 259.10): what a bracket names is of its own number.
  const open = rest.findIndex(({ kind }) => kind === "open");
  if (isOwnedLater(clause, at)) return [];
  const later = (open < 0 ? rest : rest.slice(0, open)).find((each) =>
    ["metric", "foreign", "compare"].includes(each.kind),
  );
  if (later?.kind !== "metric" || dimension === null) return [];
  // 目前30.77元,MA20为31.65元: an average, an open or a previous close has its own number, and the first is the price.
  const { averages, opens, closes } = lexicon;
  const isBesidePrice = later.metrics.every((id) =>
    [averages, opens, closes.previous].some((all) => all.includes(id)),
  );
  const next = rest.slice(rest.indexOf(later) + 1).find(({ kind, op }) => kind !== "fill" && op !== ":");
  if (isBesidePrice && next?.kind === "number") return [];
  return later.metrics.filter(
    (metric) => claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension === dimension,
  );
}

/** at CNY 248.70 on turnover of CNY 7.41 billion: the measure after the number has one of its own. */
function isOwnedLater(clause: Clause, at: number): boolean {
  const [link, measure, of, number] = clause.slice(at + 1, at + 5);
  return (
    /^(?:on|with|and)$/.test(link?.op ?? "") &&
    measure?.kind === "metric" &&
    /^(?:of|at)$/.test(of?.op ?? "") &&
    number?.kind === "number"
  );
}

/** China Merchants Bank is at 6.9x and ICBC at 7.4x on trailing P/E: a number with no measure but a verb before it. */
export function sharedMetrics(
  { clause, lexicon }: ClauseInput,
  at: number,
  { named, tokens }: Window,
): readonly string[] {
  const isOpen = named === null || (named.kind === "metric" && named.op.endsWith("verb"));
  const shared = isOpen && !mayNameMeasure(tokens) ? sharedAfter(clause, at) : null;
  const dimension = clause[at]?.number?.unit?.dimension;
  return (shared?.metrics ?? []).filter(
    (metric) => claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension === dimension,
  );
}

/** Measures that a number has only behind it: of its sentence, of the list that it stands in. */

import { claimUnit } from "../tokens/units.ts";
import type { ClauseInput, Window } from "./clause-input.ts";
import { sharedAfter } from "./neighbours.ts";
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
  const later = (open < 0 ? rest : rest.slice(0, open)).find((each) =>
    ["metric", "foreign", "compare"].includes(each.kind),
  );
  if (later?.kind !== "metric" || dimension === null) return [];
  return later.metrics.filter(
    (metric) => claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension === dimension,
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

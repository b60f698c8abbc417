import type { Metric, MetricRegistry } from "#contract";
import { simplify } from "../../../language/fold.ts";
import { measuresOf, rangeOf } from "./known-measures.ts";
import { moveOver, stretchOfMove } from "./stretches.ts";

/** As the normaliser reads a text: half-width and lower-case. */
export function fold(word: string): string {
  return simplify(word.normalize("NFKC")).toLowerCase().trim();
}

export const wordsOf = (metric: Metric): string[] => [...metric.zh, ...metric.en].map(fold);

const growthWords = /同比|增长|增速|增幅|yoy|growth|year on year|y\/y/g;

const shiftWords = /变动|变化|change/g;

/** For each metric those that say how it grew: 营收 → 营收同比. */
export const growthTable = (metrics: MetricRegistry): Map<string, string[]> =>
  derivedTable(metrics, growthWords);

/** For each metric those that say by how much it shifted: 国债收益率 → 国债收益率变动. */
export const shiftTable = (metrics: MetricRegistry): Map<string, string[]> =>
  derivedTable(metrics, shiftWords);

/** For each metric those whose word is its own and one of the given. */
function derivedTable(metrics: MetricRegistry, more: RegExp): Map<string, string[]> {
  const table = new Map<string, string[]>();
  const all = Object.entries(metrics).map(([id, metric]) => ({ id, words: wordsOf(metric) }));
  for (const { id, words } of all) {
    const bases = new Set(
      words.filter((word) => word.search(more) >= 0).map((word) => word.replace(more, "").trim()),
    );
    if (bases.size === 0) continue;
    for (const { id: other, words: others } of all)
      if (other !== id && others.some((word) => bases.has(word)))
        table.set(other, [...(table.get(other) ?? []), id]);
  }
  return table;
}

/** What the registry says of a metric, worked out once an id. */
export function remembered<Value extends object>(of: (metric: string) => Value): (metric: string) => Value {
  const known = new Map<string, Value>();
  return (metric) => {
    const before = known.get(metric);
    if (before !== undefined) return before;
    const value = of(metric);
    // Ids come from claims, so their number has a bound of its own.
    if (known.size < 5000) known.set(metric, value);
    return value;
  };
}

/** Keys beside its own under which a claim of the metric is found. */
export const keysOf = (metrics: MetricRegistry): ((metric: string) => readonly string[]) =>
  remembered((metric) => {
    const stretch = stretchOfMove(metric, Object.hasOwn(metrics, metric) ? metrics[metric] : undefined);
    const range = rangeOf(metric);
    return [
      ...measuresOf(metric),
      ...(range === null ? [] : [range]),
      ...(stretch === null ? [] : [moveOver(stretch)]),
    ];
  });

import { AppError, type MetricRegistry } from "#contract";
import { averageMetrics } from "./average-metrics.ts";
import base from "./data/metrics.json" with { type: "json" };
import { differenceMetrics } from "./difference-metrics.ts";
import { moveMetrics } from "./move-metrics.ts";

/** The metrics that every part knows; skills bring their own beside them. */
export const baseMetrics: MetricRegistry = {
  ...base,
  ...moveMetrics,
  ...averageMetrics,
  ...differenceMetrics(base),
};

/** One registry of all. Throws AppError CONFIG_INVALID, naming the id, when two registries define the same metric. */
export function mergeMetrics(...registries: readonly MetricRegistry[]): MetricRegistry {
  const merged: Record<string, MetricRegistry[string]> = {};
  for (const registry of registries) {
    for (const [id, metric] of Object.entries(registry)) {
      if (Object.hasOwn(merged, id)) throw new AppError("CONFIG_INVALID", `metric ${id} is defined twice`);
      merged[id] = metric;
    }
  }
  return merged;
}

import { AppError, type Freshness } from "#contract";
import { budgetSeconds, freshUntilMs } from "../../data/freshness.ts";
import type { MarketData } from "../../data/market-data.ts";
import type { LoadedSkill, PipelinePorts } from "../../pipeline/ports.ts";

/** The freshness of every metric that a skill brings. Two skills may share a metric only with the same freshness. */
function mergeFreshness(skills: ReadonlyMap<string, LoadedSkill>): ReadonlyMap<string, Freshness> {
  const merged = new Map<string, Freshness>();
  for (const [skill, { definition }] of skills) {
    for (const [metric, freshness] of Object.entries(definition.freshness ?? {})) {
      const earlier = merged.get(metric);
      if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(freshness))
        throw new AppError(
          "CONFIG_INVALID",
          `skill ${skill}: another skill gives ${metric} another freshness`,
        );
      merged.set(metric, freshness);
    }
  }
  return merged;
}

/** How old a value may be, by the skills' cards and the trading calendar. */
export function createFreshnessPorts(
  skills: ReadonlyMap<string, LoadedSkill>,
  { calendars }: Pick<MarketData, "calendars">,
): Pick<PipelinePorts, "freshnessOf" | "budgetSeconds" | "freshUntilMs"> {
  const freshness = mergeFreshness(skills);
  return {
    freshnessOf: (metric) => freshness.get(metric),
    budgetSeconds: (each, now) => budgetSeconds(each, now, calendars.snapshot()),
    freshUntilMs: (each, asOf) => freshUntilMs(each, asOf, calendars.snapshot()),
  };
}

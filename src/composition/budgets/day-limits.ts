import { modelName } from "#contract";
import type { Config } from "../../config.ts";
import { chooseModels, modelFaults } from "../../models/choices.ts";
import { modelSettings } from "../../models/settings.ts";
import type { DayLimits } from "../../store/day-spending.ts";

/** Whole numbers, so that sums of them are exact. */
export const billionths = (sum: number): number => Math.round(sum * 1e9);

export function dayLimitsOf(core: Config["core"]): DayLimits {
  const cost = (sum: number | undefined) => (sum === undefined ? undefined : billionths(sum));
  return {
    user: { requests: core.DAY_REQUESTS, tokens: core.DAY_TOKENS, cost: cost(core.DAY_COST) },
    all: {
      requests: core.TOTAL_DAY_REQUESTS,
      tokens: core.TOTAL_DAY_TOKENS,
      cost: cost(core.TOTAL_DAY_COST),
    },
  };
}

/** A limit in money needs the price of every model that may be asked: a line for each that has none. */
export function priceFaults(values: Config["values"], core: Config["core"]): readonly string[] {
  const models = modelSettings.schema.safeParse(values);
  if (!models.success || modelFaults(models.data).length > 0) return [];
  const { DAY_COST, TOTAL_DAY_COST, MODEL_PRICES } = core;
  if (DAY_COST === undefined && TOTAL_DAY_COST === undefined) return [];
  const names = Object.values(chooseModels(models.data)).flatMap((choice) =>
    choice.provider === "builtin" ? [] : [modelName(choice)],
  );
  const limit = DAY_COST === undefined ? "TOTAL_DAY_COST" : "DAY_COST";
  return [...new Set(names)]
    .filter((name) => !MODEL_PRICES.has(name))
    .map(
      (name) =>
        `MODEL_PRICES: ${name} has no price, so ${limit} cannot be kept; add it to the list, e.g. MODEL_PRICES=${name}=0.13/0.40`,
    );
}

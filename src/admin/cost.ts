import { type ModelCallRecord, modelName } from "#contract";
import type { ModelPrice } from "./ports.ts";

/** What calls cost in the operator's currency; undefined where the price of one of them is not known. */
export function costOf(
  calls: readonly Pick<ModelCallRecord, "provider" | "model" | "usage">[],
  prices: ReadonlyMap<string, ModelPrice>,
): number | undefined {
  let sum = 0;
  for (const call of calls) {
    const { usage } = call;
    if (usage.prompt_tokens + usage.completion_tokens === 0) continue;
    const price = prices.get(modelName(call));
    if (price === undefined) return undefined;
    sum += (usage.prompt_tokens * price.prompt + usage.completion_tokens * price.completion) / 1_000_000;
  }
  return sum;
}

export const shownCost = (cost: number | undefined): string => (cost === undefined ? "–" : cost.toFixed(4));

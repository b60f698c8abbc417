import { randomUUID } from "node:crypto";
import { chooseModels } from "../../models/choices.ts";
import { modelSettings } from "../../models/settings.ts";
import type { DayBudget, DayCall } from "../../pipeline/budget/day-budget.ts";
import type { Foundation } from "../foundation.ts";
import { openStore } from "../redis/open-store.ts";
import { createDayBudget } from "./day-budget.ts";
import { dayLimitsOf } from "./day-limits.ts";

/** What a run of the operator's spends on models, counted where the installation counts: a run has a Redis of its own. */
export interface RunSpending {
  readonly dayBudget: () => DayBudget;
  /** True once a call was not made, since a limit of the day is reached. */
  readonly isUsedUp: () => boolean;
  close(): Promise<void>;
}

const asksModels = ({ config }: Foundation): boolean =>
  Object.values(chooseModels(config.of(modelSettings))).some(({ provider }) => provider !== "builtin");

/**
 * Against `TOTAL_DAY_TOKENS` and `TOTAL_DAY_COST`; the limits of a person are not the operator's. Undefined where there is nothing to be kept.
 * Throws AppError where the installation's Redis cannot be reached: then no limit could be kept.
 */
export async function openRunSpending(foundation: Foundation): Promise<RunSpending | undefined> {
  const { config, clock } = foundation;
  const { tokens, cost } = dayLimitsOf(config.core).all;
  if ((tokens === undefined && cost === undefined) || !asksModels(foundation)) return undefined;
  const { store, close } = await openStore(foundation, { mayBeNew: true });
  let isUsedUp = false;
  const budgetOf = createDayBudget({
    store,
    settings: () => config.core,
    wallMs: clock.wallMs,
    countRefusal: () => {
      isUsedUp = true;
    },
  });
  // The turns of every run have the same names, so that two at once would settle each other's calls.
  const run = randomUUID();
  return {
    dayBudget() {
      const budget = budgetOf();
      if (budget === undefined) throw new Error("a limit was set a moment ago");
      const own = (call: DayCall): DayCall => ({ ...call, id: `${run}/${call.id}`, payer: null });
      return {
        reserve: (call) => budget.reserve(own(call)),
        settle: (call) => budget.settle(own(call)),
      };
    },
    isUsedUp: () => isUsedUp,
    close,
  };
}

/** The settings of such a run: its questions are nobody's, and its own Redis knows nothing of the day. */
export const withoutDayLimits = (core: Foundation["config"]["core"]): Foundation["config"]["core"] => ({
  ...core,
  ...{ DAY_REQUESTS: undefined, DAY_TOKENS: undefined, DAY_COST: undefined },
  ...{ TOTAL_DAY_REQUESTS: undefined, TOTAL_DAY_TOKENS: undefined, TOTAL_DAY_COST: undefined },
});

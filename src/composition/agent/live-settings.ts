import type { Config } from "../../config.ts";
import type { TurnBudget } from "../../pipeline/budget/turn-budget.ts";
import { turnBudgetOf } from "../budgets/turn-budget.ts";

/** Settings that may change while the agent answers; a turn goes by those that stand when it begins. */
export interface LiveSettings {
  core(): Config["core"];
  budget(): TurnBudget;
  reload(core: Config["core"]): void;
}

export function createLiveSettings(first: Config["core"]): LiveSettings {
  let core = first;
  let budget = turnBudgetOf(core);
  return {
    core: () => core,
    budget: () => budget,
    reload(next) {
      core = next;
      budget = turnBudgetOf(core);
    },
  };
}

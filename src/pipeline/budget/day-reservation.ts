import { hash } from "node:crypto";
import { AppError, type ModelClient, type ModelUsage, modelName, oncePer } from "#contract";
import type { TurnRun } from "../ports.ts";
import type { DayBudget, DayCall } from "./day-budget.ts";

/** What is set aside for one call of a run. */
export interface DayReservation {
  /** Throws AppError DAY_BUDGET_USED_UP where the call must not be made. */
  take(): Promise<void>;
  /** Nothing where the call failed; what was set aside where the provider does not count. Also for one that an earlier run made. */
  settle(usage?: ModelUsage): Promise<void>;
}

const nothing: ModelUsage = { prompt_tokens: 0, completion_tokens: 0 };

/** The limits that held when the run first asked. */
const dayBudgetOf: (run: TurnRun) => DayBudget | undefined = oncePer(({ ports }) => ports.dayBudget?.());

/** Undefined where no limit of the day is set. `key` is what the call is journaled by; `most` what it may come to. */
export function dayReservation(
  run: TurnRun,
  client: ModelClient,
  key: unknown,
  most: ModelUsage,
): DayReservation | undefined {
  const budget = dayBudgetOf(run);
  if (budget === undefined) return undefined;
  const { platform, senderId, id: turnId } = run.message;
  const isReplay = run.isReplay === true;
  const call: DayCall = {
    id: hash("sha256", JSON.stringify([turnId, isReplay, client.provider, key])).slice(0, 32),
    payer: isReplay ? null : `${platform}/${senderId}`,
    provider: client.provider,
    model: client.model,
    usage: most,
  };
  return {
    async take() {
      if (await budget.reserve(call)) return;
      throw new AppError("DAY_BUDGET_USED_UP", modelName(client));
    },
    settle: (usage = nothing) =>
      budget.settle(usage !== nothing && usage.prompt_tokens === 0 ? call : { ...call, usage }),
  };
}

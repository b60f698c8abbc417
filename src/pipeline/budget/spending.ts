import { type ExecuteRecord, type ModelUsage, maxActions, oncePer, type Tier } from "#contract";
import type { PipelinePorts, TurnRun } from "../ports.ts";
import { tierOfCall } from "./tier.ts";
import type { TurnBudget } from "./turn-budget.ts";

/** What is set aside for one model call. */
export interface Reservation {
  /** Most that the answer may be long, in tokens. */
  readonly maxTokens: number;
  /** What it came to: nothing where it failed; what was set aside where the provider does not say. */
  settle(usage?: ModelUsage): void;
  /** The call was not made after all. */
  drop(): void;
}

/** What one run of a turn has used of its budget. Everything is counted before it is begun, so that no two calls share what is left. */
export interface Spending {
  readonly budget: TurnBudget;
  readonly calls: Readonly<Record<Tier, number>>;
  /** Those that may ask an upstream; what is computed on the spot does not count. */
  readonly toolCalls: number;
  elapsedMs(): number;
  /** Null where the call would go beyond the budget: it must not be made. */
  reserve(tier: Tier, promptTokens: number): Reservation | null;
  /** False where the call would: a retry has what the first pass has left over; that one's actions have their own limits. */
  takeToolCall(attempt: number): boolean;
  /** Counts what an earlier run of the turn has paid for. */
  recall(stage: unknown): void;
}

function createSpending({ budget: current, clock, isLocalTool }: PipelinePorts): Spending {
  const budget = current();
  const { wallMs } = clock;
  const startedMs = wallMs();
  const calls = { small: 0, large: 0 };
  const tokens = { prompt: 0, completion: 0 };
  const most = { small: budget.smallCalls, large: budget.largeCalls };
  let toolCalls = 0;
  const elapsedMs = () => wallMs() - startedMs;
  return {
    budget,
    calls,
    get toolCalls() {
      return toolCalls;
    },
    elapsedMs,
    reserve(tier, promptTokens) {
      const maxTokens = Math.min(budget.callCompletionTokens, budget.completionTokens - tokens.completion);
      const isBeyond =
        calls[tier] >= most[tier] ||
        elapsedMs() >= budget.ms ||
        tokens.prompt + promptTokens > budget.promptTokens ||
        maxTokens <= 0;
      if (isBeyond) return null;
      calls[tier] += 1;
      tokens.prompt += promptTokens;
      tokens.completion += maxTokens;
      const settle = (usage?: ModelUsage): void => {
        if (usage?.prompt_tokens === 0) return;
        tokens.prompt += (usage?.prompt_tokens ?? 0) - promptTokens;
        tokens.completion += (usage?.completion_tokens ?? 0) - maxTokens;
      };
      return {
        maxTokens,
        settle,
        drop() {
          settle();
          calls[tier] -= 1;
        },
      };
    },
    takeToolCall(attempt) {
      if (elapsedMs() >= budget.ms) return false;
      if (attempt > 0 && toolCalls >= budget.toolCalls * maxActions) return false;
      toolCalls += 1;
      return true;
    },
    recall(stage) {
      // Written by the pipeline under the turn's version.
      const { models = [], trace = [] } = (stage ?? {}) as Partial<ExecuteRecord>;
      for (const call of models) {
        const { provider, usage } = call;
        if (provider === "builtin") continue;
        calls[tierOfCall(call)] += 1;
        tokens.prompt += usage.prompt_tokens;
        tokens.completion += usage.completion_tokens;
      }
      toolCalls += trace.filter(({ tool }) => !isLocalTool(tool)).length;
    },
  };
}

/** The spending of a run; its budget is the one that held when it began. */
export const spendingOf: (run: TurnRun) => Spending = oncePer(({ ports }) => createSpending(ports));

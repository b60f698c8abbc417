import type { Config } from "../../config.ts";
import { budgetOf, type TurnBudget } from "../../pipeline/budget/turn-budget.ts";

/** What a turn may spend, by the profile and by what the operator has set over it. */
export function turnBudgetOf(core: Config["core"]): TurnBudget {
  const seconds = core.BUDGET_SECONDS;
  return budgetOf(core.GATE_PROFILE, {
    smallCalls: core.BUDGET_SMALL_CALLS,
    largeCalls: core.BUDGET_LARGE_CALLS,
    toolCalls: core.BUDGET_TOOL_CALLS,
    toolCallsAtOnce: core.LIMIT_TOOL_CALLS_AT_ONCE,
    ms: seconds === undefined ? undefined : seconds * 1000,
    promptTokens: core.BUDGET_PROMPT_TOKENS,
    completionTokens: core.BUDGET_COMPLETION_TOKENS,
    callPromptTokens: core.LIMIT_PROMPT_TOKENS,
    callCompletionTokens: core.LIMIT_COMPLETION_TOKENS,
    steps: core.GATE_STEPS,
    patience: core.GATE_PATIENCE,
    improvement: core.GATE_IMPROVEMENT,
    improvementYesNo: core.GATE_IMPROVEMENT_YES_NO,
    largeRetries: core.GATE_LARGE_RETRIES,
  });
}

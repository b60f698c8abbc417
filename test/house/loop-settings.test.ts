import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#contract";
import { turnBudgetOf } from "../../src/composition/budgets/turn-budget.ts";
import { loadConfig } from "../../src/config.ts";
import { budgetOf } from "../../src/pipeline/budget/turn-budget.ts";

const budgetWith = (env: Record<string, string>) => turnBudgetOf(loadConfig({ env, extensions: [] }).core);

test("nothing set: the profile's own budget, strict unless another is named", () => {
  assert.deepEqual(budgetWith({}), budgetOf("strict"));
  assert.deepEqual(budgetWith({ GATE_PROFILE: "hrm" }), budgetOf("hrm"));
});

test("each setting overrides its part of the profile", () => {
  const all = budgetWith({
    GATE_PROFILE: "hrm",
    GATE_STEPS: "4",
    GATE_PATIENCE: "0",
    GATE_IMPROVEMENT: "0.25",
    GATE_IMPROVEMENT_YES_NO: ".5",
    GATE_LARGE_RETRIES: "2",
    BUDGET_SMALL_CALLS: "7",
    BUDGET_LARGE_CALLS: "3",
    BUDGET_TOOL_CALLS: "8",
    BUDGET_SECONDS: "30",
    BUDGET_PROMPT_TOKENS: "9000",
    BUDGET_COMPLETION_TOKENS: "900",
    LIMIT_PROMPT_TOKENS: "5000",
    LIMIT_COMPLETION_TOKENS: "500",
    LIMIT_TOOL_CALLS_AT_ONCE: "2",
  });
  assert.deepEqual(all, {
    smallCalls: 7,
    largeCalls: 3,
    toolCalls: 8,
    toolCallsForAll: true,
    toolCallsAtOnce: 2,
    ms: 30_000,
    promptTokens: 9000,
    completionTokens: 900,
    callPromptTokens: 5000,
    callCompletionTokens: 500,
    steps: 4,
    patience: 0,
    improvement: 0.25,
    improvementYesNo: 0.5,
    largeRetries: 2,
    mendsPlans: true,
  });
});

test("wrong values are told all at once, each with an example", () => {
  const env = {
    GATE_STEPS: "-1",
    GATE_IMPROVEMENT: "1.5",
    BUDGET_SECONDS: "61",
    LIMIT_PROMPT_TOKENS: "many",
  };
  assert.throws(
    () => budgetWith(env),
    (error: unknown) => {
      assert.ok(error instanceof AppError && error.code === "CONFIG_INVALID");
      for (const name of Object.keys(env))
        assert.match(error.message, new RegExp(`- ${name}: .*, e\\.g\\. ${name}=`));
      return true;
    },
  );
});

test("a budget under which no model could ever be asked is a fault", () => {
  assert.throws(
    () => budgetWith({ BUDGET_SMALL_CALLS: "0", BUDGET_LARGE_CALLS: "0" }),
    /BUDGET_LARGE_CALLS: with/,
  );
});

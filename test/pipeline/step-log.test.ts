import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { StepEntry, ToolOutcome } from "#contract";
import { budgetOf } from "../../src/pipeline/budget/turn-budget.ts";
import { countersOf, stepLog, tokenUsageOf } from "../../src/pipeline/step-log/step-log.ts";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness, turnOf } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
afterEach(() => {
  harness.twist(() => undefined);
  harness.models.respond(() => undefined);
});
after(() => harness.close());

const question = "茅台 现在多少钱";

async function take() {
  const journal = createMemoryLog();
  const outcome = await harness.run(question, { journal, budget: budgetOf("hrm") });
  return turnOf(question, journal, outcome);
}

/** The parts of an entry that tell the story. */
const told = ({ step_id, parent_step_id, attempt, type, tier, tool, decision }: StepEntry): string =>
  [step_id, `<${parent_step_id ?? ""}`, attempt, type, tier, tool, decision]
    .filter((part) => part !== undefined)
    .join(" ");

test("every step stands in its order with what called for it, what decided it and what it used", async () => {
  let looks = 0;
  let plans = 0;
  harness.twist(async (_, honest): Promise<ToolOutcome> => {
    const outcome = await honest();
    return looks++ === 0 && outcome.ok ? { ...outcome, as_of: "some time ago" } : outcome;
  });
  harness.models.respond(({ system }) =>
    system.includes("You route messages") && plans++ === 0 ? { kind: "bad_json" } : undefined,
  );
  const log = stepLog(await take());
  const tools = log.filter(({ type, attempt }) => type === "tool" && attempt === 0).length;
  assert.ok(tools >= 1);
  const shortened = log.filter(({ type }) => type !== "tool").map(told);
  const [verify, gate] = [tools + 3, tools + 4];
  const [plan, verifyAgain, gateAgain] = [gate + 1, gate + 2 + tools, gate + 3 + tools];
  assert.deepEqual(shortened, [
    "s1 < 0 plan small refused",
    "s2 <s1 0 plan small",
    `s${verify} <s2 0 verify refused (schema)`,
    `s${gate} <s${verify} 0 gate large escalate (failed)`,
    `s${plan} < 1 plan large`,
    `s${verifyAgain} <s${plan} 1 verify verified`,
    `s${gateAgain} <s${verifyAgain} 1 gate stop (verified)`,
    `s${gateAgain + 1} <s${gateAgain} 1 synthesize large`,
    `s${gateAgain + 2} <s${gateAgain} 1 guard passed`,
  ]);
  for (const entry of log) {
    assert.deepEqual([entry.run_id, entry.task_id], ["terminal-test-1#1", "terminal-test-1"]);
    if (entry.type === "tool") assert.equal(entry.parent_step_id, entry.attempt === 0 ? "s2" : `s${plan}`);
    if (entry.type === "plan")
      assert.ok((entry.prompt_tokens ?? 0) > 0 && entry.model?.startsWith("openai:"));
  }
});

test("a model call has its cost where the model has a price", async () => {
  const turn = await take();
  const costs = (prices: Readonly<Record<string, number>>) =>
    stepLog(turn, ({ model, usage }) => {
      const price = prices[model];
      return price === undefined ? undefined : usage.prompt_tokens * price;
    }).flatMap(({ type, prompt_tokens, cost }) => (type === "tool" ? [] : [[prompt_tokens, cost]]));
  const priced = costs({ "gpt-5.4-mini": 3 }).filter(([tokens]) => tokens !== undefined);
  assert.equal(priced.length, 2);
  for (const [tokens, cost] of priced) assert.equal(cost, Number(tokens) * 3);
  for (const [, cost] of costs({})) assert.equal(cost, undefined);
});

test("no entry holds a word of the message, a name or a value", async () => {
  const turn = await take();
  const log = JSON.stringify(stepLog(turn));
  assert.doesNotMatch(log, /茅台|多少|1801|当前价/);
  assert.match(log, /"args":\{[^}]*"600519\.SH"/, "codes are kept");
});

test("the error of a tool is in its entry", async () => {
  harness.twist(async () => ({ ok: false, error: { code: "RATE_LIMIT", message: "茅台" } }));
  const codes = stepLog(await take()).flatMap(({ type, error_code }) =>
    type === "tool" ? [error_code] : [],
  );
  assert.ok(codes.includes("RATE_LIMIT"));
});

test("of a call's arguments only names, codes, dates, yes and no are kept", () => {
  const args = {
    query: "我的持仓",
    codes: ["600519.SH", "moutai"],
    window: { from: "2026-05-07", days: 20, adjusted: true, until: null },
  };
  const row = {
    tool_call_id: "tc_1",
    tool: "any",
    args,
    value: null,
    source: "none",
    served_by: "none",
    fetched_at: "",
  };
  const value = { trace: [row], claims: [], actions: [] };
  const stages = [{ stage: "execute", attempt: 0, ms: 1, value }] as const;
  const [step] = stepLog({ id: "t", run: 1, models: [], stages });
  assert.deepEqual(step?.args, {
    query: "[text]",
    codes: ["600519.SH", "[text]"],
    window: { from: "2026-05-07", days: "[number]", adjusted: true, until: null },
  });
});

const usage = { prompt_tokens: 10, completion_tokens: 1 };
const call = { provider: "openai", model: "m", ms: 1, usage } as const;
const context = { plan: { actions: [], language: "zh" }, by: "m", degraded: false, context: [] } as const;

test("a turn that was stopped in its middle is counted by its stages, an older record by its task classes", () => {
  const turn = {
    id: "t",
    run: 2,
    models: [],
    stages: [
      { stage: "route", attempt: 0, ms: 1, value: { ...context, models: [{ ...call, task: "routing" }] } },
      {
        stage: "execute",
        attempt: 0,
        ms: 1,
        value: { trace: [], claims: [], actions: [], models: [{ ...call, task: "planning", tier: "small" }] },
      },
      { stage: "route", attempt: 1, ms: 1, value: { ...context, models: [{ ...call, task: "escalation" }] } },
      {
        stage: "route",
        attempt: 2,
        ms: 1,
        value: { ...context, models: [{ ...call, provider: "builtin", task: "routing" }] },
      },
    ],
  } as const;
  assert.deepEqual(countersOf(turn), {
    llm_calls_small: 2,
    llm_calls_big: 1,
    tool_calls: 0,
    act_steps: 2,
  });
  assert.deepEqual(tokenUsageOf(turn), { small_model: 22, big_model: 11, total_tokens: 33 });
});

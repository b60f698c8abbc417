import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { createDayBudget } from "../../src/composition/budgets/day-budget.ts";
import { coreSettings } from "../../src/config/core-settings.ts";
import type { DayBudget } from "../../src/pipeline/budget/day-budget.ts";
import { budgetOf } from "../../src/pipeline/budget/turn-budget.ts";
import { rerun } from "../../src/pipeline/replay/rerun.ts";
import { createDaySpending, type DayRefusal } from "../../src/store/day-spending.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { createMemoryLog, type MemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness, turnOf } from "./turn-harness.ts";

const question = "600519 现在多少钱";
const price = /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/;
const prices = "openai:gpt-5.4-mini=2/10,openai:gpt-5.4=20/100";
/** The asker of the harness. */
const asker = "terminal/desk";
const evening = Date.parse("2026-11-21T23:59:50+08:00");

let server: RedisServer;
let store: Store;
let harness: TurnHarness;
let refused: DayRefusal[];
before(async () => {
  harness = await openTurnHarness();
  server = await startRedis();
  store = server.store();
});
after(async () => {
  await harness.close();
  await server.stop();
});

type Env = Readonly<Record<string, string>>;

const budgetWith = (env: Env, wallMs: () => number): (() => DayBudget | undefined) =>
  createDayBudget({
    store,
    settings: () => coreSettings.schema.parse({ MODEL_PRICES: prices, ...env }),
    wallMs,
    countRefusal: (refusal) => void refused.push(refusal),
  });

interface Asked {
  readonly text?: string;
  readonly journal?: MemoryLog;
  readonly nowMs?: number;
  readonly dayBudget?: () => DayBudget | undefined;
}

/** One turn under limits of the day, and how often the models' server was asked in it. */
async function ask(
  env: Env,
  { text = question, journal = createMemoryLog(), nowMs = evening, dayBudget }: Asked = {},
) {
  const before = harness.models.calls.length;
  const outcome = await harness.run(text, {
    journal,
    ports: { dayBudget: dayBudget ?? budgetWith(env, () => nowMs) },
    wallMs: () => nowMs,
    budget: budgetOf("strict"),
  });
  return { ...outcome, turn: turnOf(text, journal, outcome), asked: harness.models.calls.slice(before) };
}

const spent = (payer: string | null = asker) => createDaySpending(store).read(payer);
const tokensIn = (calls: readonly { promptTokens: number; completionTokens: number }[]): number =>
  calls.reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0);

// Beside others in one process: hooks of the file itself would be called for every test of theirs.
describe("the limits of a day", () => {
  beforeEach(async () => {
    refused = [];
    await store.redis.flushall();
  });
  afterEach(() => {
    harness.models.respond(() => undefined);
    harness.models.clearFaults();
  });

  test("a turn counts what its calls came to, for its asker and for the installation", async () => {
    const { asked, reply } = await ask({ DAY_TOKENS: "100000", TOTAL_DAY_COST: "100" });
    assert.match(reply.text, price);
    assert.equal(asked.length, 2);
    const cost = asked.reduce(
      (sum, call) => sum + call.promptTokens * 2000 + call.completionTokens * 10_000,
      0,
    );
    const sum = { requests: 0, tokens: tokensIn(asked), cost };
    assert.deepEqual([await spent(), await spent(null)], [sum, sum]);
  });

  const tiny: readonly (readonly [string, string, DayRefusal])[] = [
    ["DAY_TOKENS", "100", { scope: "user", limit: "tokens" }],
    ["DAY_COST", "0.000001", { scope: "user", limit: "cost" }],
    ["TOTAL_DAY_TOKENS", "100", { scope: "all", limit: "tokens" }],
    ["TOTAL_DAY_COST", "0.000001", { scope: "all", limit: "cost" }],
  ];
  for (const [name, value, refusal] of tiny) {
    test(`${name} used up: no model is asked, the built-in rules answer, and say until when`, async () => {
      const { asked, reply, state, finish_reason, models } = await ask({ [name]: value });
      assert.deepEqual([asked.length, state, finish_reason], [0, "completed", "success"]);
      assert.match(reply.text, price);
      assert.match(reply.text, /今天的语言模型用量已经用完.*北京时间 2026-11-22 00:00 恢复/);
      assert.deepEqual(refused, [refusal], "once a model is refused the turn does not ask for it again");
      assert.deepEqual(
        models.map(({ provider, error }) => [provider, error]),
        [
          ["builtin", "DAY_BUDGET_USED_UP"],
          ["builtin", "DAY_BUDGET_USED_UP"],
        ],
      );
      assert.deepEqual(await spent(), { requests: 0, tokens: 0, cost: 0 });
    });
  }

  test("in English the renewal is told in English", async () => {
    const { reply } = await ask({ DAY_TOKENS: "100" }, { text: "price of 600519" });
    assert.match(
      reply.text,
      /Today's allowance for the language model is used up; .* It renews at 2026-11-22 00:00 Beijing time\./,
    );
  });

  test("somebody else takes what was left between plan and text: the template writes, and it is said", async () => {
    const limits = { DAY_TOKENS: "90000", TOTAL_DAY_TOKENS: "100000" };
    const real = budgetWith(limits, () => evening)();
    assert(real !== undefined);
    let calls = 0;
    const dayBudget = (): DayBudget => ({
      ...real,
      async reserve(call) {
        calls += 1;
        if (calls === 2) {
          const other = { id: "other", payer: "telegram/2", tokens: 98_000, cost: 0 };
          await createDaySpending(store).reserve(other, { user: {}, all: {} }, evening);
        }
        return real.reserve(call);
      },
    });
    const { asked, reply, state, finish_reason } = await ask(limits, { dayBudget });
    assert.deepEqual([asked.length, state, finish_reason], [1, "completed", "success"]);
    assert.match(reply.text, price);
    assert.match(reply.text, /今天的语言模型用量已经用完/);
    assert.deepEqual(refused, [{ scope: "all", limit: "tokens" }]);
    assert.equal((await spent()).tokens, tokensIn(asked));
  });

  test("a larger model that the rest of the day does not pay for mends nothing: the turn ends for its budget", async () => {
    harness.twist(async (_, honest) => {
      const outcome = await honest();
      return outcome.ok ? { ...outcome, as_of: "some time ago" } : outcome;
    });
    const { asked, finish_reason, state, reply } = await ask({ DAY_COST: "0.03" });
    harness.twist(() => undefined);
    assert.deepEqual(
      asked.map(({ model }) => model),
      ["gpt-5.4-mini"],
    );
    assert.deepEqual([state, finish_reason], ["failed", "budget"]);
    assert.match(reply.text, /2026-11-22 00:00/);
  });

  test("research, which needs a model, is refused honestly and ends for its budget", async () => {
    const { asked, state, error, finish_reason, reply } = await ask(
      { DAY_TOKENS: "100" },
      { text: "深入研究茅台的估值和盈利" },
    );
    assert.deepEqual([asked.length, state, error], [0, "completed", "DAY_BUDGET_USED_UP"]);
    assert.equal(finish_reason, "budget");
    assert.equal(reply.text.match(/2026-11-22 00:00/g)?.length, 1, reply.text);
  });

  test("midnight in Shanghai renews it", async () => {
    const env = { DAY_TOKENS: "4500" };
    const first = await ask(env);
    assert.equal(first.asked.length, 2);
    const second = await ask(env);
    assert.deepEqual([second.asked.length, refused.length], [0, 1]);
    const tomorrow = await ask(env, { nowMs: evening + 10_000 });
    assert.equal(tomorrow.asked.length, 2);
    assert.equal((await spent()).tokens, tokensIn(tomorrow.asked));
  });

  test("limits that are changed while the service runs hold for the next turn", async () => {
    let env: Env = { DAY_TOKENS: "100" };
    const dayBudget = createDayBudget({
      store,
      settings: () => coreSettings.schema.parse(env),
      wallMs: () => evening,
      countRefusal: () => undefined,
    });
    assert.equal((await ask({}, { dayBudget })).asked.length, 0);
    env = { DAY_TOKENS: "100000" };
    assert.equal((await ask({}, { dayBudget })).asked.length, 2);
    env = {};
    assert.equal(dayBudget(), undefined);
  });

  test("what a killed run had paid for is settled by its journal, and a call that was not held is paid anew", async () => {
    const env = { DAY_TOKENS: "100000" };
    const real = budgetWith(env, () => evening)();
    assert(real !== undefined);
    // Killed after its calls are journaled and before they are settled.
    const dayBudget = (): DayBudget => ({ ...real, settle: async () => undefined });
    const journal = createMemoryLog();
    const first = await ask(env, { journal, dayBudget });
    assert((await spent()).tokens > tokensIn(first.asked), "the most that they might have cost is set aside");
    const [plan] = journal.calls;
    assert(plan !== undefined);
    const left = createMemoryLog({ calls: [plan] });
    const second = await ask(env, { journal: left });
    assert.deepEqual(
      second.asked.map(({ messages }) => messages),
      first.asked.slice(1).map(({ messages }) => messages),
      "the plan stands in the journal; only the text is asked for again",
    );
    assert.equal((await spent()).tokens, tokensIn(first.asked), "each of the two calls is counted once");
    const third = await ask({ DAY_TOKENS: "100" }, { journal: createMemoryLog({ calls: left.calls }) });
    assert.deepEqual([third.asked.length, refused], [0, []], "what is journaled needs nothing of the day");
    assert.equal(third.reply.text, first.reply.text);
    assert.equal((await spent()).tokens, tokensIn(first.asked));
  });

  test("a model that fails gives back what was set aside for it", async () => {
    harness.models.fail("openai", { kind: "error", status: 400 }, 9);
    const { reply } = await ask({ DAY_TOKENS: "100000" });
    assert.match(reply.text, /语言模型暂时不可用/);
    assert.deepEqual([await spent(), refused], [{ requests: 0, tokens: 0, cost: 0 }, []]);
  });

  test("a replay is the operator's: the installation pays for it, its asker does not", async () => {
    const { turn } = await ask({});
    const ports = { ...harness.ports, dayBudget: budgetWith({ DAY_TOKENS: "100" }, () => evening) };
    const before = harness.models.calls.length;
    const { signal } = new AbortController();
    await rerun({ turn, ports, from: "route", live: false, signal });
    const asked = harness.models.calls.slice(before);
    assert.equal(asked.length, 2);
    assert.deepEqual([(await spent()).tokens, (await spent(null)).tokens], [0, tokensIn(asked)]);
  });

  test("without a limit Redis is not asked", async () => {
    const processed = async (): Promise<number> =>
      Number(/total_commands_processed:(\d+)/.exec(await store.redis.info("stats"))?.[1]);
    const before = await processed();
    const { asked } = await ask({ DAY_REQUESTS: "5", TOTAL_DAY_REQUESTS: "5" });
    assert.equal(asked.length, 2);
    assert.equal((await processed()) - before, 1, "the look itself");
  });
});

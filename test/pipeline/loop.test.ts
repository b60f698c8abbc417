import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { recordedAt, userText } from "#contract";
import { budgetOf } from "../../src/pipeline/budget/turn-budget.ts";
import { countersOf } from "../../src/pipeline/step-log/step-log.ts";
import {
  both,
  hourOld,
  isLarge,
  isPriceOf,
  isRouting,
  type LoopHarness,
  openLoopHarness,
  planFor,
  question,
  undated,
} from "./loop-harness.ts";
import { createMemoryLog } from "./memory-log.ts";
import { turnOf } from "./turn-harness.ts";

let harness: LoopHarness;
before(async () => {
  harness = await openLoopHarness();
});
afterEach(() => harness.reset());
after(() => harness.close());

for (const profile of ["strict", "hrm"] as const) {
  test(`${profile}: verified at first costs a plan, a look-up and a text`, async () => {
    const { looked } = await harness.takes(
      { profile },
      { counts: [2, 0, 1], finish: "success", gates: ["stop (verified)"] },
    );
    assert.equal(looked, 1);
  });
}

test("fallback_only: the large model does it all", async () => {
  await harness.takes(
    { profile: "fallback_only" },
    { counts: [0, 2, 1], finish: "success", gates: ["stop (verified)"] },
  );
});

test("strict: what stays stale is asked twice, and the turn fails", async () => {
  harness.alwaysStale();
  const { looked } = await harness.takes(
    { profile: "strict" },
    {
      counts: [1, 0, 2],
      finish: "big_fail",
      gates: ["escalate (steps)", "stop (exhausted)"],
      error: "STALE",
    },
  );
  assert.equal(looked, 2);
});

test("hrm: what brings nothing is given up by the small tier, and by the large one after its retry", async () => {
  harness.alwaysStale();
  await harness.takes(
    { profile: "hrm", set: { patience: 0 } },
    {
      counts: [1, 0, 4],
      finish: "big_fail",
      gates: ["continue (failed)", "escalate (stalled)", "continue (failed)", "stop (exhausted)"],
      error: "STALE",
    },
  );
});

test("hrm: other sources that mend it on the second pass cost no further call of a model", async () => {
  harness.twist((call, honest) => (call.excludeSources.length === 0 ? hourOld(honest) : honest()));
  const { reply } = await harness.takes(
    { profile: "hrm" },
    { counts: [2, 0, 2], finish: "success", gates: ["continue (failed)", "stop (verified)"] },
  );
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
});

test("hrm: after a failure of the plan the large model plans and writes, and is told what failed", async () => {
  let looks = 0;
  const prompts: string[] = [];
  harness.twist((_, honest) => (looks++ === 0 ? undated(honest) : honest()));
  harness.models.respond((request) => {
    if (isRouting(request) && isLarge(request)) prompts.push(JSON.stringify(request.messages));
    return undefined;
  });
  await harness.takes(
    { profile: "hrm" },
    { counts: [1, 2, 2], finish: "success", gates: ["escalate (failed)", "stop (verified)"] },
  );
  assert.equal(prompts.length, 1);
  assert.match(prompts[0] ?? "", /The plan that failed:.*600519.*refused: schema/);
});

for (const [profile, what, want] of [
  [
    "hrm",
    "planned anew",
    { counts: [1, 2, 2], finish: "success", gates: ["escalate (failed)", "stop (verified)"] },
  ],
  [
    "strict",
    "told as it is",
    { counts: [1, 0, 1], finish: "success", gates: ["stop (verified)"], error: "SUM_NOT_UNDERSTOOD" },
  ],
] as const) {
  test(`${profile}: a plan with which its skill can do nothing is ${what}`, async () => {
    harness.models.respond((request) =>
      isRouting(request) && !isLarge(request)
        ? { actions: [{ skill: "calculator", input: {} }], language: "zh" }
        : undefined,
    );
    await harness.takes({ profile }, want);
  });
}

test("what stays stale beside what is right leaves a part of an answer, and the turn did not succeed", async () => {
  harness.plans(planFor("茅台", "五粮液"));
  harness.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? hourOld(honest) : honest()));
  const { state } = await harness.takes(
    { profile: "strict", text: both },
    // The text of a later attempt is the large model's.
    { counts: [1, 1, 2], finish: "big_fail", gates: ["escalate (steps)", "stop (exhausted)"] },
  );
  assert.equal(state, "completed");
});

test("a malformed plan is asked for once more, and counts", async () => {
  harness.plans("bad", planFor("600519"));
  await harness.takes(
    { profile: "hrm" },
    { counts: [3, 0, 1], finish: "success", gates: ["stop (verified)"] },
  );
});

test("an action that stands twice in a plan is carried out and answered once", async () => {
  const [action] = planFor("600519").actions;
  const again = { skill: "price", input: { codes: ["茅台"] } };
  harness.models.respond((request) =>
    isRouting(request) ? { actions: [action, again, action], language: "zh" } : undefined,
  );
  const { reply, turn } = await harness.take({ profile: "strict", text: "茅台 600519 现在多少钱" });
  assert.equal(recordedAt(turn, "route")?.plan.actions.length, 1);
  assert.equal(reply.text.split("当前价").length, 2, reply.text);
});

test("words around the plan's JSON are no fault", async () => {
  harness.plans(`好的,计划如下:\n\`\`\`json\n${JSON.stringify(planFor("600519"))}\n\`\`\`\n以上。`);
  await harness.takes(
    { profile: "hrm" },
    { counts: [2, 0, 1], finish: "success", gates: ["stop (verified)"] },
  );
});

test("malformed twice goes to the large model; malformed there too it is told as it is", async () => {
  harness.plans("bad", "bad", planFor("600519"));
  await harness.takes(
    { profile: "hrm" },
    { counts: [3, 1, 1], finish: "success", gates: ["stop (verified)"] },
  );
  harness.plans("bad");
  const { reply, state } = await harness.takes(
    { profile: "hrm" },
    { counts: [2, 1, 0], finish: "big_fail", gates: [], error: "MODEL_MALFORMED" },
  );
  assert.deepEqual([state, reply.text], ["failed", userText("MODEL_MALFORMED", "zh")]);
});

test("a second plan that never came does not cost what the first one had verified", async () => {
  harness.plans(planFor("茅台", "五粮液"), "bad");
  harness.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? undated(honest) : undefined));
  const { reply, state } = await harness.takes(
    { profile: "hrm", text: both },
    // The text is the small model's: the plan that counts is its own.
    { counts: [2, 2, 1], finish: "big_fail", gates: ["escalate (failed)"] },
  );
  assert.equal(state, "completed");
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.doesNotMatch(reply.text, /¥132/);
});

test("a question longer than a prompt may be is read by the built-in rules, and the answer says so", async () => {
  const long = `${question}。${"谢谢你".repeat(1500)}`;
  const { reply } = await harness.takes(
    { profile: "strict", text: long },
    { counts: [0, 0, 1], finish: "success", gates: ["stop (verified)"] },
  );
  assert.match(reply.text, /¥1801\.23[\s\S]*没有交给语言模型,本次由内置规则作答\)$/);
});

test("a long conversation does not cost a question its model: its oldest turns are left out of the prompt", async () => {
  const codes = Array.from({ length: 20 }, (_, at) => `${600_100 + at}.SH`);
  const session = Array.from({ length: 20 }, (_, at) => ({
    turnId: `terminal-test-0${at}`,
    skill: "watchlist",
    codes: at === 0 ? ["000001.SZ"] : codes,
    input: {},
    claims: [],
    at: "2026-05-07T10:00:00+08:00",
  }));
  const text = `${question}?${"听说渠道里的库存多了不少大家都在谈论".repeat(16)}`;
  const before = harness.models.calls.length;
  const { models, reply } = await harness.run(text, { session });
  assert.deepEqual(
    [models[0]?.task, models[0]?.provider, models[0]?.error],
    ["routing", "openai", undefined],
  );
  const told = harness.models.calls[before]?.messages[0]?.content ?? "";
  assert.ok(told.includes("600119.SH") && !told.includes("000001.SZ"));
  assert.match(reply.text, /¥1801\.23/);
});

test("the built-in router says in the turn by which words it went", async () => {
  harness.models.fail("*", { kind: "error", status: 503 }, 99);
  const { turn, reply } = await harness.take({ profile: "strict" });
  harness.models.clearFaults();
  const route = recordedAt(turn, "route");
  assert.deepEqual([route?.by, route?.degraded, route?.reason], ["builtin", true, "“多少钱”"]);
  assert.match(reply.text, /语言模型暂时不可用/);
  const [first] = route?.models ?? [];
  assert.deepEqual([first?.provider, first?.error], ["builtin", "MODEL_DOWN"]);
  assert.match(first?.instead_of ?? "", /^openai:.+/);
  assert.equal(first?.reason, "HTTP 503");
});

test("a turn that fails for want of its model says so once, and not that the built-in rules have answered", async () => {
  harness.models.fail("*", { kind: "error", status: 401 }, 99);
  const taken = await harness.take({ profile: "strict", text: "深入研究一下贵州茅台" });
  harness.models.clearFaults();
  assert.deepEqual([taken.state, taken.error], ["failed", "MODEL_DOWN"]);
  assert.equal(taken.reply.text, "语言模型暂时不可用,请稍后再试。");
  assert.equal(taken.models.at(-1)?.reason, "HTTP 401 (the API key is refused)");
});

test("a canceled run ends with its signal's reason in the middle of a model call", async () => {
  const inModel = new AbortController();
  harness.models.respond(() => {
    setImmediate(() => inModel.abort(new Error("in the model")));
    return { kind: "hang" };
  });
  await assert.rejects(harness.run(question, { signal: inModel.signal }), /in the model/);
});

test("a hundred turns at once keep to themselves, and every call is in the record of the one that made it", async () => {
  const codes = ["600519", "000858", "300750", "002594", "601318", "600036"];
  const prices = new Map<string, string>();
  for (const code of codes) {
    const { reply } = await harness.run(`${code} 现在多少钱`);
    const [first = ""] = reply.text.split("\n");
    prices.set(code, first);
  }
  const seen = new Set<string>();
  // Every third question's first look fails, so that ways of different lengths run side by side.
  harness.twist((call, honest) => {
    const isFirst =
      call.excludeSources.length === 0 && ["300750.SZ", "600036.SH"].includes(String(call.args.code));
    return isFirst ? hourOld(honest) : honest();
  });
  const before = harness.models.calls.length;
  const turns = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const code = codes[index % codes.length] ?? "";
      const journal = createMemoryLog();
      const text = `${code} 现在多少钱`;
      const outcome = await harness.run(text, { journal, budget: budgetOf("hrm") });
      return { code, outcome, turn: turnOf(text, journal, outcome) };
    }),
  );
  for (const { code, outcome, turn } of turns) {
    const [first = ""] = outcome.reply.text.split("\n");
    assert.equal(first, prices.get(code));
    const isRetried = code === "300750" || code === "600036";
    const { llm_calls_small, llm_calls_big, act_steps } = countersOf(turn);
    assert.deepEqual([llm_calls_small, llm_calls_big, act_steps], [2, 0, isRetried ? 2 : 1]);
    seen.add(first);
  }
  assert.equal(seen.size, codes.length);
  assert.equal(harness.models.calls.length - before, 200);
});

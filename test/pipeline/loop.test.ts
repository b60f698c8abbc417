import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { type FinishReason, failureCodes, recordedAt, type ToolOutcome, userText } from "#contract";
import { budgetOf, type GateProfile, type TurnBudget } from "../../src/pipeline/budget.ts";
import { countersOf, stepLog, tokenUsageOf } from "../../src/pipeline/step-log.ts";
import type { ModelAnswer, SeenRequest } from "../emulators/models.ts";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnDesk, type SeenToolCall, type TurnDesk, turnOf } from "./turn-desk.ts";

const question = "600519 现在多少钱";
const both = "茅台和五粮液现在多少钱";
const cutShort = userText("BUDGET_USED_UP", "zh");

let desk: TurnDesk;
before(async () => {
  desk = await openTurnDesk();
});
afterEach(() => {
  desk.twist(() => undefined);
  desk.models.respond(() => undefined);
  desk.models.clearFaults();
});
after(() => desk.close());

const isRouting = ({ system }: SeenRequest): boolean => system.includes("You route messages");
const isLarge = ({ model }: { readonly model: string }): boolean => model === "gpt-5.4";
const planFor = (...codes: string[]) => ({
  actions: [{ skill: "price", input: { codes } }],
  language: "zh",
});
const isPriceOf = ({ name, args }: SeenToolCall, code: string): boolean =>
  name === "get_price" && args.code === code;

type Good = Extract<ToolOutcome, { ok: true }>;
const changed =
  (change: (outcome: Good) => Partial<ToolOutcome>) =>
  async (honest: () => Promise<ToolOutcome>): Promise<ToolOutcome> => {
    const outcome = await honest();
    return outcome.ok ? ({ ...outcome, ...change(outcome) } as ToolOutcome) : outcome;
  };
/** A failure of the data: other sources are asked. */
const hourOld = changed(() => ({ as_of: "2026-05-07T09:31:00+08:00" }));
/** A failure of the claim's shape: another plan is asked for. */
const undated = changed(() => ({ as_of: "some time ago" }));
const alwaysStale = (): void => desk.twist((_, honest) => hourOld(honest));

interface Path {
  readonly profile: GateProfile;
  readonly set?: Partial<TurnBudget>;
  readonly text?: string;
  readonly wallMs?: () => number;
}

/** One turn, with what it used by its own record and by the server's. */
async function take({ profile, set = {}, text = question, wallMs }: Path) {
  const [modelsBefore, toolsBefore] = [desk.models.calls.length, desk.toolCalls.length];
  const journal = createMemoryLog();
  const outcome = await desk.run(text, {
    journal,
    budget: budgetOf(profile, set),
    ...(wallMs === undefined ? {} : { wallMs }),
  });
  const turn = turnOf(text, journal, outcome);
  const served = desk.models.calls.slice(modelsBefore).filter(({ outcome: status }) => status === 200);
  const used = countersOf(turn);
  const { small_model, big_model, total_tokens } = tokenUsageOf(turn);
  const tokensOf = (large: boolean) =>
    served
      .filter((call) => isLarge(call) === large)
      .reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0);
  assert.deepEqual([small_model, big_model], [tokensOf(false), tokensOf(true)]);
  assert.equal(total_tokens, small_model + big_model);
  return {
    ...outcome,
    turn,
    counts: [used.llm_calls_small, used.llm_calls_big, used.act_steps],
    served: [served.filter((call) => !isLarge(call)).length, served.filter(isLarge).length],
    looked: desk.toolCalls.length - toolsBefore,
    gates: stepLog(turn).flatMap(({ type, decision }) => (type === "gate" ? [decision] : [])),
  };
}

interface Want {
  /** Small calls, large calls, passes. */
  readonly counts: readonly number[];
  readonly finish: FinishReason;
  readonly gates: readonly string[];
  readonly error?: string;
}

async function takes(path: Path, want: Want) {
  const taken = await take(path);
  assert.deepEqual(taken.counts, want.counts);
  assert.deepEqual(taken.served, want.counts.slice(0, 2), "what the record says was asked of the server");
  assert.equal(taken.finish_reason, want.finish);
  assert.deepEqual(taken.gates, want.gates);
  assert.equal(taken.error, want.error);
  return taken;
}

for (const profile of ["strict", "hrm"] as const) {
  test(`${profile}: verified at first costs a plan, a look-up and a text`, async () => {
    const { looked } = await takes(
      { profile },
      { counts: [2, 0, 1], finish: "success", gates: ["stop (verified)"] },
    );
    assert.equal(looked, 1);
  });
}

test("fallback_only: the large model does it all", async () => {
  await takes(
    { profile: "fallback_only" },
    { counts: [0, 2, 1], finish: "success", gates: ["stop (verified)"] },
  );
});

test("strict: what stays stale is asked twice, and the turn fails", async () => {
  alwaysStale();
  const { looked } = await takes(
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
  alwaysStale();
  await takes(
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
  desk.twist((call, honest) => (call.excludeSources.length === 0 ? hourOld(honest) : honest()));
  const { reply } = await takes(
    { profile: "hrm" },
    { counts: [2, 0, 2], finish: "success", gates: ["continue (failed)", "stop (verified)"] },
  );
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
});

test("hrm: after a failure of the plan the large model plans and writes, and is told what failed", async () => {
  let looks = 0;
  const prompts: string[] = [];
  desk.twist((_, honest) => (looks++ === 0 ? undated(honest) : honest()));
  desk.models.respond((request) => {
    if (isRouting(request) && isLarge(request)) prompts.push(JSON.stringify(request.messages));
    return undefined;
  });
  await takes(
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
    desk.models.respond((request) =>
      isRouting(request) && !isLarge(request)
        ? { actions: [{ skill: "calculator", input: {} }], language: "zh" }
        : undefined,
    );
    await takes({ profile }, want);
  });
}

test("what stays stale beside what is right leaves a part of an answer, and the turn did not succeed", async () => {
  plans(planFor("茅台", "五粮液"));
  desk.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? hourOld(honest) : honest()));
  const { state } = await takes(
    { profile: "strict", text: both },
    // The text of a later attempt is the large model's.
    { counts: [1, 1, 2], finish: "big_fail", gates: ["escalate (steps)", "stop (exhausted)"] },
  );
  assert.equal(state, "completed");
});

/** Answers of the router, one call after another; the last one again and again. */
function plans(...answers: readonly (ModelAnswer | "bad")[]): void {
  let asked = 0;
  desk.models.respond((request) => {
    if (!isRouting(request)) return undefined;
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? "bad";
    return answer === "bad" ? { kind: "bad_json" } : answer;
  });
}

test("a malformed plan is asked for once more, and counts", async () => {
  plans("bad", planFor("600519"));
  await takes({ profile: "hrm" }, { counts: [3, 0, 1], finish: "success", gates: ["stop (verified)"] });
});

test("an action that stands twice in a plan is carried out and answered once", async () => {
  const [action] = planFor("600519").actions;
  const again = { skill: "price", input: { codes: ["茅台"] } };
  desk.models.respond((request) =>
    isRouting(request) ? { actions: [action, again, action], language: "zh" } : undefined,
  );
  const { reply, turn } = await take({ profile: "strict", text: "茅台 600519 现在多少钱" });
  assert.equal(recordedAt(turn, "route")?.plan.actions.length, 1);
  assert.equal(reply.text.split("当前价").length, 2, reply.text);
});

test("words around the plan's JSON are no fault", async () => {
  plans(`好的,计划如下:\n\`\`\`json\n${JSON.stringify(planFor("600519"))}\n\`\`\`\n以上。`);
  await takes({ profile: "hrm" }, { counts: [2, 0, 1], finish: "success", gates: ["stop (verified)"] });
});

test("malformed twice goes to the large model; malformed there too it is told as it is", async () => {
  plans("bad", "bad", planFor("600519"));
  await takes({ profile: "hrm" }, { counts: [3, 1, 1], finish: "success", gates: ["stop (verified)"] });
  plans("bad");
  const { reply, state } = await takes(
    { profile: "hrm" },
    { counts: [2, 1, 0], finish: "big_fail", gates: [], error: "MODEL_MALFORMED" },
  );
  assert.deepEqual([state, reply.text], ["failed", userText("MODEL_MALFORMED", "zh")]);
});

test("a second plan that never came does not cost what the first one had verified", async () => {
  plans(planFor("茅台", "五粮液"), "bad");
  desk.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? undated(honest) : undefined));
  const { reply, state } = await takes(
    { profile: "hrm", text: both },
    // The text is the small model's: the plan that counts is its own.
    { counts: [2, 2, 1], finish: "big_fail", gates: ["escalate (failed)"] },
  );
  assert.equal(state, "completed");
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.doesNotMatch(reply.text, /¥132/);
});

test("small calls used up: the large model is asked, and the text needs none", async () => {
  plans("bad", planFor("600519"));
  const { reply } = await takes(
    { profile: "hrm", set: { smallCalls: 1 } },
    { counts: [1, 1, 1], finish: "success", gates: ["stop (verified)"] },
  );
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.ok(!reply.text.includes(cutShort), "nothing is missing");
});

test("calls of both tiers used up before there is a plan: said as it is, and no further call is made", async () => {
  plans("bad");
  const { reply, state, looked } = await takes(
    { profile: "hrm", set: { smallCalls: 1, largeCalls: 0 } },
    { counts: [1, 0, 0], finish: "budget", gates: [], error: "BUDGET_USED_UP" },
  );
  assert.deepEqual([state, reply.text, looked], ["failed", cutShort, 0]);
  assert.ok(failureCodes.has("BUDGET_USED_UP"));
});

test("large calls used up before a second plan: what was verified is shown, and that it is not all", async () => {
  plans(planFor("茅台", "五粮液"));
  desk.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? undated(honest) : undefined));
  const { reply, state } = await takes(
    { profile: "hrm", text: both, set: { smallCalls: 1, largeCalls: 0 } },
    { counts: [1, 0, 1], finish: "budget", gates: ["stop (budget)"] },
  );
  assert.equal(state, "completed");
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.ok(reply.text.endsWith(cutShort), reply.text);
});

test("large calls used up before the text: the small model writes it", async () => {
  let looks = 0;
  desk.twist((_, honest) => (looks++ === 0 ? undated(honest) : honest()));
  await takes(
    { profile: "hrm", set: { largeCalls: 1 } },
    { counts: [2, 1, 2], finish: "success", gates: ["escalate (failed)", "stop (verified)"] },
  );
});

test("tool calls of an action used up: what is left out is named", async () => {
  plans(planFor("茅台", "五粮液"));
  const { reply, looked } = await takes(
    { profile: "hrm", text: both, set: { toolCalls: 1 } },
    { counts: [2, 0, 1], finish: "budget", gates: ["stop (verified)"] },
  );
  assert.equal(looked, 1);
  assert.match(reply.text, /¥1801\.23[\s\S]*「五粮液」没有查全,请分开问。$/);
});

test("tool calls of the turn used up: it is passed through no more", async () => {
  alwaysStale();
  const { reply, looked } = await takes(
    { profile: "hrm", set: { toolCalls: 1 } },
    {
      counts: [1, 0, 3],
      finish: "budget",
      gates: ["continue (failed)", "continue (failed)", "stop (budget)"],
      error: "STALE",
    },
  );
  assert.equal(looked, 3);
  assert.ok(reply.text.endsWith(cutShort), reply.text);
});

test("seconds used up: nothing more is looked up, and nobody is asked to write", async () => {
  plans(planFor("茅台", "五粮液"));
  let nowMs = 0;
  desk.twist(() => {
    nowMs = 60_000;
    return undefined;
  });
  const { reply, looked } = await takes(
    { profile: "hrm", text: both, wallMs: () => nowMs },
    { counts: [1, 0, 1], finish: "budget", gates: ["stop (verified)"] },
  );
  assert.equal(looked, 1);
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.ok(reply.text.endsWith(cutShort), reply.text);
});

test("seconds used up by what failed: it is passed through no more", async () => {
  let nowMs = 0;
  desk.twist((_, honest) => {
    nowMs = 60_000;
    return hourOld(honest);
  });
  await takes(
    { profile: "hrm", wallMs: () => nowMs },
    { counts: [1, 0, 1], finish: "budget", gates: ["stop (budget)"], error: "STALE" },
  );
});

test("a model that does not answer within the seconds is waited for no longer", async () => {
  desk.models.respond(() => ({ kind: "hang" }));
  await takes(
    { profile: "hrm", set: { ms: 150 } },
    { counts: [0, 0, 0], finish: "budget", gates: [], error: "BUDGET_USED_UP" },
  );
});

test("prompt tokens that would not suffice are not begun with", async () => {
  await takes(
    { profile: "hrm", set: { promptTokens: 500 } },
    { counts: [0, 0, 0], finish: "budget", gates: [], error: "BUDGET_USED_UP" },
  );
});

test("completion tokens used up by the plan leave the text to the template", async () => {
  const { reply } = await takes(
    { profile: "hrm", set: { completionTokens: 10 } },
    { counts: [1, 0, 1], finish: "success", gates: ["stop (verified)"] },
  );
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
});

test("a question longer than a prompt may be is read by the built-in rules, and the answer says so", async () => {
  const long = `${question}。${"谢谢你".repeat(1500)}`;
  const { reply } = await takes(
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
  const before = desk.models.calls.length;
  const { models, reply } = await desk.run(text, { session });
  assert.deepEqual(
    [models[0]?.task, models[0]?.provider, models[0]?.error],
    ["routing", "openai", undefined],
  );
  const told = desk.models.calls[before]?.messages[0]?.content ?? "";
  assert.ok(told.includes("600119.SH") && !told.includes("000001.SZ"));
  assert.match(reply.text, /¥1801\.23/);
});

test("the built-in router says in the turn by which words it went", async () => {
  desk.models.fail("*", { kind: "error", status: 503 }, 99);
  const { turn, reply } = await take({ profile: "strict" });
  desk.models.clearFaults();
  const route = recordedAt(turn, "route");
  assert.deepEqual([route?.by, route?.degraded, route?.reason], ["builtin", true, "“多少钱”"]);
  assert.match(reply.text, /语言模型暂时不可用/);
  const [first] = route?.models ?? [];
  assert.deepEqual([first?.provider, first?.error], ["builtin", "MODEL_DOWN"]);
  assert.match(first?.instead_of ?? "", /^openai:.+/);
});

test("a canceled run ends with its signal's reason in the middle of a model call", async () => {
  const inModel = new AbortController();
  desk.models.respond(() => {
    setImmediate(() => inModel.abort(new Error("in the model")));
    return { kind: "hang" };
  });
  await assert.rejects(desk.run(question, { signal: inModel.signal }), /in the model/);
});

test("a hundred turns at once keep to themselves, and every call is in the record of the one that made it", async () => {
  const codes = ["600519", "000858", "300750", "002594", "601318", "600036"];
  const prices = new Map<string, string>();
  for (const code of codes) {
    const { reply } = await desk.run(`${code} 现在多少钱`);
    const [first = ""] = reply.text.split("\n");
    prices.set(code, first);
  }
  const seen = new Set<string>();
  // Every third question's first look fails, so that ways of different lengths run side by side.
  desk.twist((call, honest) => {
    const isFirst =
      call.excludeSources.length === 0 && ["300750.SZ", "600036.SH"].includes(String(call.args.code));
    return isFirst ? hourOld(honest) : honest();
  });
  const before = desk.models.calls.length;
  const turns = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const code = codes[index % codes.length] ?? "";
      const journal = createMemoryLog();
      const text = `${code} 现在多少钱`;
      const outcome = await desk.run(text, { journal, budget: budgetOf("hrm") });
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
  assert.equal(desk.models.calls.length - before, 200);
});

/** What a turn may spend, used up: calls, tool calls, seconds and tokens. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { failureCodes, userText } from "#contract";
import {
  both,
  hourOld,
  isPriceOf,
  type LoopHarness,
  openLoopHarness,
  planFor,
  undated,
} from "./loop-harness.ts";

const cutShort = userText("BUDGET_USED_UP", "zh");

let harness: LoopHarness;
before(async () => {
  harness = await openLoopHarness();
});
afterEach(() => harness.reset());
after(() => harness.close());

test("small calls used up: the large model is asked, and the text needs none", async () => {
  harness.plans("bad", planFor("600519"));
  const { reply } = await harness.takes(
    { profile: "hrm", set: { smallCalls: 1 } },
    { counts: [1, 1, 1], finish: "success", gates: ["stop (verified)"] },
  );
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.ok(!reply.text.includes(cutShort), "nothing is missing");
});

test("calls of both tiers used up before there is a plan: said as it is, and no further call is made", async () => {
  harness.plans("bad");
  const { reply, state, looked } = await harness.takes(
    { profile: "hrm", set: { smallCalls: 1, largeCalls: 0 } },
    { counts: [1, 0, 0], finish: "budget", gates: [], error: "BUDGET_USED_UP" },
  );
  assert.deepEqual([state, reply.text, looked], ["failed", cutShort, 0]);
  assert.ok(failureCodes.has("BUDGET_USED_UP"));
});

test("large calls used up before a second plan: what was verified is shown, and that it is not all", async () => {
  harness.plans(planFor("茅台", "五粮液"));
  harness.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? undated(honest) : undefined));
  const { reply, state } = await harness.takes(
    { profile: "hrm", text: both, set: { smallCalls: 1, largeCalls: 0 } },
    { counts: [1, 0, 1], finish: "budget", gates: ["stop (budget)"] },
  );
  assert.equal(state, "completed");
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.ok(reply.text.endsWith(cutShort), reply.text);
});

test("large calls used up before the text: the small model writes it", async () => {
  let looks = 0;
  harness.twist((_, honest) => (looks++ === 0 ? undated(honest) : honest()));
  await harness.takes(
    { profile: "hrm", set: { largeCalls: 1 } },
    { counts: [2, 1, 2], finish: "success", gates: ["escalate (failed)", "stop (verified)"] },
  );
});

test("tool calls of an action used up: what is left out is named", async () => {
  harness.plans({ actions: [{ skill: "fund-flow", input: { codes: ["茅台", "五粮液"] } }], language: "zh" });
  const { reply, looked } = await harness.takes(
    { profile: "hrm", text: "茅台和五粮液的主力资金", set: { toolCalls: 1 } },
    { counts: [2, 0, 1], finish: "budget", gates: ["stop (verified)"] },
  );
  assert.equal(looked, 1);
  assert.match(reply.text, /^贵州茅台\(600519\.SH\)[\s\S]*「五粮液」没有查全,请分开问。$/);
});

test("the operator's number of tool calls holds for a skill that names a larger one itself", async () => {
  harness.plans(planFor("茅台", "五粮液"));
  const { reply, looked } = await harness.takes(
    { profile: "hrm", text: both, set: { toolCalls: 1 } },
    { counts: [2, 0, 1], finish: "budget", gates: ["stop (verified)"] },
  );
  assert.equal(looked, 1);
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 [\s\S]*「五粮液」没有查全,请分开问。$/);
});

test("tool calls of the turn used up: it is passed through no more", async () => {
  harness.alwaysStale();
  const { reply, looked } = await harness.takes(
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
  harness.plans(planFor("茅台", "五粮液"));
  let nowMs = 0;
  harness.twist(() => {
    nowMs = 60_000;
    return undefined;
  });
  const { reply, looked } = await harness.takes(
    { profile: "hrm", text: both, wallMs: () => nowMs },
    { counts: [1, 0, 1], finish: "budget", gates: ["stop (verified)"] },
  );
  assert.equal(looked, 1);
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.ok(reply.text.endsWith(cutShort), reply.text);
});

test("seconds used up by what failed: it is passed through no more", async () => {
  let nowMs = 0;
  harness.twist((_, honest) => {
    nowMs = 60_000;
    return hourOld(honest);
  });
  await harness.takes(
    { profile: "hrm", wallMs: () => nowMs },
    { counts: [1, 0, 1], finish: "budget", gates: ["stop (budget)"], error: "STALE" },
  );
});

test("a model that does not answer within the seconds is waited for no longer", async () => {
  harness.models.respond(() => ({ kind: "hang" }));
  await harness.takes(
    { profile: "hrm", set: { ms: 150 } },
    { counts: [0, 0, 0], finish: "budget", gates: [], error: "BUDGET_USED_UP" },
  );
});

test("prompt tokens that would not suffice are not begun with", async () => {
  await harness.takes(
    { profile: "hrm", set: { promptTokens: 500 } },
    { counts: [0, 0, 0], finish: "budget", gates: [], error: "BUDGET_USED_UP" },
  );
});

test("completion tokens used up by the plan leave the text to the template", async () => {
  const { reply } = await harness.takes(
    { profile: "hrm", set: { completionTokens: 10 } },
    { counts: [1, 0, 1], finish: "success", gates: ["stop (verified)"] },
  );
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
});

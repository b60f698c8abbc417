import assert from "node:assert/strict";
import { test } from "node:test";
import type { FinishReason, Language, ModelCallRecord, RouteRecord, Turn } from "#contract";
import type { View } from "../../src/admin/html/view.ts";
import { turnPage } from "../../src/admin/pages/turn-page.ts";
import { question } from "../journal/messages.ts";

const viewIn = (language: Language, hidesText = false): View => ({
  language,
  session: { id: "s", role: "viewer", language, expiresMs: 1 } as unknown as View["session"],
  formToken: "t",
  mayAct: false,
  hidesText,
  path: "/admin/turns/t",
  nowMs: 0,
});

const turnEnding = (finish_reason: FinishReason): Turn => ({
  v: 1,
  id: "t",
  message: question({ text: "茅台多少钱" }),
  state: "completed",
  finish_reason,
  run: 1,
  accepted_ms: 0,
  models: [],
  stages: [
    {
      stage: "route",
      attempt: 0,
      ms: 1,
      value: {
        plan: { actions: [], language: "zh" },
        by: "builtin",
        reason: "“多少钱”",
        degraded: false,
        models: [],
        context: [],
      },
    },
  ],
});

const pageOf = (view: View, turn: Turn): string =>
  String(
    turnPage(view, { turn, ledger: [], sentFor: [], waiting: [], metrics: {}, prices: new Map() }).live ?? "",
  );

for (const [reason, zh, en] of [
  ["success", "办完了", "done"],
  ["budget", "次数或时间用完", "used up"],
  ["big_fail", "没有办成", "failed, also on the large model"],
  ["canceled", "被取消", "canceled"],
] as const) {
  test(`the page says in plain words that a turn ended by ${reason}`, () => {
    assert.ok(pageOf(viewIn("zh"), turnEnding(reason)).includes(zh));
    assert.ok(pageOf(viewIn("en"), turnEnding(reason)).includes(en));
  });
}

test("it says why the router chose so, to whoever may read what people wrote", () => {
  const turn = turnEnding("success");
  assert.match(pageOf(viewIn("zh"), turn), /builtin · “多少钱”/);
  assert.doesNotMatch(pageOf(viewIn("zh", true), turn), /多少钱/);
});

test("why the built-in router planned so is said in the reader's language, the words it went by as they were", () => {
  const reasoned = (reason: string): Turn => {
    const turn = turnEnding("success");
    const stages = turn.stages.map((each) => ({
      ...each,
      value: { ...(each.value as RouteRecord), reason },
    }));
    return { ...turn, stages };
  };
  const says = (language: Language, reason: string, said: string) =>
    assert.ok(pageOf(viewIn(language), reasoned(reason)).includes(said), said);
  says("zh", "a bare company", "builtin · 只写了公司<");
  says("en", "a bare company", "builtin · a bare company<");
  says("zh", "“pe”; 3 more asked for than a plan holds", "“pe”;另有 3 项超出一次计划<");
  says("en", "“pe”; 3 more asked for than a plan holds", "“pe”; 3 more asked for than a plan holds<");
  says("zh", "“市盈率”, “pe”", "· “市盈率”, “pe”<");
});

test("a question that named nothing to look up is told what to write, in both languages", () => {
  const turn: Turn = { ...turnEnding("big_fail"), state: "failed", error: "INVALID_ARGS" };
  assert.match(pageOf(viewIn("zh"), turn), /请写上股票的名称或代码/);
  assert.match(pageOf(viewIn("en"), turn), /name the stock or its code/);
});

test("where the built-in provider stood in, the model that failed is named first", () => {
  const call: ModelCallRecord = {
    task: "routing",
    provider: "builtin",
    model: "builtin",
    ms: 1,
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    error: "MODEL_DOWN",
    instead_of: "openai:hermes",
    reason: "HTTP 401 (the API key is refused)",
  };
  const turn: Turn = { ...turnEnding("success"), models: [call] };
  assert.match(pageOf(viewIn("zh"), turn), /<td>openai:hermes\(由 builtin:builtin 代替\)<\/td>/);
  assert.match(pageOf(viewIn("en"), turn), /<td>openai:hermes \(builtin:builtin stood in\)<\/td>/);
  assert.match(pageOf(viewIn("en"), turn), /MODEL_DOWN<\/code> HTTP 401 \(the API key is refused\)<\/span>/);
  const failed: Turn = { ...turn, state: "failed", error: "MODEL_DOWN" };
  const top = pageOf(viewIn("zh"), failed)
    .split("</p>")
    .find((each) => each.includes("<code>MODEL_DOWN"));
  assert.match(top ?? "", /<br>openai:hermes: HTTP 401 \(the API key is refused\)$/);
});

test("who may not read what people wrote sees the calls of a turn without their words, their numbers and their own lists", () => {
  const call = {
    tool: "t",
    source: "computed",
    served_by: "computed",
    fetched_at: "2026-05-07T10:32:05+08:00",
  };
  const trace = [
    {
      ...call,
      tool_call_id: "tc_1",
      args: { literal: "1,688.5", code: "600519.SH" },
      value: { result: 12.5, said: "我的茅台" },
    },
    {
      ...call,
      tool_call_id: "tc_2",
      args: {},
      value: { reminders: [{ text: "每天发自选" }] },
      served_by: "memory",
    },
    {
      ...call,
      tool_call_id: "tc_3",
      args: {},
      value: null,
      error: { code: "INVALID_ARGS", message: "上周那个" },
    },
  ];
  const turn: Turn = {
    ...turnEnding("success"),
    stages: [{ stage: "execute", attempt: 0, ms: 1, value: { trace, claims: [], actions: [] } }],
  };
  const shown = pageOf(viewIn("zh"), turn);
  const hidden = pageOf(viewIn("zh", true), turn);
  for (const words of ["1,688.5", "我的茅台", "每天发自选", "上周那个"]) {
    assert.ok(shown.includes(words), words);
    assert.ok(!hidden.includes(words), words);
  }
  for (const words of ["600519.SH", "12.5", "INVALID_ARGS"]) assert.ok(hidden.includes(words), words);
});

test("a failed turn that was answered since says so, and offers no second retry", () => {
  const turn: Turn = { ...turnEnding("big_fail"), state: "failed", error: "SOURCE_DOWN" };
  const view = { ...viewIn("en"), mayAct: true };
  const whole = (sentFor: readonly string[]) => {
    const page = turnPage(view, { turn, ledger: [], sentFor, waiting: [], metrics: {}, prices: new Map() });
    return `${page.live}${page.bottom}`;
  };
  assert.match(whole([]), /Retry and send/);
  assert.doesNotMatch(whole([]), /sent since/i);
  assert.doesNotMatch(whole(["t-r1"]), /Retry and send/);
  assert.match(
    whole(["t-r1"]),
    /failed<\/span> <span class="tag good">sent since<[\s\S]*counts as failed no more/,
  );
});

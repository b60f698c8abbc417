import assert from "node:assert/strict";
import { test } from "node:test";
import type { FinishReason, Language, Turn } from "#contract";
import { turnPage } from "../../src/admin/pages/turn-page.ts";
import type { View } from "../../src/admin/view.ts";
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

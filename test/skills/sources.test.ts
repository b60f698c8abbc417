import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionTurn } from "#contract";
import sources from "../../skills/sources/index.ts";
import { openSkillHarness, type Script } from "./skill-context.ts";

const entry = (turnId: string): SessionTurn => ({
  turnId,
  codes: ["600519.SH"],
  skill: "price",
  input: {},
  claims: [],
  at: "2026-05-07T10:32:05+08:00",
});

async function ask(script: Script, turnIds: readonly string[], text = "这数据靠谱吗") {
  const { context, calls } = openSkillHarness(text, script, { session: turnIds.map(entry) });
  return { result: await sources.run({}, context), calls };
}

test("the conversation's turns are asked for once each, the newest first", async () => {
  const listed = { zh: "来源 sample", en: "source sample" };
  const { result, calls } = await ask(() => ({ value: listed }), ["t-1", "t-2", "t-2", "t-3"]);
  assert.deepEqual(calls, ['get_sources {"turn_ids":["t-3","t-2","t-1"]}']);
  assert.deepEqual(result, { kind: "text", text: listed });
});

test("without an earlier answer that had a number there is nothing to list", async () => {
  const none: Script = () => ({ failure: { code: "NO_DATA", message: "none" } });
  for (const turnIds of [[], ["t-1"]]) {
    const { result } = await ask(none, turnIds);
    assert.ok(result.kind === "text" && /还没有带数字的回答/.test(result.text.zh));
  }
});

test("a record that cannot be read is told as that", async () => {
  const { result } = await ask(() => ({ failure: { code: "TOOL_ERROR", message: "away" } }), ["t-1"]);
  assert.deepEqual(result, { kind: "refusal", code: "TOOL_ERROR" });
});

test("who has seen another number is told beside the times why apps differ", async () => {
  const listed = { zh: "来源 sample", en: "source sample" };
  for (const text of ["价格不对啊 我看同花顺是1799", "你数据不准", "the price is wrong"]) {
    const { result } = await ask(() => ({ value: listed }), ["t-1"], text);
    assert.ok(result.kind === "text" && /^来源 sample\n.*刷新时间/.test(result.text.zh), text);
  }
});

test("whoever is understood to have seen another number is told so in whatever words", async () => {
  const { context } = openSkillHarness("雪球上才1799啊", () => ({ value: { zh: "来源 sample", en: "s" } }), {
    session: [entry("t-1")],
  });
  const result = await sources.run({ disputed: true }, context);
  assert.ok(result.kind === "text" && /刷新时间/.test(result.text.zh));
});

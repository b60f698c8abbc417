import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
after(() => harness.close());

const price = String.raw`贵州茅台\(600519\.SH\) 当前价 ¥1801\.23\(sample, 2026-05-07 10:32\)`;

const answers: Readonly<Record<string, string>> = {
  茅台跌破1300了吗: `没有:${price},高于你问的 1300 元。\n与所问价位之差 \\+501\\.23元\\(computed`,
  茅台站上一千八了没: `是:${price},高于你问的 1800 元。\n`,
  茅台有没有突破1900: `没有:${price},低于你问的 1900 元。\n`,
  茅台跌破1790了吗: `现在没有:${price},高于你问的 1790 元。\n最低价 ¥1783\\.46.*,低于你问的 1790 元。\n`,
  茅台到1800了吗: `盘中到过:${price},高于你问的 1800 元。\n最低价 .*,低于你问的 1800 元。\n`,
  茅台昨天跌破1800了吗: String.raw`是:贵州茅台\(600519\.SH\) 收盘价 ¥1791\.73\(sample, 2026-05-06\),低于你问的 1800 元。`,
  宁德时代涨停了吗: String.raw`没有:宁德时代\(300750\.SZ\) 涨停价 ¥322\.02\(computed[\s\S]*距该涨跌停价 \+51\.10元`,
  万科跌停没: String.raw`没有:万科A\(000002\.SZ\) 跌停价 ¥6\.23\(computed`,
  "did BYD hit limit up today": String.raw`No: BYD\(002594\.SZ\) limit-up price`,
  "is BYD above 350": String.raw`Yes: BYD\(002594\.SZ\) current price ¥355\.64\(.*\), above the 350 yuan you asked about\.`,
};

for (const [question, expected] of Object.entries(answers))
  test(`${question}: yes or no comes first`, async () => {
    const { reply, state } = await harness.run(question, { journal: createMemoryLog() });
    assert.equal(state, "completed");
    assert.match(reply.text, new RegExp(`^${expected}`));
  });

test("words that came with a picture are answered, and the picture is said to be unread", async () => {
  const message = { attachments: [{ kind: "photo" as const }] };
  const { reply } = await harness.run("茅台现在多少钱", { journal: createMemoryLog(), message });
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价[\s\S]*图片、语音等附件看不了,只按文字回答。$/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { guard } from "../../src/verify/guard/guard.ts";
import { bankClaims, bankNames, bankNow, soundBanks, unsoundBanks } from "./bank-examples.ts";
import { claims, type Example, metrics, names, now, sound, unsound } from "./examples.ts";

const judge = (prose: string, question = "茅台怎么样", lang: "zh" | "en" = "zh") =>
  guard({ lang, user_question: question, now, claims, prose, names, metrics });

for (const [prose, question] of sound)
  test(`passes: ${prose}`, () => assert.deepEqual(judge(prose, question).problems, []));

for (const [prose, question] of unsound)
  test(`refuses: ${prose}`, () => assert.equal(judge(prose, question).ok, false));

const judgeBanks = ([prose, question = "招商银行怎么样"]: Example) =>
  guard({
    lang: "zh",
    user_question: question,
    now: bankNow,
    claims: bankClaims,
    prose,
    names: bankNames,
    metrics,
  });

for (const example of soundBanks)
  test(`passes: ${example[0]}`, () => assert.deepEqual(judgeBanks(example).problems, []));

for (const example of unsoundBanks)
  test(`refuses: ${example[0]}`, () => assert.equal(judgeBanks(example).ok, false));

const reasons: readonly (readonly [reason: string, prose: string])[] = [
  ["value", "贵州茅台当前价1801.32元（akshare，2026-05-07）。"],
  ["unit", "贵州茅台当前价1801.23美元（akshare，2026-05-07）。"],
  ["sign", "五粮液涨跌幅1.20%（akshare，2026-05-07）。"],
  ["wrong_source", "贵州茅台当前价1801.23元（tushare，2026-05-07）。"],
  ["wrong_date", "贵州茅台当前价1801.23元（akshare，2026-05-06）。"],
  ["missing_attribution", "贵州茅台当前价1801.23元。"],
  ["unbound", "五粮液开盘价138.50元（akshare，2026-05-07）。"],
  ["stale", "比亚迪当前价310.20元（akshare，2026-04-30）。"],
  ["window", "贵州茅台近60日涨跌幅0.53%（akshare，2026-05-07）。"],
  ["comparison_false", "贵州茅台当前价1801.23元，低于开盘价1790.00元（akshare，2026-05-07）。"],
  ["quantity_word", "贵州茅台当前价1801.23元（akshare，2026-05-07），已翻倍。"],
  ["code_name_mismatch", "贵州茅台(000858)当前价138.50元（akshare，2026-05-07）。"],
  ["link", "详见 https://example.org/x"],
];
for (const [reason, prose] of reasons)
  test(`says why it refuses: ${reason}`, () => {
    const { problems } = judge(prose);
    assert.ok(
      problems.some((problem) => problem.reason === reason),
      JSON.stringify(problems),
    );
  });

test("the span of a problem is the stretch of the prose as it was written", () => {
  const { problems } = judge("贵州茅台当前价<b>１８０１．３２元</b>（akshare，2026-05-07）。");
  assert.deepEqual(
    problems.map((problem) => problem.span),
    ["１８０１．３２元"],
  );
});

test("a string that code rendered is licensed exactly as it stands", () => {
  const prose = "最多显示 20 条。";
  assert.equal(judge(prose).ok, false);
  assert.equal(
    guard({ lang: "zh", user_question: "", now, claims, prose, names, metrics, licensed: [prose] }).ok,
    true,
  );
});

test("text inside a claim's own strings licenses nothing", () => {
  const [first] = claims;
  assert.ok(first?.kind === "numeric");
  const named = [{ ...first, name: "贵州茅台 目标价9999元" }];
  const prose = "贵州茅台当前价1801.23元（akshare，2026-05-07），目标价9999元。";
  assert.equal(guard({ lang: "zh", user_question: "", now, claims: named, prose, names, metrics }).ok, false);
});

test("numbers without any claim are refused, plain words are not", () => {
  const bare = (prose: string) =>
    guard({ lang: "zh", user_question: "", now, claims: [], prose, names, metrics }).ok;
  assert.equal(bare("您好,请问想查哪只股票?"), true);
  assert.equal(bare("贵州茅台当前价1801.23元。"), false);
});

test("a name shared by a company and a source is the source after 来源", () => {
  const [first] = claims;
  assert.ok(first?.kind === "numeric" && first.cite.kind === "tool");
  const eastmoney = [{ ...first, cite: { ...first.cite, source: "eastmoney" } }];
  const prose = "贵州茅台当前价1801.23元（来源：东方财富，2026-05-07）。";
  assert.deepEqual(
    guard({ lang: "zh", user_question: "", now, claims: eastmoney, prose, names, metrics }).problems,
    [],
  );
});

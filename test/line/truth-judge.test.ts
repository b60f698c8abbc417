import assert from "node:assert/strict";
import { test } from "node:test";
import { createTruth } from "../emulators/market-truth.ts";
import type { Question } from "./questions.ts";
import { judge, lacking } from "./truth-judge.ts";

const truth = createTruth({ seed: "qianmen", until: "2026-05-08" });
const code = "600519.SH";
const now = "2026-05-07T10:32:05+08:00";
const newest: Question = { text: "", code, now };
const dated: Question = { text: "", code, now, day: "2026-05-06" };
const close = truth.close(code, "2026-05-06")?.toFixed(2) ?? "";
const spotAt = (time: string): string => truth.spot(code, `2026-05-07T${time}:00+08:00`)?.toFixed(2) ?? "";
const right = `贵州茅台(600519.SH) 收盘价 ¥${close}(tushare, 2026-05-06)`;
const live = `贵州茅台(600519.SH) 当前价 ¥${spotAt("10:32")}(akshare, 2026-05-07 10:32)`;

test("a true answer has no fault and lacks nothing", () => {
  assert.deepEqual(judge(right, dated, truth), []);
  assert.deepEqual(lacking(right, dated, truth), []);
  assert.deepEqual(judge(live, newest, truth), []);
  assert.deepEqual(lacking(live, newest, truth), []);
});

for (const [what, wrong] of [
  ["value", right.replace(`¥${close}`, "¥1.00")],
  ["last digit", right.replace(close, (Number(close) + 0.01).toFixed(2))],
  ["day", right.replace("05-06", "04-30")],
  ["day to come", right.replace("05-06", "05-08")],
  ["source", right.replace("tushare", "somebody")],
  ["company", right.replace("600519.SH", "000858.SZ")],
  ["unit", right.replace(`¥${close}`, `${close}%`)],
  ["word", right.replace("收盘价", "当前价")],
  ["live value for a past day", live],
  ["number beside", `${right}\n目标价 2500`],
  ["lack of a cite", right.replace(/\(tushare.*/, "")],
] as const) {
  test(`the judge finds a wrong ${what}`, () => {
    assert.notDeepEqual(judge(wrong, dated, truth), []);
  });
}

test("the judge finds an old price passed off as live, and an answer that lacks the newest", () => {
  const old = `贵州茅台(600519.SH) 当前价 ¥${spotAt("09:40")}(akshare, 2026-05-07 09:40)`;
  assert.notDeepEqual(judge(old, newest, truth), []);
  assert.notDeepEqual(lacking(right, newest, truth), []);
  assert.notDeepEqual(lacking("没有查到数据。", newest, truth), []);
});

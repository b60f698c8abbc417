import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, NumericClaim, TextClaim } from "#contract";
import { baseMetrics } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";

const names = { "600519.SH": ["贵州茅台", "Kweichow Moutai"] };
const now = "2026-05-07T10:35:00+08:00";
const cite = { kind: "tool" as const, source: "akshare", fetched_at: now, tool_call_id: "tc_1" };

const text = (changes: Partial<TextClaim> = {}): TextClaim => ({
  kind: "text",
  type: "title",
  value: "2026年业绩增长12.5%",
  metric: "title",
  code: "600519.SH",
  as_of: "2026-05-06T18:20:00+08:00",
  cite,
  ...changes,
});

const price: NumericClaim = {
  kind: "numeric",
  value: 1801.23,
  metric: "current_price",
  code: "600519.SH",
  unit: "CNY",
  as_of: "2026-05-07T10:32:00+08:00",
  cite,
};

const link = text({ type: "url", metric: "url", value: "http://finance.example.com/a/20260506.html" });
const outlet = text({ type: "label", metric: "outlet", value: "证券时报网" });

const reasons = (prose: string, claims: readonly Claim[]) =>
  guard({
    lang: "zh",
    user_question: "茅台新闻",
    now,
    claims,
    prose,
    names,
    metrics: baseMetrics,
  }).problems.map(({ reason, span }) => `${reason} ${span}`);

const title = "贵州茅台(600519.SH) 「2026年业绩增长12.5%」";

test("a quotation alone stands with its own source and time", () => {
  for (const tail of ["(akshare, 2026-05-06 18:20)", "(akshare, 2026-05-06)", ""])
    assert.deepEqual(reasons(`${title}${tail}`, [text()]), [], tail);
  assert.deepEqual(
    reasons(`${title},「证券时报网」(akshare, 2026-05-06 18:20) ${link.value}`, [text(), outlet, link]),
    [],
  );
});

test("another source, date or time behind a quotation is refused, even where a number has it", () => {
  const shown = "贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32)\n";
  for (const [tail, reason] of [
    ["(akshare, 2026-05-07 10:32)", "wrong_date"],
    ["(akshare, 2026-05-06 18:21)", "wrong_date"],
    ["(tushare, 2026-05-06 18:20)", "wrong_source"],
  ] as const) {
    const found = reasons(`${shown}${title}${tail}`, [price, text()]);
    assert.ok(found.length > 0 && found.every((each) => each.startsWith(reason)), `${tail}: ${found.join()}`);
  }
});

test("the cite behind several quotations has to be true of each", () => {
  const other = { ...outlet, as_of: "2026-05-05T09:00:00+08:00" };
  assert.deepEqual(reasons(`${title},「证券时报网」(akshare, 2026-05-06 18:20)`, [text(), other]), [
    "wrong_date 2026-05-06",
  ]);
});

test("one headline of two outlets may bear either one's time", () => {
  const later = text({ as_of: "2026-05-06T19:00:00+08:00" });
  for (const time of ["18:20", "19:00"])
    assert.deepEqual(reasons(`${title}(akshare, 2026-05-06 ${time})`, [text(), later]), []);
  assert.equal(reasons(`${title}(akshare, 2026-05-06 20:00)`, [text(), later]).length > 0, true);
});

test("a number that shares its cite with a quotation stays accounted for", () => {
  const profit: NumericClaim = {
    ...price,
    metric: "net_profit_parent",
    value: 1e9,
    period: "2026Q1",
    as_of: "2026-03-31",
  };
  const announced = text({ type: "date", metric: "ann_date", value: "2026-04-25", as_of: "2026-03-31" });
  const prose = "贵州茅台(600519.SH) 2026Q1 归母净利润 ¥10.00亿,公告日期「2026-04-25」(akshare, 2026-03-31)";
  assert.deepEqual(reasons(prose, [profit, announced]), []);
  assert.ok(reasons(prose.replace("04-25", "04-26"), [profit, announced]).length > 0);
  assert.ok(reasons(prose.replace("10.00", "11.00"), [profit, announced]).length > 0);
});

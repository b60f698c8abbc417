import assert from "node:assert/strict";
import { test } from "node:test";
import { linesByCompany, measuredAgainst, type NamedMeasure, type NumericClaim } from "#contract";
import { readUserNumbers } from "#language";

const measures: readonly NamedMeasure[] = [
  ["pe_ttm", /市盈率|P\/E/i],
  ["pb", /市净率|P\/B/i],
  ["dv_ttm", /股息率|yield/i],
  ["total_mv", /市值|market cap/i],
  ["pct_chg", /[涨跌]|up|down/i, "move"],
];

const claim = (metric: string, value: number, unit: string, code = "600519.SH"): NumericClaim => ({
  kind: "numeric",
  value,
  metric,
  code,
  unit,
  as_of: "2026-05-06",
  cite: { kind: "tool", source: "sample", fetched_at: "2026-05-07T10:00:00+08:00", tool_call_id: "tc_1" },
});

const values = [
  claim("pe_ttm", 17.92, "x"),
  claim("pb", 2.24, "x"),
  claim("dv_ttm", 3.4, "%"),
  claim("total_mv", 1.54e12, "CNY"),
  claim("pct_chg", -3.2, "%"),
];

const lead = (text: string, claims: readonly NumericClaim[] = values): string | null =>
  measuredAgainst(measures, claims, { message: { text }, numbers: readUserNumbers(text) }, linesByCompany)
    ?.zh ?? null;

const told = "{{c1}},{{c2}},{{c3}},{{c4}},{{c5}}";

const expected: Readonly<Record<string, string | null>> = {
  茅台市盈率低于20吗: "是:",
  茅台市盈率高于20吗: "不是:",
  茅台市盈率不低于15吗: "是:",
  茅台市盈率不超过15吗: "不是:",
  茅台市盈率在20倍以下吗: "是:",
  茅台市盈率20倍以上了没: "没有:",
  茅台市盈率是18倍吗: "是:",
  茅台市盈率是17倍吗: "不是:",
  "is its P/E below 15": "不是:",
  "is the P/E less than 20?": "是:",
  茅台市净率高于3吗: "不是:",
  "茅台股息率超过3%吗": "是:",
  "茅台股息率超过4%了吗": "没有:",
  "茅台股息率有3%吗": "是:",
  茅台股息率有没有到4: "没有:",
  "does it have a dividend yield above 3%": "是:",
  茅台市值超过1万亿吗: "是:",
  "is its market cap over 3 trillion": "不是:",
  "茅台跌超3%了吗": "是:",
  "茅台涨超3%了吗": "没有:",
  "is it down more than 5%": "不是:",
  // No side, no scale, another unit, another measure, too near to what is shown, two levels, no question.
  茅台市值超过20吗: null,
  "茅台市盈率超过3%吗": null,
  "茅台市盈率低于17.92吗": "不是:",
  "茅台市盈率低于17.923吗": null,
  茅台市值超过15400亿吗: "不是:",
  茅台市值超过15350亿吗: null,
  "茅台跌破1300了吗,市盈率多少": null,
  "茅台市盈率低于20,市净率低于2吗": null,
  茅台跌破1300了吗: null,
  茅台市盈率低于20提醒我: null,
  茅台市盈率多少: null,
};

for (const [text, said] of Object.entries(expected))
  test(text, () => assert.equal(lead(text), said === null ? null : `${said}${told}`));

test("each of several companies has its own yes or no", () => {
  const both = [claim("pe_ttm", 17.92, "x"), claim("pe_ttm", 25.1, "x", "000858.SZ")];
  assert.equal(lead("茅台和五粮液市盈率低于20吗", both), "是:{{c1}}\n不是:{{c2}}");
});

test("two values of one company decide nothing", () =>
  assert.equal(
    lead(
      "茅台市盈率低于20吗",
      [values[0], values[0]].filter((each) => each !== undefined),
    ),
    null,
  ));

import assert from "node:assert/strict";
import { test } from "node:test";
import { comparesWithTime, notConverted } from "#contract";

test("a comparison with a time that has been is told from one with a company, a price or a threshold", () => {
  for (const text of [
    "茅台比昨天涨了多少",
    "和昨天比呢",
    "跟上周相比",
    "較上個交易日",
    "比4月30号高吗",
    "比三个月前贵吗",
    "比三月底高吗",
    "compare with yesterday",
    "higher than last week",
    "versus April 20",
    "Moutai against a year ago",
  ])
    assert.equal(comparesWithTime(text), true, text);
  for (const text of [
    "茅台和五粮液比",
    "比亚迪昨天涨了多少",
    "比三一重工贵吗",
    "同比增长多少",
    "茅台昨天和五粮液今天的收盘价",
    "比1800.5高吗",
    "more than 1800",
    "Moutai vs Wuliangye",
    "昨天涨了多少",
  ])
    assert.equal(comparesWithTime(text), false, text);
});

test("the remark on currencies stands beside money only, where another currency is asked for", () => {
  const claim = (unit: string) =>
    ({ kind: "numeric", value: 1, metric: "m", code: null, unit, as_of: "2026-05-06" }) as const;
  const cite = { kind: "tool", source: "sample", fetched_at: "", tool_call_id: "tc_1" } as const;
  const money = [{ ...claim("CNY"), cite }];
  for (const text of ["美元市值", "market cap in US$", "price in dollars", "港幣多少"])
    assert.equal(notConverted(money, text).length, 1, text);
  assert.equal(notConverted([{ ...claim("x"), cite }], "市盈率,美元").length, 0);
  for (const text of ["市值", "美的市值", "Dollarama", "HKDS"])
    assert.equal(notConverted(money, text).length, 0, text);
});

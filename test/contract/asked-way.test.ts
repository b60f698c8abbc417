import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfAskedDay, ledByWay, linesByCompany, type NumericClaim, type ToolCall } from "#contract";

const claim = (metric: string, value: number, code: string): NumericClaim => ({
  kind: "numeric",
  value,
  metric,
  code,
  unit: "%",
  as_of: "2026-05-07",
  cite: { kind: "tool", source: "sample", fetched_at: "2026-05-07T10:00:00+08:00", tool_call_id: "tc_1" },
});

const both = [claim("pct_chg", 1.2, "600519.SH"), claim("pct_chg", -0.4, "000858.SZ")];
const led = (claims: readonly NumericClaim[]) => ledByWay("茅台和五粮液涨了吗", claims, linesByCompany);

test("nothing is said of all where the way of one is not known, or is told twice", () => {
  assert.match(led(both)?.zh ?? "", /^涨了:.*\n跌了:/);
  assert.equal(led([claim("pct_chg", 1.2, "600519.SH"), claim("pe_ttm", 20, "000858.SZ")]), null);
  assert.equal(led([...both, claim("move_5d", 3, "000858.SZ")]), null);
});

test("a quote that stands in for another day's does not speak of the day asked about, a suspended one does", () => {
  const call = (value: Readonly<Record<string, string>>, as_of = "2026-05-06"): ToolCall => ({
    tool_call_id: "tc_1",
    tool: "get_price",
    args: {},
    value,
    as_of,
    source: "sample",
    fetched_at: "2026-05-07T10:00:00+08:00",
    served_by: "sample",
  });
  const context = (text: string) => ({ message: { text }, now: "2026-05-07T10:32:00+08:00" }) as never;
  const on = (value: Readonly<Record<string, string>>, day: object, text = "茅台涨了吗", as_of?: string) =>
    isOfAskedDay([call(value, as_of)], day as never, context(text));
  assert.equal(on({}, { date: "2026-05-06" }), true);
  assert.equal(on({ gap: "not_published" }, { date: "2026-05-06" }), false);
  assert.equal(on({ gap: "suspended" }, {}), true);
  assert.equal(on({}, {}), false);
  assert.equal(on({}, {}, "茅台涨了吗", "2026-05-07T10:31:00+08:00"), true);
  assert.equal(on({ phase: "closed_day" }, {}), true);
  assert.equal(on({ phase: "closed_day" }, {}, "茅台今天涨了吗"), false);
});

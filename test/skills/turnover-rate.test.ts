import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:32:05+08:00");
});
after(() => line.close());

/** What a day's volume is of the floating shares, in %. */
function rateOf(code: string, date: string): number {
  const bar = line.truth.bar(code, date);
  const { shares = Number.NaN } = line.truth.company(code) ?? {};
  return ((bar?.volume ?? Number.NaN) / (shares * 0.9 * 10_000)) * 100;
}

test("the turnover rate told is the day's volume of the floating shares, with its source and day", async () => {
  for (const [text, code, date] of [
    ["茅台换手率", "600519.SH", "2026-05-06"],
    ["turnover rate of CATL", "300750.SZ", "2026-05-06"],
    ["茅台4月30日换手率", "600519.SH", "2026-04-30"],
  ] as const) {
    const { numbers, text: told } = await line.ask(text);
    const [rate, ...more] = numbers.filter(({ metric }) => metric === "turnover_rate");
    assert.equal(more.length, 0, text);
    assert.ok(rate !== undefined && Math.abs(rate.value - rateOf(code, date)) < 1e-4, `${text} ${told}`);
    assert.deepEqual(
      [rate.code, rate.as_of, rate.unit, rate.cite.kind === "tool" ? rate.cite.source : ""],
      [code, date, "%", "tushare"],
      text,
    );
  }
});

test("several companies are set side by side by it, the higher one first", async () => {
  const { numbers } = await line.ask("茅台和五粮液换手率哪个高");
  const codes = ["600519.SH", "000858.SZ"].toSorted(
    (a, b) => rateOf(b, "2026-05-06") - rateOf(a, "2026-05-06"),
  );
  assert.deepEqual(
    numbers.map(({ metric, code }) => [metric, code]),
    codes.map((code) => ["turnover_rate", code]),
  );
});

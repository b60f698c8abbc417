import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const valuesOf = ({ numbers }: Told, metric: string): readonly number[] =>
  numbers.filter((each) => each.metric === metric).map(({ value }) => value);

test("how many times as big one company is as another goes by their market values", async () => {
  const seen = new Set<string>();
  for (const [text, factor] of [
    ["茅台有五粮液的两倍大吗", 2],
    ["茅台是五粮液的两倍吗", 2],
    ["茅台有五粮液的50倍大吗", 50],
    ["茅台有两个五粮液大吗", 2],
    ["五粮液有茅台一半大吗", 0.5],
    ["五粮液有茅台的一半大吗", 0.5],
    ["is Moutai twice as big as Wuliangye?", 2],
    ["Is Wuliangye half the size of Moutai?", 0.5],
    ["is Moutai 50 times as big as Wuliangye", 50],
  ] as const) {
    const told = await line.ask(text);
    const [first, second] = valuesOf(told, "total_mv");
    const [ratio, ...others] = valuesOf(told, "valuation_multiple");
    assert.ok(first !== undefined && second !== undefined && ratio !== undefined, `${text}: ${told.text}`);
    assert.deepEqual(others, []);
    assert.ok(Math.abs(ratio - first / second) < 1e-6, told.text);
    const lead = told.text.split(":")[0] ?? "";
    seen.add(lead);
    const isMore = ratio >= factor * 1.1;
    const zh = ratio < factor ? "没有" : isMore ? "不止" : "是";
    assert.equal(lead, /^is /i.test(text) ? (ratio < factor ? "No" : "Yes") : zh, `${text}: ${told.text}`);
  }
  assert.ok(
    ["Yes", "No", "没有", "不止"].every((lead) => seen.has(lead)),
    [...seen].join(),
  );
});

test("of a figure that is named the multiple is that figure's, and how many times has no yes", async () => {
  const pe = await line.ask("茅台市盈率是五粮液的两倍吗");
  const [first = 0, second = 0] = valuesOf(pe, "pe_ttm");
  assert.match(pe.text, first / second < 2 ? /^没有:前者与后者之比/ : /^(?:是|不止):前者与后者之比/);
  for (const text of [
    "茅台是五粮液的几倍",
    "茅台抵几个五粮液",
    "How many times bigger is Moutai than Wuliangye",
  ]) {
    const told = await line.ask(text);
    assert.match(told.text, /^(?:前者与后者之比|ratio of the first)/, text);
    assert.equal(valuesOf(told, "total_mv").length, 2, text);
  }
});

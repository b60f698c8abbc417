import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { askedYears, asksForPercentile, windowYears } from "../../skills/valuation/percentiles.ts";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const newest = "2026-05-07";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(`${newest}T20:32:05+08:00`);
});
after(() => line.close());

const four = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Every P/E of a company since a day, as the market's truth has it; losses are left out. */
function ratiosSince(code: string, from: string): readonly number[] {
  const { truth } = line;
  const eps = truth.company(code)?.eps ?? 0;
  const past = truth.past(code).flatMap(({ date, pe }) => (date >= from && pe !== null ? [pe] : []));
  const drawn = truth.tradingDays
    .filter((date) => date <= newest && date >= from)
    .flatMap((date) => truth.bar(code, date)?.close ?? [])
    .map((close) => four(close / eps));
  return [...past, ...(eps > 0 ? drawn : [])];
}

function placeIn(told: Told, metric: string): number | undefined {
  return told.numbers.find((claim) => claim.metric === metric)?.value;
}

const firstDays = { 1: "2025-05-08", 3: "2023-05-08", 5: "2021-05-08" } as const;

test("places within one, three and five years are true, with the days behind them", async () => {
  let compared = 0;
  for (const { code, eps } of companies.filter((_, at) => at % 5 === 0)) {
    const told = await line.ask(`${code.slice(0, 6)}市盈率分位`);
    for (const [years, from] of Object.entries(firstDays)) {
      const ratios = ratiosSince(code, from);
      const lower = ratios.filter((ratio) => ratio < (ratios.at(-1) ?? 0)).length;
      const place = placeIn(told, `pe_ttm_percentile_${years}y`);
      assert.ok(eps > 0 || place === undefined, `${code} makes a loss`);
      if (place === undefined) continue;
      compared += 1;
      assert.ok(Math.abs(place - (lower / (ratios.length - 1)) * 100) < 1e-3, `${code} ${years} ${place}`);
      assert.equal(placeIn(told, `pe_ttm_days_${years}y`), ratios.length);
      assert.match(told.text, new RegExp(`近${years}年市盈率\\(TTM\\)分位 `));
    }
  }
  assert.ok(compared >= 25, `${compared} compared`);
});

test("only the window asked for is told, in English too, of the ratio asked for", async () => {
  const three = await line.ask("茅台近3年市盈率分位");
  assert.deepEqual(
    three.numbers.map(({ metric }) => metric).filter((metric) => metric.includes("percentile")),
    ["pe_ttm_percentile_3y"],
  );
  const five = await line.ask("P/B percentile of Moutai over the last five years");
  assert.match(five.text, /5-year P\/B percentile \d/);
  assert.doesNotMatch(five.text, /5-year P\/E/);
});

test("a window without enough days, a loss and a company listed lately get no place", async () => {
  const young = await line.ask("688041近5年市盈率分位");
  assert.equal(placeIn(young, "pe_ttm_percentile_5y"), undefined);
  assert.match(young.text, /数据不足的区间/);
  assert.ok(placeIn(await line.ask("688041近3年市盈率分位"), "pe_ttm_percentile_3y") !== undefined);
  // Three of the five years were losses: what is left is no five years.
  assert.equal(placeIn(await line.ask("科大讯飞近5年市盈率分位"), "pe_ttm_percentile_5y"), undefined);
  for (const company of ["万科", "920002"]) {
    const told = await line.ask(`${company}市盈率分位`);
    assert.ok(!told.numbers.some(({ metric }) => metric.includes("percentile")), company);
  }
});

test("a year that the source lacks is named, and no window that holds it gets a place", async () => {
  const other = await openTruthLine(`${newest}T20:32:05+08:00`);
  try {
    other.fail("daily_basic", { kind: "missing_year" }, 99);
    const told = await other.ask("茅台市盈率分位");
    assert.match(told.text, /缺少一段估值数据\(600519\.SH, 202[34]-\d\d-\d\d – 202[45]-\d\d-\d\d\)/);
    assert.deepEqual(
      told.numbers.map(({ metric }) => metric).filter((metric) => metric.includes("percentile")),
      ["pe_ttm_percentile_1y"],
    );
  } finally {
    await other.close();
  }
});

test("a number of years alone is the window where a place is asked for", async () => {
  for (const [question, years] of [
    ["茅台五年百分位", "5"],
    ["茅台PE百分位 五年", "5"],
    ["茅台三年市盈率分位", "3"],
    ["茅台一年PE历史百分位", "1"],
    ["Moutai PE percentile 3y", "3"],
  ] as const) {
    const told = await line.ask(question);
    const places = told.numbers.map(({ metric }) => metric).filter((metric) => metric.includes("percentile"));
    assert.deepEqual(places, [`pe_ttm_percentile_${years}y`], question);
  }
  for (const [words, years] of Object.entries({
    五年: 5,
    三年前: null,
    "2025年": null,
    二〇二五年: null,
    去年: null,
    第三年: null,
    年报: null,
    一年报: null,
  }))
    assert.equal(windowYears(words), years, words);
});

test("years are read as people write them, other words are none", () => {
  const read: Readonly<Record<string, number | null>> = {
    近3年: 3,
    最近一年: 1,
    过去五年: 5,
    近两年: 2,
    "last 3 years": 3,
    "past year": 1,
    "five-year": 5,
    三年分位: 3,
    去年: null,
    "2025年": null,
    近30日: null,
  };
  for (const [words, years] of Object.entries(read)) assert.equal(askedYears(words), years, words);
  assert.ok(asksForPercentile("处于历史什么位置") && !asksForPercentile("茅台市盈率"));
});

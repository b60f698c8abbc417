import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Decimal } from "decimal.js";
import { asksDifference } from "#contract";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T20:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const valuesOf = (told: Told, metric: string) =>
  told.numbers.flatMap((claim) => (claim.metric === metric ? [claim.value] : []));

/** The first value minus the second, exactly. */
const minus = ([a = Number.NaN, b = Number.NaN]: readonly number[]) => new Decimal(a).minus(b).toNumber();

test("asking how far two figures are apart is told from asking for a figure", () => {
  for (const text of [
    "茅台和五粮液成交额差多少",
    "茅台市值比五粮液大多少",
    "高几个点",
    "谁涨得多,多多少",
    "成交量差昨天多少",
    "两家毛利率相差多大差距",
    "how much higher?",
    "Moutai vs Wuliangye PE, by how much",
    "market cap difference",
  ])
    assert.ok(asksDifference(text), text);
  for (const text of [
    "茅台最高多少",
    "今天最低多少",
    "茅台多少钱",
    "至少多少钱",
    "新高多少",
    "涨了多少",
    "market cap of Moutai",
    "how much is Moutai",
    "how many shares",
  ])
    assert.ok(!asksDifference(text), text);
});

describe("two companies: the first figure minus the second, of one day or period", () => {
  const asked: readonly (readonly [text: string, metric: string, unit: string, shown: RegExp])[] = [
    ["茅台和五粮液成交额差多少", "amount", "CNY", /成交额差额 [+-]/],
    ["茅台市值比五粮液大多少", "total_mv", "CNY", /总市值差额 [+-]/],
    ["五粮液市盈率比茅台低多少", "pe_ttm", "x", /市盈率\(TTM\)之差 /],
    ["茅台和五粮液毛利率差多少", "gross_margin", "pp", /毛利率之差 [+-][\d.]+个百分点/],
    ["今天茅台涨幅比五粮液高几个点", "pct_chg", "pp", /涨跌幅之差 [+-]?[\d.]+个百分点/],
    ["difference in gross margin between Moutai and Wuliangye", "gross_margin", "pp", /percentage points/],
    ["Moutai and Wuliangye market cap difference", "total_mv", "CNY", /difference in market cap /],
  ];
  for (const [text, metric, unit, shown] of asked)
    test(text, async () => {
      const told = await line.ask(text);
      const gap = told.numbers.find((claim) => claim.metric === `gap_${metric}`);
      assert.equal(gap?.value, minus(valuesOf(told, metric)), told.text);
      assert.deepEqual([gap?.unit, gap?.code], [unit, null]);
      assert.match(told.text, shown);
    });

  test("over the same stretch of time it is the difference of the two moves", async () => {
    const told = await line.ask("茅台和五粮液这周谁涨得多,多多少");
    assert.equal(valuesOf(told, "gap_move")[0], minus(valuesOf(told, "move_wtd")), told.text);
  });

  test("behind a turn about both, and behind one about each", async () => {
    for (const texts of [
      ["茅台和五粮液市盈率", "差多少"],
      ["茅台市盈率", "五粮液呢", "差多少"],
      ["P/E of Moutai and Wuliangye", "how much higher?"],
    ]) {
      const told = await line.converse(texts);
      assert.equal(valuesOf(told, "gap_pe_ttm")[0], minus(valuesOf(told, "pe_ttm")), texts.join(" / "));
    }
  });
});

describe("one company: the later value minus the earlier one", () => {
  test("two report periods, and the same period of the year before", async () => {
    for (const text of ["茅台去年净利润比前年多多少", "茅台净利润比去年同期多多少"]) {
      const told = await line.ask(text);
      assert.equal(
        valuesOf(told, "gap_net_profit_parent")[0],
        minus(valuesOf(told, "net_profit_parent")),
        text,
      );
    }
    const margin = await line.ask("茅台毛利率比去年高几个点");
    assert.equal(
      valuesOf(margin, "gap_gross_margin")[0],
      minus(valuesOf(margin, "gross_margin")),
      margin.text,
    );
    const shown = await line.ask("gross margin of Moutai vs last year");
    assert.equal(valuesOf(shown, "gross_margin").length, 2, shown.text);
  });

  test("two days of a price, of what was traded, of a ratio", async () => {
    const asked = [
      ["茅台今天收盘价和4月30日差多少", "close"],
      ["今天茅台成交额比昨天多多少", "amount"],
      ["茅台市盈率比上个月高多少", "pe_ttm"],
    ] as const;
    for (const [text, metric] of asked) {
      const told = await line.ask(text);
      assert.equal(valuesOf(told, `gap_${metric}`)[0], minus(valuesOf(told, metric)), told.text);
    }
  });

  test("what the first hour has traded is not set against a whole day", async () => {
    const morning = await openTruthLine("2026-05-07T10:32:05+08:00");
    const told = await morning.ask("茅台成交额比昨天多多少");
    await morning.close();
    assert.deepEqual(valuesOf(told, "gap_amount"), [], told.text);
    assert.equal(valuesOf(told, "amount").length, 2);
    assert.match(told.text, /不能直接比/);
  });
});

test("a difference without a second side is asked for, and is no comparison with the industry", async () => {
  const told = await line.converse(["茅台多少钱", "差多少"]);
  assert.equal(told.error, "COMPARED_WITH_WHAT");
  assert.match(told.text, /请写明和哪家公司或哪一天比/);
});

test("of three companies and more it is the highest minus the lowest, and that is said", async () => {
  for (const [text, metric] of [
    ["茅台、五粮液和比亚迪的市盈率差多少", "pe_ttm"],
    ["Moutai, Wuliangye and BYD market cap difference", "total_mv"],
  ] as const) {
    const told = await line.ask(text);
    const values = valuesOf(told, metric);
    assert.equal(values.length, 3, told.text);
    const apart = minus([Math.max(...values), Math.min(...values)]);
    assert.equal(valuesOf(told, `gap_${metric}`)[0], apart, told.text);
    assert.match(told.text, /最高的减最低的|the highest of those listed minus the lowest/);
  }
});

test("two past days are one answer with their difference", async () => {
  for (const [text, metric] of [
    ["茅台昨天成交额比前天多多少", "amount"],
    ["茅台5月6日和4月28日收盘差多少", "close"],
    ["how much higher was Moutai on April 28 than on May 6", "close"],
  ] as const) {
    const told = await line.ask(text);
    const claims = told.numbers.filter((claim) => claim.metric === metric);
    const later = claims.toSorted((a, b) => (a.as_of < b.as_of ? 1 : -1)).map(({ value }) => value);
    assert.equal(later.length, 2, told.text);
    assert.equal(valuesOf(told, `gap_${metric}`)[0], minus(later), told.text);
  }
});

test("two days without a figure are days of the price", async () => {
  const told = await line.ask("茅台今天和昨天差多少");
  assert.equal(valuesOf(told, "gap_close")[0], minus(valuesOf(told, "close")), told.text);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type BarCells, type QuoteCells, readBars, readQuote, tradeTime } from "../../src/data/quote-rows.ts";

const day = (time: string) => `2026-05-07T${time}+08:00`;
const fetchedAt = day("10:32:05");

describe("the time of the last trade", () => {
  const cases: readonly (readonly [feed: string, fetched: string, trade: string | null])[] = [
    ["10:32:03", "10:32:05", "10:32:03"],
    ["10:32:09", "10:32:05", "10:32:05"],
    ["10:33:05", "10:32:05", null],
    ["02:32:03", "10:32:05", null],
    ["11:30:00", "11:45:00", "11:30:00"],
    ["11:31:12", "11:45:00", "11:30:00"],
    ["13:00:00", "13:00:01", "13:00:00"],
    ["15:00:00", "15:10:00", "15:00:00"],
    ["16:14:03", "20:00:00", "15:00:00"],
    ["23:00:00", "15:30:00", null],
  ];
  for (const [feed, fetched, trade] of cases) {
    test(`a feed's ${feed} fetched at ${fetched} is ${trade ?? "refused"}`, () => {
      assert.equal(tradeTime(day(feed), day(fetched)), trade === null ? null : day(trade));
    });
  }

  test("no time is none, and an older day keeps its date", () => {
    assert.equal(tradeTime(null, fetchedAt), null);
    assert.equal(tradeTime("nonsense", fetchedAt), null);
    assert.equal(tradeTime("2026-05-06T16:00:01+08:00", fetchedAt), "2026-05-06T15:00:00+08:00");
  });
});

describe("quotes", () => {
  const cells: QuoteCells = {
    price: 1801.23,
    time: day("10:32:03"),
    open: 1795,
    high: 1803,
    low: 1790,
    prevClose: 1791.73,
    change: 9.5,
    pctChg: 0.53,
    volume: 12_000,
    amount: 2_160_000_000,
  };
  const read = (changes: Partial<QuoteCells> = {}, code = "600519.SH") =>
    readQuote({ ...cells, ...changes }, { code, lot: 100, fetchedAt });
  const row = (changes?: Partial<QuoteCells>, code?: string) => {
    const result = read(changes, code);
    assert.ok(result.ok);
    return result.rows[0];
  };

  test("a sound one is told in shares, with its change", () => {
    const { volume, change, pct_chg } = row() ?? {};
    assert.deepEqual([volume, change, pct_chg], [1_200_000, 9.5, 0.53]);
  });

  test("without a price there is no row, whatever else there is", () => {
    assert.equal(row({ price: undefined, time: null }), undefined);
  });

  test("a change that does not count from the two prices is left out, the price is not", () => {
    const odd = row({ change: 9.6, pctChg: 0.53 });
    assert.deepEqual([odd?.current_price, odd?.change, odd?.pct_chg], [1801.23, undefined, 0.53]);
    assert.equal(row({ pctChg: 53 })?.pct_chg, undefined);
    assert.equal(row({ prevClose: undefined })?.change, 9.5);
  });

  test("a volume of an index that does not fit its amount is left out with it, a stock's refuses the quote", () => {
    const index = row({ volume: 12, amount: 2_160_000_000 }, "000001.SH");
    assert.deepEqual([index?.current_price, index?.volume, index?.amount], [1801.23, undefined, undefined]);
    const stock = read({ volume: 12 });
    assert.ok(!stock.ok && stock.error.code === "TOOL_ERROR");
  });

  test("beyond the day's limits it is refused", () => {
    assert.ok(!read({ limitUp: 1801.22 }).ok);
    assert.ok(!read({ limitDown: 1801.24 }).ok);
  });
});

describe("bars", () => {
  const range = { from: "2026-05-01", to: "2026-05-07" };
  const bar: BarCells = {
    date: "2026-05-06",
    open: 1790,
    high: 1800,
    low: 1780,
    close: 1791.73,
    volume: 20_000,
    amount: 3_580_000_000,
  };
  const read = (bars: readonly BarCells[], now = fetchedAt) =>
    readBars(bars, { code: "600519.SH", lot: 100, range, now });
  const dates = (bars: readonly BarCells[], now?: string) => {
    const result = read(bars, now);
    assert.ok(result.ok);
    return result.rows.map(({ date }) => date);
  };

  test("come out ascending, without today's unfinished and without days that were only filled up", () => {
    const today = { ...bar, date: "2026-05-07" };
    const filled = { ...bar, date: "2026-05-05", volume: 0 };
    assert.deepEqual(dates([today, filled, bar]), ["2026-05-06"]);
    assert.deepEqual(dates([today, bar], day("17:00:00")), ["2026-05-06", "2026-05-07"]);
  });

  test("without an amount the volume is not told", () => {
    const result = read([{ ...bar, amount: undefined }]);
    assert.ok(result.ok && result.rows[0] !== undefined && !("volume" in result.rows[0]));
  });

  for (const [what, bars] of [
    ["a missing close", [{ ...bar, close: undefined }]],
    ["a missing date", [{ ...bar, date: null }]],
    ["a day outside the range", [{ ...bar, date: "2026-04-30" }]],
    ["two rows of one day", [bar, bar]],
    ["a volume in no unit", [{ ...bar, volume: 20 }]],
  ] as const) {
    test(`${what} refuses all of them`, () => assert.ok(!read(bars).ok));
  }
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Bar, indicatorGroups } from "../../../src/tools/indicators/compute.ts";
import { lastCross } from "../../../src/tools/indicators/crosses.ts";

const bar = (close: number, spread = 1, date = "2026-01-01"): Bar => ({
  date,
  high: close + spread,
  low: close - spread,
  close,
});

const last = (values: readonly number[] | undefined): number => values?.at(-1) ?? Number.NaN;

const near = (actual: number, expected: number, what: string) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual} is not ${expected}`);

/** The definitions written out anew, each value from the whole history, as slow and plain as can be. */
const plain = {
  ema: (values: readonly number[], n: number): number =>
    values.reduce((before, value, i) => (i === 0 ? value : before + (2 / (n + 1)) * (value - before)), 0),
  sma: (values: readonly number[], n: number, seed: number): number =>
    values.reduce((before, value) => before * ((n - 1) / n) + value / n, seed),
  mean: (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length,
};

const bars = fc.array(
  fc.record({
    close: fc.double({ min: 10, max: 2000, noNaN: true }),
    up: fc.double({ min: 0, max: 5, noNaN: true }),
    down: fc.double({ min: 0, max: 5, noNaN: true }),
  }),
  { minLength: 30, maxLength: 60 },
);

const barsOf = (given: readonly { close: number; up: number; down: number }[]): Bar[] =>
  given.map(({ close, up, down }) => ({ date: "2026-01-01", close, high: close + up, low: close - down }));

describe("indicators by their definitions", () => {
  test("each newest value equals the definition written out over the whole history", () => {
    fc.assert(
      fc.property(bars, (given) => {
        const series = barsOf(given);
        const closes = series.map(({ close }) => close);
        near(last(indicatorGroups.ma(series).ma5), plain.mean(closes.slice(-5)), "MA5");
        near(last(indicatorGroups.ma(series).ma20), plain.mean(closes.slice(-20)), "MA20");
        const difs = closes.map((_, i) => {
          const past = closes.slice(0, i + 1);
          return plain.ema(past, 12) - plain.ema(past, 26);
        });
        const macd = indicatorGroups.macd(series);
        near(last(macd.macd_dif), difs.at(-1) ?? 0, "DIF");
        near(last(macd.macd_dea), plain.ema(difs, 9), "DEA");
        near(last(macd.macd_bar), 2 * ((difs.at(-1) ?? 0) - plain.ema(difs, 9)), "MACD");
        const mean = plain.mean(closes.slice(-20));
        const deviation = Math.sqrt(
          closes.slice(-20).reduce((sum, each) => sum + (each - mean) ** 2, 0) / 19,
        );
        near(last(indicatorGroups.boll(series).boll_upper), mean + 2 * deviation, "BOLL");
      }),
      { numRuns: 60 },
    );
  });

  test("KDJ starts at 50, J is 3K − 2D, and a day without range counts 50", () => {
    const flat = Array.from({ length: 12 }, () => ({ ...bar(100), high: 100, low: 100 }));
    const still = indicatorGroups.kdj(flat);
    assert.deepEqual([last(still.kdj_k), last(still.kdj_d), last(still.kdj_j)], [50, 50, 50]);
    const one = indicatorGroups.kdj([{ date: "2026-01-01", high: 12, low: 8, close: 11 }]);
    near(last(one.kdj_k), (50 * 2) / 3 + 75 / 3, "K after one bar with RSV 75");
    near(last(one.kdj_j), 3 * last(one.kdj_k) - 2 * last(one.kdj_d), "J");
  });

  test("RSI is Wilder's: all gains 100, all losses 0, and as the definition says between", () => {
    const rising = Array.from({ length: 40 }, (_, i) => bar(100 + i));
    const falling = Array.from({ length: 40 }, (_, i) => bar(100 - i));
    assert.equal(last(indicatorGroups.rsi(rising).rsi6), 100);
    assert.equal(last(indicatorGroups.rsi(falling).rsi6), 0);
    fc.assert(
      fc.property(bars, (given) => {
        const series = barsOf(given);
        const moves = series.slice(1).map(({ close }, i) => close - (series[i]?.close ?? 0));
        const [first = 0, ...rest] = moves;
        const gain = plain.sma(
          rest.map((move) => Math.max(move, 0)),
          12,
          Math.max(first, 0),
        );
        const size = plain.sma(rest.map(Math.abs), 12, Math.abs(first));
        if (size > 1e-6) near(last(indicatorGroups.rsi(series).rsi12), (gain / size) * 100, "RSI12");
      }),
      { numRuns: 60 },
    );
  });

  test("what needs more bars than there are has no value", () => {
    const few = Array.from({ length: 10 }, (_, i) => bar(100 + i));
    assert.ok(Number.isNaN(last(indicatorGroups.ma(few).ma20)));
    assert.ok(Number.isNaN(last(indicatorGroups.boll(few).boll_mid)));
  });
});

describe("crossings", () => {
  test("the newest one counts, with the place where the new side begins", () => {
    assert.deepEqual(lastCross([1, 3, 1, 3], [2, 2, 2, 2], 60), { kind: "golden", at: 3 });
    assert.deepEqual(lastCross([1, 3, 3, 1, 1], [2, 2, 2, 2, 2], 60), { kind: "dead", at: 3 });
  });

  test("touching and turning back is none; going through by way of a touch is one", () => {
    assert.equal(lastCross([3, 2, 3], [2, 2, 2], 60), null);
    assert.deepEqual(lastCross([1, 2, 3], [2, 2, 2], 60), { kind: "golden", at: 1 });
  });

  test("one that is too long ago is not told", () => {
    assert.equal(lastCross([1, 3, 3, 3], [2, 2, 2, 2], 1), null);
  });
});

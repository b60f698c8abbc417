import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { DailyRow, SpotRow } from "../../src/data/rows.ts";
import {
  dailyRowsFault,
  indexTrade,
  isDecimalText,
  readDecimalText,
  readNumber,
  readPositive,
  readPositiveText,
  repeatsDay,
  scale,
  settledTime,
  spotFault,
  volumeInShares,
} from "../../src/data/validate-row.ts";

const range = { from: "2026-04-20", to: "2026-05-06" };
const daily: DailyRow = {
  code: "600519.SH",
  date: "2026-05-06",
  currency: "CNY",
  adjust: "none",
  open: 1790,
  high: 1800,
  low: 1780,
  close: 1791.73,
  volume: 2_000_000,
  amount: 3_580_000_000,
};
const spot: SpotRow = {
  code: "600519.SH",
  as_of: "2026-05-07T10:32:05+08:00",
  currency: "CNY",
  adjust: "none",
  current_price: 1801.23,
  volume: 0,
};

describe("the volume's unit is proven by the amount", () => {
  const cents = fc.integer({ min: 50, max: 300_000 });
  const shares = fc.integer({ min: 100, max: 1_000_000_000 });

  test("shares and lots come out as the same shares; any other factor is refused", () => {
    fc.assert(
      fc.property(cents, shares, fc.double({ min: 0.7, max: 1.4, noNaN: true }), (fen, volume, drift) => {
        const price = fen / 100;
        const amount = volume * price * drift;
        assert.equal(volumeInShares(volume, amount, { price, lot: 1 }), volume);
        const lots = volume / 100;
        for (const lot of [1, 100] as const) {
          assert.equal(volumeInShares(lots, amount, { price, lot }), scale(lots, 100));
          for (const wrong of [volume * 100, volume / 10, volume * 10, volume / 10_000]) {
            assert.equal(volumeInShares(wrong, amount, { price, lot }), null);
          }
        }
      }),
    );
  });

  test("where lots are documented, shares are believed of a price with a fraction only: one in 分 has none", () => {
    fc.assert(
      fc.property(cents, shares, (fen, volume) => {
        const price = fen / 100;
        const amount = volume * price;
        const asShares = volumeInShares(volume, amount, { price, lot: 100 });
        assert.equal(asShares, Number.isInteger(price) ? null : volume);
        assert.equal(volumeInShares(volume / 100, amount, { price: fen, lot: 100 }), null);
        assert.equal(volumeInShares(volume / 100, amount, { price: price * 100, lot: 100 }), null);
      }),
    );
  });

  test("no volume is 0, and an unproven one is left out", () => {
    assert.equal(volumeInShares(0, 0, { price: 10, lot: 1 }), 0);
    assert.equal(volumeInShares(100, undefined, { price: 10, lot: 1 }), undefined);
    assert.equal(volumeInShares(undefined, 100, { price: 10, lot: 1 }), undefined);
  });
});

describe("daily rows", () => {
  test("a day that repeats the one before it is refused, a market that never moves is not", () => {
    const days = ["2026-04-28", "2026-04-29", "2026-04-30"].map((date, at) => ({
      ...daily,
      date,
      volume: 100 + at,
    }));
    const repeated = days.map((row, at) => (at === 2 ? { ...days[1], date: row.date } : row)) as typeof days;
    assert.equal(repeatsDay(days), false);
    assert.equal(repeatsDay(repeated), true);
    assert.equal(repeatsDay(days.map((row) => ({ ...days[0], date: row.date }))), false);
  });

  test("an open outside the day's range is refused", () => {
    assert.match(dailyRowsFault([{ ...daily, open: 1900 }], "600519.SH", range) ?? "", /open lies outside/);
  });

  test("sound rows pass", () => {
    assert.equal(dailyRowsFault([daily, { ...daily, date: "2026-04-30" }], "600519.SH", range), null);
    assert.equal(dailyRowsFault([], "600519.SH", range), null);
  });

  const broken: readonly (readonly [string, Partial<DailyRow>])[] = [
    ["another code", { code: "000858.SZ" }],
    ["a date outside the range", { date: "2026-05-07" }],
    ["no date", { date: "2026-02-30" }],
    ["a close of zero", { close: 0 }],
    ["an infinite close", { close: Number.POSITIVE_INFINITY }],
    ["a scaled close", { close: 179_173 }],
    ["high below low", { high: 1780, low: 1800, close: 1780 }],
    ["a close above the high", { close: 1800.01 }],
    ["a volume in lots", { volume: 20_000 }],
    ["an amount in thousands", { amount: 3_580_000 }],
    ["a negative open", { open: -1 }],
  ];
  for (const [what, change] of broken) {
    test(`${what} is refused`, () => {
      assert.notEqual(dailyRowsFault([{ ...daily, ...change }], "600519.SH", range), null);
    });
  }

  test("two rows of one date are refused", () => {
    assert.notEqual(dailyRowsFault([daily, daily], "600519.SH", range), null);
  });
});

describe("quotes", () => {
  test("a sound quote passes, traded or not", () => {
    assert.equal(spotFault(spot, "600519.SH"), null);
    assert.equal(spotFault({ ...spot, volume: 100, amount: 180_000 }, "600519.SH"), null);
  });

  const broken: readonly (readonly [string, Partial<SpotRow>])[] = [
    ["another code", { code: "000001.SZ" }],
    ["a price of zero", { current_price: 0 }],
    ["a price of NaN", { current_price: Number.NaN }],
    ["a price beyond the limit", { limit_up: 1800 }],
    ["a price below the limit", { limit_down: 1802 }],
    ["no time", { as_of: "10:32" }],
    ["a price above the day's high", { high: 1801.22 }],
    ["a price below the day's low", { low: 1801.24 }],
    ["a price scaled by a hundred", { current_price: 180_123, prev_close: 1791.73 }],
    ["a price a hundred times too small", { current_price: 18.01, prev_close: 1791.73 }],
    ["a volume in lots", { volume: 1, amount: 180_000 }],
  ];
  for (const [what, change] of broken) {
    test(`${what} is refused`, () => assert.notEqual(spotFault({ ...spot, ...change }, "600519.SH"), null));
  }
});

test("a feed's clock slightly ahead is set back, far ahead refused", () => {
  const fetched = "2026-05-07T10:32:05+08:00";
  assert.equal(settledTime("2026-05-07T10:32:00+08:00", fetched), "2026-05-07T10:32:00+08:00");
  assert.equal(settledTime("2026-05-07T10:32:08+08:00", fetched), fetched);
  assert.equal(settledTime("2026-05-07T10:33:00+08:00", fetched), null);
  assert.equal(settledTime("nonsense", fetched), null);
});

test("what is no number is missing, never zero", () => {
  const none = [
    null,
    undefined,
    "-",
    "",
    " 1",
    "1.",
    ".5",
    "1,801.23",
    "1801,23",
    "0x10",
    "NaN",
    "Infinity",
    "1.5%",
  ];
  for (const cell of [...none, Number.NaN, Number.POSITIVE_INFINITY, {}, true, [1]]) {
    assert.equal(readNumber(cell), undefined, String(cell));
  }
  assert.deepEqual(["1.5", "-0.53", "0", "1.6e+12", "2E9"].map(readNumber), [1.5, -0.53, 0, 1.6e12, 2e9]);
  assert.equal(readNumber(0), 0);
  assert.equal(readPositive(0), undefined);
  assert.equal(scale(1_205_433.2241, 10_000), 12_054_332_241);
});

describe("an index", () => {
  const level: SpotRow = { ...spot, code: "000001.SH", current_price: 4012.35 };

  test("its level proves no volume, what a share costs does", () => {
    const traded = { volume: 60_000_000_000, amount: 720_000_000_000 };
    assert.equal(spotFault({ ...level, ...traded }, "000001.SH"), null);
    assert.notEqual(spotFault({ ...level, ...traded, volume: 600_000_000 }, "000001.SH"), null);
    assert.notEqual(spotFault({ ...spot, ...traded, code: "000001.SZ" }, "000001.SZ"), null);
  });

  test("a level in hundredths is refused, quote and day", () => {
    const traded = { volume: 60_000_000_000, amount: 720_000_000_000 };
    const day = (close: number): DailyRow => ({
      code: "000001.SH",
      date: "2026-05-06",
      currency: "CNY",
      adjust: "none",
      close,
      ...traded,
    });
    assert.equal(dailyRowsFault([day(4012.35)], "000001.SH", range), null);
    assert.notEqual(dailyRowsFault([day(401_235)], "000001.SH", range), null);
    assert.notEqual(spotFault({ ...level, current_price: 401_235 }, "000001.SH"), null);
  });

  test("its volume is read in the documented unit, or not at all", () => {
    const amount = 720_000_000_000;
    const none = { volume: undefined, amount: undefined };
    assert.deepEqual(indexTrade(600_000_000, amount, 100), { volume: 60_000_000_000, amount });
    assert.deepEqual(indexTrade(600_000_000, amount, 1), none);
    assert.deepEqual(indexTrade(60_000_000_000, amount, 100), none);
    assert.deepEqual(indexTrade(0, 0, 100), { volume: 0, amount: 0 });
    assert.deepEqual(indexTrade(600_000_000, undefined, 100), none);
  });
});

test("cells of text feeds are decimal numbers or nothing", () => {
  for (const cell of ["", "0", "1801.23", "-0.53", "0.000"]) assert.ok(isDecimalText(cell), cell);
  for (const cell of ["-", "1,801.23", "1e3", " 1", "1.", ".5", "１", "NaN", null, undefined, 1]) {
    assert.ok(!isDecimalText(cell), String(cell));
    assert.equal(readDecimalText(cell), undefined);
  }
  assert.deepEqual(["", "-0.53", "1801.230"].map(readDecimalText), [undefined, -0.53, 1801.23]);
  assert.deepEqual(["0.000", "-1", "1801.230"].map(readPositiveText), [undefined, undefined, 1801.23]);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import eastmoney from "../../../src/data/sources/eastmoney/index.ts";
import { mayBeScaled, secidOf } from "../../../src/data/sources/eastmoney/read-rows.ts";
import {
  codeOf,
  openFeed,
  range,
  signal,
  stocks,
  testBars,
  testQuotes,
  testValuation,
} from "./feed-harness.ts";

describe("Eastmoney", () => {
  const harness = openFeed(eastmoney, ["EASTMONEY_API_ROOT", "EASTMONEY_HIS_API_ROOT"]);
  testQuotes(harness, "stock/get", "stock/get");
  testBars(harness, "kline/get", "kline/get");
  testValuation(harness);

  test("scaled integers are refused, quote and valuation, traded or not", async () => {
    for (const code of [...stocks, "600585.SH"]) {
      harness.market().fail("stock/get", { kind: "scaled_integers" }, 2);
      assert.equal(codeOf(await harness.client().spot(code, signal)), "TOOL_ERROR", code);
      assert.equal(codeOf(await harness.client().valuation(code, range, signal)), "TOOL_ERROR", code);
    }
  });

  test("daily rows in another unit are refused or made right", async () => {
    harness.market().fail("kline/get", { kind: "wrong_unit" });
    const result = await harness.client().daily("600519.SH", range, signal);
    assert.ok(result.ok);
    for (const { date, volume } of result.rows) {
      assert.equal(volume, harness.market().truth.bar("600519.SH", date)?.volume);
    }
  });
});

test("Shanghai is 1, Shenzhen and Beijing are 0", () => {
  assert.deepEqual(["600519.SH", "000001.SZ", "920799.BJ"].map(secidOf), [
    "1.600519",
    "0.000001",
    "0.920799",
  ]);
});

test("whole prices pass only where lots and amount prove them, and never a hundred times too large", () => {
  const yuan = fc.integer({ min: 1, max: 2_000 });
  fc.assert(
    fc.property(yuan, fc.integer({ min: 1, max: 1e7 }), (price, volume) => {
      const quote = { price, prevClose: price, volume, amount: price * volume * 100 };
      const rest = { time: null, open: price, high: price, low: price };
      assert.equal(mayBeScaled({ ...quote, ...rest }), false);
      const scaled = { price: price * 100, prevClose: price * 100, open: price * 100 };
      assert.equal(mayBeScaled({ ...quote, ...rest, ...scaled }), true);
      assert.equal(mayBeScaled({ ...quote, ...rest, ...scaled, limitUp: 3727.0000000000005 }), true);
      assert.equal(mayBeScaled({ ...quote, ...rest, volume: 0, amount: 0 }), true);
      assert.equal(mayBeScaled({ ...quote, ...rest, prevClose: price + 0.01, volume: 0 }), false);
    }),
  );
});

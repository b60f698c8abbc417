import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Decimal } from "decimal.js";
import { bundledSecurities } from "#language";
import { builtinYears } from "../../../src/data/calendar.ts";
import sample from "../../../src/data/sources/sample/index.ts";
import {
  readSampleBars,
  readSampleSpot,
  readSampleValuation,
  sampleCodes,
} from "../../../src/data/sources/sample/read-sample.ts";
import { createTradingCalendar } from "../../../src/data/trading-calendar.ts";
import { dailyRowsFault, spotFault } from "../../../src/data/validate-row.ts";
import { handClock, silentLog } from "../desk.ts";

const calendar = createTradingCalendar(builtinYears());
const now = sample.pinnedNow ?? "";
const wholeRange = { from: "2026-01-01", to: "2026-12-31" };

const limitOf = (code: string) => (code.endsWith(".BJ") ? "0.3" : /^(30|68)/.test(code) ? "0.2" : "0.1");
const isTick = (price: number) => new Decimal(price).times(100).isInteger();

describe("the sample", () => {
  test("its well-known quote is there", () => {
    const row = readSampleSpot("600519.SH");
    assert.deepEqual(
      [row?.current_price, row?.change, row?.pct_chg, row?.as_of],
      [1801.23, 9.5, 0.5302, "2026-05-07T10:32:05+08:00"],
    );
    assert.equal(calendar.phaseAt(now), "morning");
  });

  test("every code is in the bundled list as a stock, on every board", () => {
    const stocks = new Set(bundledSecurities.filter(({ kind }) => kind === "stock").map(({ code }) => code));
    assert.deepEqual(
      sampleCodes.filter((code) => !stocks.has(code)),
      [],
    );
    for (const board of [/^60/, /^00/, /^30/, /^68/, /^92/])
      assert.ok(sampleCodes.some((code) => board.test(code)));
  });

  for (const code of sampleCodes) {
    test(`${code}: bars follow the calendar, the tick and the limits, and each begins at the close before`, () => {
      const bars = readSampleBars(code) ?? [];
      assert.ok(bars.length >= 30);
      assert.equal(dailyRowsFault(bars, code, wholeRange), null);
      assert.equal(bars.at(-1)?.date, "2026-05-06");
      for (const [i, bar] of bars.entries()) {
        const previous = bars[i - 1];
        if (previous !== undefined) {
          assert.equal(bar.prev_close, previous.close);
          assert.equal(calendar.nextTradingDay(previous.date), bar.date);
        }
        assert.ok(calendar.isTradingDay(bar.date));
        const { open = 0, high = 0, low = 0, close, prev_close = 0, change = 0, volume = 0 } = bar;
        for (const price of [open, high, low, close]) {
          assert.ok(isTick(price));
          const span = new Decimal(prev_close).times(limitOf(code)).toDecimalPlaces(2, Decimal.ROUND_UP);
          assert.ok(new Decimal(price).minus(prev_close).abs().lte(span), `${bar.date} ${price}`);
        }
        assert.ok(low <= open && open <= high && low <= close && close <= high);
        assert.ok(new Decimal(prev_close).plus(change).eq(close));
        assert.ok(volume > 0 && Number.isInteger(volume));
      }
    });

    test(`${code}: the quote follows the last bar`, () => {
      const row = readSampleSpot(code);
      assert.ok(row);
      assert.equal(spotFault(row, code), null);
      assert.equal(row.prev_close, readSampleBars(code)?.at(-1)?.close);
      assert.ok((row.low ?? 0) <= row.current_price && row.current_price <= (row.high ?? 0));
    });
  }

  test("one company makes a loss", () => {
    assert.deepEqual(
      sampleCodes.filter((code) => readSampleValuation(code)?.pe_ttm === null),
      ["000002.SZ"],
    );
  });

  test("nothing of the future is shown when the clock stands earlier", async () => {
    const { signal } = new AbortController();
    const clock = handClock("2026-05-06T11:00:00+08:00");
    const client = sample.create({ config: {}, fetch: globalThis.fetch, clock, log: silentLog });
    const spot = await client.spot?.("600519.SH", signal);
    assert.deepEqual(spot?.ok && spot.rows, []);
    const daily = await client.daily?.("600519.SH", wholeRange, signal);
    assert.equal(daily?.ok && daily.rows.at(-1)?.date, "2026-04-30");
  });
});

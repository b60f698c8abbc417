import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { mergeSecurities } from "../../../src/data/merge-securities.ts";
import { createNameProof } from "../../../src/data/name-proof.ts";
import type { SpotRow } from "../../../src/data/rows.ts";
import type { SourceClient, SourceDefinition, SourceResult } from "../../../src/data/source.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../../emulators/market.ts";
import { companies, unlisted } from "../../emulators/market-securities.ts";
import { eventually } from "../../support/eventually.ts";
import { type HandClock, handClock, silentLog } from "../harness.ts";

export const noon = "2026-05-07T10:32:05+08:00";
export const { signal } = new AbortController();
export const range = { from: "2026-04-17", to: "2026-05-07" };
export const stocks = ["600519.SH", "000858.SZ", "688981.SH", "300750.SZ", "920799.BJ"];

export interface FeedHarness {
  readonly clock: HandClock;
  market(): MarketEmulator;
  client(config?: Readonly<Record<string, string>>): Required<SourceClient>;
}

/** Names of the emulated market, over the bundled ones. */
const named = mergeSecurities([...companies, ...unlisted]);
export const identify = createNameProof(() => ({
  entries: () => named,
  isTried: () => true,
  ready: async () => undefined,
}));

/** A feed over the market emulator, opened before and closed after the suite that asks for it. */
export function openFeed(
  source: SourceDefinition,
  roots: readonly string[],
  xueqiuToken?: string,
): FeedHarness {
  const clock = handClock(noon);
  let market: MarketEmulator | undefined;
  const opened = (): MarketEmulator => {
    assert.ok(market);
    return market;
  };
  before(async () => {
    market = await createMarketEmulator({
      now: clock.market,
      ...(xueqiuToken === undefined ? {} : { xueqiuToken }),
    });
  });
  afterEach(() => {
    opened().clearFaults();
    clock.set(noon);
  });
  after(() => market?.close());
  return {
    clock,
    market: opened,
    client(config = {}) {
      const addresses = Object.fromEntries(roots.map((name) => [name, opened().root]));
      const settings = { ...addresses, ...config };
      // A method that the source does not have fails the test that calls it.
      return source.create({
        config: settings,
        fetch: globalThis.fetch,
        clock,
        log: silentLog,
        identify,
      }) as Required<SourceClient>;
    },
  };
}

/** The one row of a good answer. */
export function only<Row>(result: SourceResult<Row>): Row {
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  const [row] = result.rows;
  assert.equal(result.rows.length, 1);
  assert.ok(row !== undefined);
  return row;
}

export function rowsOf<Row>(result: SourceResult<Row>): readonly Row[] {
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return result.rows;
}

export function codeOf(result: SourceResult<unknown>): string {
  return result.ok ? "ok" : result.error.code;
}

/** Every figure of the quote is the truth's. */
export function isTrueQuote(row: SpotRow, market: MarketEmulator, now: string): void {
  const truth = market.truth.quote(row.code, now);
  assert.ok(truth);
  const figures = [row.current_price, row.open, row.high, row.low, row.prev_close, row.volume];
  const { price, open, high, low, pre_close, change, volume } = truth;
  assert.deepEqual(figures, [price, open, high, low, pre_close, volume], row.code);
  // Sina tells neither.
  assert.ok(row.change === undefined || row.change === change);
  assert.ok(row.pct_chg === undefined || Math.abs(row.pct_chg - truth.pct_chg) <= 0.005001);
  assert.ok(row.amount !== undefined && Math.abs(row.amount - truth.amount) <= 0.5);
  assert.deepEqual([row.currency, row.adjust], ["CNY", "none"]);
}

/** Faults that every live quote meets in the same way. */
export const quoteFaults: readonly (readonly [MarketFault, string])[] = [
  [{ kind: "html_502" }, "SOURCE_DOWN"],
  [{ kind: "garbage" }, "SOURCE_DOWN"],
  [{ kind: "drop" }, "SOURCE_DOWN"],
  [{ kind: "server_error" }, "SOURCE_DOWN"],
  [{ kind: "wrong_code" }, "TOOL_ERROR"],
  [{ kind: "utc_clock" }, "STALE"],
];

/** Tests that hold for every feed with quotes. `endpoint`: its name at the emulator. */
export function testQuotes(
  harness: FeedHarness,
  endpoint: string,
  table: string,
  proofs: "code" | "name" = "code",
): void {
  test("a quote is the truth's in shares and CNY, with the feed's own Beijing time", async () => {
    const client = harness.client();
    const { companies } = harness.market().truth;
    for (const { code } of companies.filter((company) => company.suspended === undefined)) {
      const result = await client.spot(code, signal);
      const row = only(result);
      assert.equal(row.code, code);
      assert.equal(row.as_of, "2026-05-07T10:32:03+08:00");
      isTrueQuote(row, harness.market(), noon);
      assert.equal(result.ok && result.table, table);
    }
  });

  test("an index is not the stock of the same digits", async () => {
    const stock = only(await harness.client().spot("000001.SZ", signal));
    isTrueQuote(stock, harness.market(), noon);
    for (const { code } of harness.market().truth.indices) {
      const index = only(await harness.client().index_spot(code, signal));
      isTrueQuote(index, harness.market(), noon);
      assert.equal(index.code, code);
    }
  });

  test("feeds run on over lunch and after the close, the quote's time does not", async () => {
    for (const [now, asOf] of [
      ["2026-05-07T12:10:00+08:00", "2026-05-07T11:30:00+08:00"],
      ["2026-05-07T15:20:07+08:00", "2026-05-07T15:00:00+08:00"],
      ["2026-05-07T17:20:07+08:00", "2026-05-07T15:00:00+08:00"],
      ["2026-05-09T11:00:00+08:00", "2026-05-08T15:00:00+08:00"],
    ] as const) {
      harness.clock.set(now);
      const row = only(await harness.client().spot("600519.SH", signal));
      assert.equal(row.as_of, asOf);
      assert.equal(row.current_price, harness.market().truth.spot("600519.SH", now));
    }
  });

  test("in the opening auction there is no quote, and none is made of zeros", async () => {
    harness.clock.set("2026-05-07T09:20:00+08:00");
    assert.deepEqual(rowsOf(await harness.client().spot("600519.SH", signal)), []);
    harness.clock.set("2026-05-07T09:26:00+08:00");
    const row = only(await harness.client().spot("600519.SH", signal));
    assert.equal(row.as_of, "2026-05-07T09:25:00+08:00");
  });

  test("a suspended stock has its last price and a volume of 0", async () => {
    const row = only(await harness.client().spot("600585.SH", signal));
    assert.equal(row.volume, 0);
    assert.equal(row.current_price, harness.market().truth.close("600585.SH", "2026-04-28"));
  });

  test("zero, nothing and an unknown code are no quote, and no failure either", async () => {
    for (const kind of ["zero_price", "null_price", "empty"] as const) {
      harness.market().fail(endpoint, { kind });
      assert.deepEqual(rowsOf(await harness.client().spot("600519.SH", signal)), [], kind);
    }
    assert.deepEqual(rowsOf(await harness.client().spot("601999.SH", signal)), []);
  });

  test("an old quote says its age, a price slightly off is left to the cross-check", async () => {
    harness.market().fail(endpoint, { kind: "stale", seconds: 600 });
    assert.equal(only(await harness.client().spot("600519.SH", signal)).as_of, "2026-05-07T10:22:03+08:00");
    harness.market().fail(endpoint, { kind: "wrong_date" });
    assert.equal(only(await harness.client().spot("600519.SH", signal)).as_of, "2026-05-06T15:00:00+08:00");
    harness.market().fail(endpoint, { kind: "off_by", percent: 0.05 });
    const row = only(await harness.client().spot("000858.SZ", signal));
    const truth = harness.market().truth.quote("000858.SZ", noon);
    assert.ok(truth && row.current_price !== truth.price);
    assert.ok(!("change" in row), "a change that does not fit the price is not told");
  });

  test("a name that gives orders reaches nobody", async () => {
    harness.market().fail(endpoint, { kind: "hostile_name" });
    const result = await harness.client().spot("600519.SH", signal);
    // Where the name is the only proof of whom a line is about, the line is refused.
    if (proofs === "name") assert.equal(codeOf(result), "TOOL_ERROR");
    else isTrueQuote(only(result), harness.market(), noon);
    assert.ok(!JSON.stringify(result).includes("忽略"));
  });

  for (const [fault, code] of quoteFaults) {
    test(`a quote under ${fault.kind} is ${code}, without an address`, async () => {
      harness.market().fail(endpoint, fault);
      const result = await harness.client().spot("600519.SH", signal);
      assert.equal(codeOf(result), code);
      assert.ok(!JSON.stringify(result).includes("127.0"));
    });
  }

  test("a volume in another unit is made right by its amount, or the quote is refused", async () => {
    harness.market().fail(endpoint, { kind: "wrong_unit" });
    const result = await harness.client().spot("600519.SH", signal);
    if (result.ok) isTrueQuote(only(result), harness.market(), noon);
    else assert.equal(result.error.code, "TOOL_ERROR");
  });

  test("a caller who leaves is not kept by a feed that hangs", async () => {
    harness.market().fail(endpoint, { kind: "hang" });
    const leaving = new AbortController();
    const { calls } = harness.market();
    const before = calls.length;
    const asked = harness.client().spot("600519.SH", leaving.signal);
    await eventually("the call", () => calls.length > before);
    leaving.abort();
    assert.equal(codeOf(await asked), "NET_TIMEOUT");
  });
}

/** Tests that hold for every feed with unadjusted day lines that are shown. */
export function testBars(harness: FeedHarness, endpoint: string, table: string): void {
  const daily = async (code: string) => rowsOf(await harness.client().daily(code, range, signal));

  test("daily rows are the truth's, unadjusted, without today's unfinished one until 17:00", async () => {
    for (const code of [...stocks, "601398.SH"]) {
      const rows = await daily(code);
      assert.equal(rows.at(-1)?.date, "2026-05-06");
      for (const row of rows) {
        const bar = harness.market().truth.bar(code, row.date);
        assert.deepEqual(
          [row.open, row.high, row.low, row.close, row.adjust],
          [bar?.open, bar?.high, bar?.low, bar?.close, "none"],
        );
        assert.ok(row.volume === undefined || row.volume === bar?.volume, "in shares, or not told");
        assert.ok(row.amount === undefined || row.amount === bar?.amount, "in CNY, or not told");
      }
    }
    harness.clock.set("2026-05-07T16:59:59+08:00");
    assert.equal((await daily("600519.SH")).at(-1)?.date, "2026-05-06");
    harness.clock.set("2026-05-07T17:00:00+08:00");
    const last = (await daily("600519.SH")).at(-1);
    assert.deepEqual(
      [last?.date, last?.close],
      ["2026-05-07", harness.market().truth.close("600519.SH", "2026-05-07")],
    );
  });

  test("the day line of an index, and that of the stock of the same digits", async () => {
    for (const [code, result] of [
      ["000001.SH", await harness.client().index_daily("000001.SH", range, signal)],
      ["000001.SZ", await harness.client().daily("000001.SZ", range, signal)],
    ] as const) {
      const last = rowsOf(result).at(-1);
      assert.equal(last?.close, harness.market().truth.close(code, "2026-05-06"));
      assert.equal(result.ok && result.table, table);
    }
  });

  test("forward-adjusted days stand beside what was paid; another adjustment is refused", async () => {
    const { truth } = harness.market();
    const rows = rowsOf(
      await harness.client().daily_qfq("601398.SH", { ...range, from: "2026-04-15" }, signal),
    );
    const latest = truth.adjustFactor("601398.SH", "2026-12-31");
    assert.ok(rows.some(({ close, paid_close }) => close < paid_close));
    for (const { date, close, paid_close, adjust } of rows) {
      const paid = truth.close("601398.SH", date) ?? 0;
      assert.deepEqual([paid_close, adjust], [paid, "qfq"]);
      const counted = (paid * truth.adjustFactor("601398.SH", date)) / latest;
      assert.ok(Math.abs(close - counted) <= 0.0051, date);
    }
    harness.market().fail(endpoint, { kind: "off_by", percent: -50 }, 2);
    const halved = await harness.client().daily_qfq("601398.SH", range, signal);
    assert.equal(codeOf(halved), "TOOL_ERROR", "a close outside its day");
  });

  test("a suspended day has no row, an unknown code has none at all", async () => {
    const dates = (await daily("600585.SH")).map(({ date }) => date);
    assert.equal(dates.at(-1), "2026-04-28");
    assert.deepEqual(await daily("601999.SH"), []);
    harness.market().fail(endpoint, { kind: "empty" });
    assert.deepEqual(await daily("600519.SH"), []);
  });

  for (const [kind, code] of [
    ["wrong_code", "TOOL_ERROR"],
    ["wrong_date", "TOOL_ERROR"],
    ["zero_price", "TOOL_ERROR"],
    ["html_502", "SOURCE_DOWN"],
    ["garbage", "SOURCE_DOWN"],
  ] as const) {
    test(`daily rows under ${kind} are ${code}`, async () => {
      harness.market().fail(endpoint, { kind });
      assert.equal(codeOf(await harness.client().daily("600519.SH", range, signal)), code);
    });
  }
}

/** Tests that hold for every feed that tells a valuation beside its quotes. */
export function testValuation(harness: FeedHarness): void {
  test("a valuation is the TTM one, as of the quote; a loss is null", async () => {
    for (const code of ["600519.SH", "000002.SZ", "601012.SH"]) {
      const row = only(await harness.client().valuation(code, range, signal));
      const { truth } = harness.market();
      const { eps = 0, shares = 0 } = truth.company(code) ?? {};
      const price = truth.spot(code, noon) ?? 0;
      assert.equal(row.as_of, "2026-05-07T10:32:03+08:00");
      const ratio = eps > 0 ? Math.round((price / eps) * 100) / 100 : null;
      assert.equal(row.pe_ttm, ratio);
      const value = price * shares * 10_000;
      assert.ok(Math.abs((row.total_mv ?? 0) / value - 1) < 0.001, "in CNY");
      assert.ok(Math.abs((row.circ_mv ?? 0) / (value * 0.9) - 1) < 0.001);
    }
  });

  test("a quote outside the days asked for has no valuation", async () => {
    const past = { from: "2026-04-17", to: "2026-05-06" };
    assert.deepEqual(rowsOf(await harness.client().valuation("600519.SH", past, signal)), []);
  });
}

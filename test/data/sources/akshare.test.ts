import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import fc from "fast-check";
import { createHttp } from "../../../src/data/http.ts";
import type { SourceClient } from "../../../src/data/source.ts";
import { createAkTools } from "../../../src/data/sources/akshare/aktools.ts";
import { readItems } from "../../../src/data/sources/akshare/ask-rows.ts";
import akshare from "../../../src/data/sources/akshare/index.ts";
import { readQuoteTime, readValuation } from "../../../src/data/sources/akshare/spot-xq.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../../emulators/market.ts";
import { handClock, silentLog } from "../harness.ts";

const noon = "2026-05-07T10:32:05+08:00";
const clock = handClock(noon);
const { signal } = new AbortController();
const range = { from: "2026-04-17", to: "2026-05-07" };
const token = "0123456789abcdef";

describe("akshare through AKTools", () => {
  let market: MarketEmulator;
  const client = (xqToken: string | undefined = token): SourceClient =>
    akshare.create({
      config: { AKTOOLS_API_ROOT: market.root, ...(xqToken === undefined ? {} : { XQ_A_TOKEN: xqToken }) },
      fetch: globalThis.fetch,
      clock,
      log: silentLog,
    });

  before(async () => {
    market = await createMarketEmulator({ now: clock.market, xueqiuToken: token });
  });
  afterEach(() => {
    market.clearFaults();
    clock.set(noon);
  });
  after(() => market.close());

  test("a quote is the truth's, with its Beijing time and in shares", async () => {
    for (const code of ["600519.SH", "688981.SH", "920799.BJ"]) {
      const result = await client().spot?.(code, signal);
      const truth = market.truth.quote(code, noon);
      assert.ok(result?.ok && truth);
      const [row] = result.rows;
      assert.equal(result.table, "stock_individual_spot_xq");
      assert.equal(row?.as_of, "2026-05-07T10:32:03+08:00");
      assert.deepEqual(
        [row?.current_price, row?.open, row?.high, row?.low, row?.prev_close, row?.volume, row?.amount],
        [truth.price, truth.open, truth.high, truth.low, truth.pre_close, truth.volume, truth.amount],
      );
    }
  });

  test("daily rows are the truth's in shares; today's unfinished bar is left out until 17:00", async () => {
    const ask = async () => {
      const result = await client().daily?.("000001.SZ", range, signal);
      assert.ok(result?.ok);
      return result.rows;
    };
    const rows = await ask();
    assert.equal(rows.at(-1)?.date, "2026-05-06");
    for (const row of rows) {
      const bar = market.truth.bar("000001.SZ", row.date);
      assert.deepEqual([row.close, row.volume, row.amount], [bar?.close, bar?.volume, bar?.amount]);
      assert.ok(!("prev_close" in row), "not given, so not there");
    }
    clock.set("2026-05-07T16:59:59+08:00");
    assert.equal((await ask()).at(-1)?.date, "2026-05-06");
    clock.set("2026-05-07T17:00:00+08:00");
    const finished = (await ask()).at(-1);
    assert.deepEqual(
      [finished?.date, finished?.close],
      ["2026-05-07", market.truth.close("000001.SZ", "2026-05-07")],
    );
  });

  test("a loss has a P/E of null", async () => {
    const result = await client().valuation?.("000002.SZ", range, signal);
    assert.ok(result?.ok);
    assert.equal(result.rows[0]?.pe_ttm, null);
  });

  test("a P/E below zero is a loss, an absent one is unknown", () => {
    const read = (item: string, value: unknown) =>
      readValuation(readItems([{ item, value }]), "600519.SH", "2026-05-06");
    assert.equal(read("市盈率(TTM)", -12.5).pe_ttm, null);
    assert.equal(read("市盈率(TTM)", 25.1).pe_ttm, 25.1);
    assert.ok(!("pe_ttm" in read("市盈率(动)", 25.1)), "never the dynamic one");
  });

  test("calendar and list come from sina and the exchanges", async () => {
    const days = await client().calendar?.(2026, signal);
    assert.ok(days?.ok);
    assert.equal(days.rows.length, 242);
    const list = await client().securities?.(signal);
    assert.ok(list?.ok);
    assert.equal(list.rows.length, market.truth.companies.length);
    assert.ok(list.rows.some(({ code }) => code === "920799.BJ"));
  });

  const spotFaults: readonly (readonly [MarketFault, string])[] = [
    [{ kind: "expired_token" }, "SOURCE_DOWN"],
    [{ kind: "server_error" }, "SOURCE_DOWN"],
    [{ kind: "none" }, "SOURCE_DOWN"],
    [{ kind: "html_502" }, "SOURCE_DOWN"],
    [{ kind: "garbage" }, "SOURCE_DOWN"],
    [{ kind: "drop" }, "SOURCE_DOWN"],
    [{ kind: "wrong_code" }, "TOOL_ERROR"],
    [{ kind: "zero_price" }, "TOOL_ERROR"],
    [{ kind: "null_price" }, "TOOL_ERROR"],
    [{ kind: "wrong_unit" }, "TOOL_ERROR"],
    [{ kind: "utc_clock" }, "STALE"],
  ];
  for (const [fault, code] of spotFaults) {
    test(`a quote under ${fault.kind} is ${code}, without token or address`, async () => {
      market.fail("stock_individual_spot_xq", fault);
      const result = await client().spot?.("600519.SH", signal);
      assert.ok(result && !result.ok);
      assert.equal(result.error.code, code);
      assert.ok(!result.error.message.includes(token) && !result.error.message.includes("127.0"));
    });
  }

  for (const kind of ["wrong_code", "wrong_date", "zero_price"] as const) {
    test(`daily rows under ${kind} are refused`, async () => {
      market.fail("stock_zh_a_hist", { kind });
      const result = await client().daily?.("600519.SH", range, signal);
      assert.ok(result && !result.ok);
      assert.equal(result.error.code, "TOOL_ERROR");
    });
  }

  test("a 404 is never taken for an unknown code, an empty list is an answer without rows", async () => {
    const unknownQuote = await client().spot?.("601999.SH", signal);
    assert.equal(unknownQuote?.ok === false && unknownQuote.error.code, "SOURCE_DOWN");
    const unknownBars = await client().daily?.("601999.SH", range, signal);
    assert.deepEqual(unknownBars?.ok && unknownBars.rows, []);
    const expired = await client("expired").spot?.("600519.SH", signal);
    assert.equal(expired?.ok === false && expired.error.code, "SOURCE_DOWN");
  });

  test("nothing outside the pattern ever reaches AKTools", async () => {
    const http = createHttp({ fetch: globalThis.fetch, timeoutMs: 1_000, maxBytes: 1_000_000 });
    const call = createAkTools({ root: market.root, http });
    const before = market.calls.length;
    const evil = fc.string({ minLength: 1 }).filter((text) => !/^[A-Za-z0-9._\-一-鿿]{0,64}$/.test(text));
    await fc.assert(
      fc.asyncProperty(evil, async (symbol) => {
        const result = await call("stock_zh_a_hist", { symbol }, signal);
        assert.equal(!result.ok && result.error.code, "INVALID_ARGS");
      }),
    );
    const foreign = await call("stock_zh_a_spot_em" as "stock_zh_a_hist", {}, signal);
    assert.equal(!foreign.ok && foreign.error.code, "INVALID_ARGS");
    assert.equal(market.calls.length, before);
  });
});

test("a quote's time is Beijing wall time within the feed's hours, never after the fetch", () => {
  const at = (cell: unknown) => readQuoteTime(cell, "2026-05-07T14:00:00+08:00");
  assert.equal(at("2026-05-07 13:59:57"), "2026-05-07T13:59:57+08:00");
  assert.equal(at("2026-05-07 14:00:04"), "2026-05-07T14:00:00+08:00");
  assert.equal(at("2026-05-06 15:00:00"), "2026-05-06T15:00:00+08:00");
  for (const cell of [
    "2026-05-07 05:59:57",
    "2026-05-07 14:05:00",
    "13:59:57",
    "2026-02-30 10:00:00",
    null,
    1,
  ]) {
    assert.equal(at(cell), null, String(cell));
  }
});

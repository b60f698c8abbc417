import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { SourceClient } from "../../../src/data/source.ts";
import { classifyError } from "../../../src/data/sources/tushare/classify-error.ts";
import tushare from "../../../src/data/sources/tushare/index.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../../emulators/market.ts";
import { handClock, silentLog } from "../harness.ts";

const clock = handClock("2026-05-07T20:00:00+08:00");
const { signal } = new AbortController();
const range = { from: "2026-04-17", to: "2026-05-07" };

describe("tushare", () => {
  let market: MarketEmulator;
  const client = (token = market.tushareToken): SourceClient =>
    tushare.create({
      config: { TUSHARE_API_ROOT: market.root, TUSHARE_TOKEN: token },
      fetch: globalThis.fetch,
      clock,
      log: silentLog,
    });

  before(async () => {
    market = await createMarketEmulator({ now: clock.market });
  });
  afterEach(() => market.clearFaults());
  after(() => market.close());

  test("daily rows are normalised, ascending and those of the truth", async () => {
    const result = await client().daily?.("600519.SH", range, signal);
    assert.ok(result?.ok);
    assert.equal(result.table, "daily");
    assert.equal(result.fetched_at, clock.market());
    const dates = result.rows.map(({ date }) => date);
    assert.deepEqual(
      dates,
      market.truth.tradingDays.filter((day) => day >= range.from && day <= range.to),
    );
    for (const row of result.rows) {
      const bar = market.truth.bar("600519.SH", row.date);
      assert.ok(bar);
      const { pre_close, amount, ...rest } = bar;
      assert.ok(Math.abs((row.amount ?? 0) - amount) < 1, "thousands become CNY");
      assert.deepEqual(
        { ...row, amount: 0 },
        { ...rest, prev_close: pre_close, amount: 0, code: "600519.SH", currency: "CNY", adjust: "none" },
      );
    }
  });

  test("a newest row that repeats the day before it is refused, as bars and as a valuation", async () => {
    for (const capability of ["daily", "valuation", "valuation_history"] as const) {
      market.fail("tushare", { kind: "repeated_day" });
      const result = await client()[capability]?.("600519.SH", range, signal);
      assert.equal(result?.ok === false && result.error.code, "TOOL_ERROR", capability);
      assert.ok((await client()[capability]?.("600519.SH", range, signal))?.ok, capability);
    }
  });

  test("market values are CNY, and a loss has a P/E of null", async () => {
    const earning = await client().valuation?.("600519.SH", range, signal);
    assert.ok(earning?.ok);
    const [row] = earning.rows;
    const company = market.truth.company("600519.SH");
    const close = market.truth.close("600519.SH", "2026-05-07") ?? 0;
    assert.equal(row?.as_of, "2026-05-07");
    assert.ok(Math.abs((row?.total_mv ?? 0) - close * (company?.shares ?? 0) * 10_000) < 1);
    const losing = await client().valuation?.("000002.SZ", range, signal);
    assert.ok(losing?.ok);
    assert.equal(losing.rows[0]?.pe_ttm, null);
    assert.ok(!("dv_ttm" in (losing.rows[0] ?? {})), "an unknown metric has no key");
  });

  test("the calendar lists the open days, and the list all companies", async () => {
    const days = await client().calendar?.(2026, signal);
    assert.ok(days?.ok);
    assert.equal(days.rows.length, 242);
    assert.equal(days.rows[0]?.date, "2026-01-05");
    const list = await client().securities?.(signal);
    assert.ok(list?.ok);
    assert.deepEqual(
      list.rows.map(({ code }) => code).toSorted(),
      market.truth.companies.map(({ code }) => code).toSorted(),
    );
    assert.equal(list.rows.find(({ code }) => code === "600519.SH")?.pinyin, "gzmt");
  });

  const faults: readonly (readonly [MarketFault, string])[] = [
    [{ kind: "rate_minute" }, "RATE_LIMIT"],
    [{ kind: "rate_frequency" }, "RATE_LIMIT"],
    [{ kind: "rate_hour" }, "RATE_LIMIT"],
    [{ kind: "rate_day" }, "RATE_LIMIT"],
    [{ kind: "no_permission" }, "SOURCE_DENIED"],
    [{ kind: "bad_token" }, "SOURCE_DENIED"],
    [{ kind: "ip_limit" }, "SOURCE_DENIED"],
    [{ kind: "html_502" }, "SOURCE_DOWN"],
    [{ kind: "garbage" }, "SOURCE_DOWN"],
    [{ kind: "drop" }, "SOURCE_DOWN"],
    [{ kind: "wrong_code" }, "TOOL_ERROR"],
    [{ kind: "wrong_date" }, "TOOL_ERROR"],
    [{ kind: "ignores_params" }, "TOOL_ERROR"],
    [{ kind: "zero_price" }, "TOOL_ERROR"],
    [{ kind: "null_price" }, "TOOL_ERROR"],
  ];
  for (const [fault, code] of faults) {
    test(`${fault.kind} is ${code}, without the token or the upstream's words`, async () => {
      market.fail("daily", fault);
      const result = await client().daily?.("600519.SH", range, signal);
      assert.ok(result && !result.ok);
      assert.equal(result.error.code, code);
      assert.doesNotMatch(result.error.message, /\p{Script=Han}|token-|127\.0/u);
      assert.ok(!result.error.message.includes(market.tushareToken));
    });
  }

  test("volumes in shares where lots are documented are read as what they are", async () => {
    market.fail("daily", { kind: "wrong_unit" });
    const result = await client().daily?.("600519.SH", range, signal);
    assert.ok(result?.ok);
    const row = result.rows.at(-1);
    assert.equal(row?.volume, market.truth.bar("600519.SH", row?.date ?? "")?.volume);
  });

  test("no rows is an answer without rows", async () => {
    const result = await client().daily?.("999999.SH", range, signal);
    assert.ok(result?.ok);
    assert.equal(result.rows.length, 0);
  });

  test("a caller who leaves a hanging call gets NET_TIMEOUT at once", async () => {
    market.fail("daily", { kind: "hang" });
    const leaving = new AbortController();
    const asked = client().daily?.("600519.SH", range, leaving.signal);
    await pause(20);
    leaving.abort();
    const result = await asked;
    assert.ok(result && !result.ok);
    assert.equal(result.error.code, "NET_TIMEOUT");
  });

  test("the token is trimmed by its setting", () => {
    assert.equal(tushare.settings.schema.parse({ TUSHARE_TOKEN: " abc\n" }).TUSHARE_TOKEN, "abc");
    assert.ok(tushare.settings.secrets.includes("TUSHARE_TOKEN"));
  });
});

test("the message decides before the code: a rate limit also begins 抱歉 and has 40203", () => {
  const cases = [
    [40203, "抱歉，您每分钟最多访问该接口200次，权限的具体详情访问：https://tushare.pro", "RATE_LIMIT"],
    [-2002, "抱歉，您没有访问该接口的权限，权限的具体详情访问：https://tushare.pro", "SOURCE_DENIED"],
    [2002, "您没有权限访问", "SOURCE_DENIED"],
    [40203, "抱歉，您的积分不足", "SOURCE_DENIED"],
    [-2001, "必填参数", "TOOL_ERROR"],
    [50101, "参数校验失败", "TOOL_ERROR"],
  ] as const;
  for (const [code, message, expected] of cases)
    assert.equal(classifyError(code, message).code, expected, message);
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ResolvedDate, ResolvedSecurity, ToolOutcome, ValuationValue } from "#contract";
import { type Harness, openHarness } from "../data/harness.ts";

const good = (outcome: ToolOutcome) => {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome;
};

describe("tools over the emulated market, Thursday 2026-05-07 20:00", () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness({ now: "2026-05-07T20:00:00+08:00" });
  });
  after(() => harness.close());

  const security = async (query: string) => {
    const { value, source } = good(await harness.ask("resolve_security", { query }));
    return { ...(value as ResolvedSecurity), source };
  };
  const date = async (query: string) =>
    good(await harness.ask("resolve_date", { query })).value as ResolvedDate;

  test("resolve_security knows the whole list at the first question", async () => {
    const { status, matches, source } = await security("万达轴承");
    assert.deepEqual([status, matches[0]?.code, source], ["one", "920002.BJ", "tushare"]);
  });

  test("resolve_security: spellings, several, none, other markets, indices", async () => {
    for (const query of ["600519", "sh600519", "600519.SS", "６００５１９", "贵州茅台", "茅台"]) {
      assert.deepEqual(
        (await security(query)).matches.map(({ code }) => code),
        ["600519.SH"],
        query,
      );
    }
    assert.equal((await security("平安")).status, "several");
    assert.equal((await security("999999")).status, "none");
    assert.equal((await security("00700.HK")).status, "out_of_scope");
    assert.equal((await security("沪深300")).status, "unsupported");
  });

  test("resolve_security tells what a security is, and by which former name it was found", async () => {
    const told = async (query: string) => {
      const { kind, reason, former_name } = await security(query);
      return [kind, reason, former_name];
    };
    assert.deepEqual(await told("600519"), ["stock", undefined, undefined]);
    assert.deepEqual(await told("510300"), ["fund", "UNSUPPORTED_FUND", undefined]);
    assert.deepEqual(await told("870000"), ["neeq", "OLD_BSE_CODE", undefined]);
    assert.deepEqual(await told("隆基股份"), ["stock", undefined, "隆基股份"]);
    assert.deepEqual(await told("830799"), ["stock", undefined, "830799.BJ"]);
  });

  test("resolve_date: words, ISO dates, holidays, the trading day before", async () => {
    const expected: readonly (readonly [query: string, date: string, relation: string, day: string])[] = [
      ["今天", "2026-05-07", "today", "2026-05-07"],
      ["昨天", "2026-05-06", "past", "2026-05-06"],
      ["2026-05-02", "2026-05-02", "past", "2026-04-30"],
      ["上个交易日", "2026-05-06", "past", "2026-05-06"],
      ["previous_trading_day", "2026-05-06", "past", "2026-05-06"],
      ["明天", "2026-05-08", "future", "2026-05-08"],
    ];
    for (const [query, iso, relation, trading_day] of expected) {
      const value = await date(query);
      assert.deepEqual([value.date, value.relation, value.trading_day], [iso, relation, trading_day], query);
      assert.equal(value.is_trading_day, iso === trading_day);
    }
  });

  test("resolve_date refuses what is no date and years no calendar covers", async () => {
    const code = async (query: string) => {
      const outcome = await harness.ask("resolve_date", { query });
      return outcome.ok ? "ok" : outcome.error.code;
    };
    assert.equal(await code("茅台"), "BAD_DATE");
    assert.equal(await code("2031-01-05"), "FUTURE_DATE");
    assert.equal(await code("2019-01-05"), "CALENDAR_UNKNOWN");
  });

  test("get_valuation gives CNY and ratios with their date; a loss keeps its null", async () => {
    const outcome = good(await harness.ask("get_valuation", { code: "600519.SH" }));
    const value = outcome.value as ValuationValue;
    const { market } = harness;
    const close = market.truth.close("600519.SH", "2026-05-07") ?? 0;
    assert.deepEqual(
      [outcome.source, outcome.table, outcome.as_of],
      ["tushare", "daily_basic", "2026-05-07"],
    );
    const shares = (market.truth.company("600519.SH")?.shares ?? 0) * 10_000;
    assert.ok(Math.abs(Number(value.total_mv) - close * shares) < 1);
    const losing = good(await harness.ask("get_valuation", { code: "000002.SZ" })).value as ValuationValue;
    assert.equal(losing.pe_ttm, null);
    assert.ok(!("dv_ttm" in losing));
  });

  test("get_valuation falls back to akshare, never to a dynamic P/E", async () => {
    const { market } = harness;
    market.fail("daily_basic", { kind: "no_permission" });
    const outcome = good(await harness.ask("get_valuation", { code: "000858.SZ" }));
    const value = outcome.value as ValuationValue;
    const eps = market.truth.company("000858.SZ")?.eps ?? 1;
    const close = market.truth.close("000858.SZ", "2026-05-07") ?? 0;
    assert.deepEqual([outcome.source, outcome.fallback_from], ["akshare", ["tushare: SOURCE_DENIED"]]);
    assert.ok(Math.abs(Number(value.pe_ttm) - close / eps) < 0.001);
  });
});

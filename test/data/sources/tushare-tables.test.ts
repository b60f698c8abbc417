import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { Decimal } from "decimal.js";
import type { SourceClient, SourceResult } from "../../../src/data/source.ts";
import type { TushareApi } from "../../../src/data/sources/tushare/api.ts";
import { classifyError } from "../../../src/data/sources/tushare/classify-error.ts";
import tushare from "../../../src/data/sources/tushare/index.ts";
import { askTable } from "../../../src/data/sources/tushare/table.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../../emulators/market.ts";
import { handClock, silentLog } from "../harness.ts";

const evening = "2026-05-07T20:00:00+08:00";
const clock = handClock(evening);
const { signal } = new AbortController();
const range = { from: "2026-04-17", to: "2026-05-07" };
const years = { from: "2024-01-01", to: "2026-05-07" };

let market: MarketEmulator;
const client = (): SourceClient =>
  tushare.create({
    config: { TUSHARE_API_ROOT: market.root, TUSHARE_TOKEN: market.tushareToken },
    fetch: globalThis.fetch,
    clock,
    log: silentLog,
  });

before(async () => {
  market = await createMarketEmulator({ now: clock.market });
});
afterEach(() => {
  market.clearFaults();
  clock.set(evening);
});
after(() => market.close());

async function rowsOf<Row>(asked: Promise<SourceResult<Row>> | undefined): Promise<readonly Row[]> {
  const result = await asked;
  assert.ok(result?.ok, JSON.stringify(result));
  return result.rows;
}

const inDays = (days: readonly string[]) => days.filter((day) => day >= range.from && day <= range.to);

test("an index's days are the truth's: points, CNY, its own change", async () => {
  const rows = await rowsOf(client().index_daily?.("000001.SH", range, signal));
  assert.deepEqual(
    rows.map(({ date }) => date),
    inDays(market.truth.tradingDays),
  );
  for (const row of rows) {
    const bar = market.truth.bar("000001.SH", row.date);
    assert.deepEqual(
      [row.close, row.prev_close, row.change, row.pct_chg, row.volume],
      [bar?.close, bar?.pre_close, bar?.change, bar?.pct_chg, bar?.volume],
    );
    assert.ok(Math.abs((row.amount ?? 0) - (bar?.amount ?? 0)) < 1);
  }
});

test("what an index's members traded is left out where it cannot be, its levels are not", async () => {
  const sound = await rowsOf(client().index_daily?.("000001.SH", range, signal));
  market.fail("index_daily", { kind: "wrong_unit" });
  const rows = await rowsOf(client().index_daily?.("000001.SH", range, signal));
  assert.deepEqual(
    rows,
    sound.map(({ volume: _volume, amount: _amount, ...row }) => row),
  );
});

test("forward-adjusted days: price × factor ÷ newest factor, the newest day as paid", async () => {
  const code = "601398.SH";
  const plain = await rowsOf(client().daily?.(code, range, signal));
  const rows = await rowsOf(client().daily_qfq?.(code, range, signal));
  const newest = market.truth.adjustFactor(code, "2026-05-07");
  assert.notEqual(newest, 1, "there was a dividend");
  for (const [place, row] of rows.entries()) {
    const paid = plain[place];
    assert.equal(row.paid_close, paid?.close);
    const factor = new Decimal(market.truth.adjustFactor(code, row.date)).toDecimalPlaces(6);
    const expected = factor.div(new Decimal(newest).toDecimalPlaces(6)).times(row.paid_close);
    assert.ok(Math.abs(row.close - expected.toNumber()) < 1e-6);
    assert.deepEqual([row.adjust, row.volume, row.amount], ["qfq", paid?.volume, paid?.amount]);
  }
  assert.equal(rows.at(-1)?.close, rows.at(-1)?.paid_close);
  assert.notEqual(rows[0]?.close, rows[0]?.paid_close);
});

test("a series that ends in the past stands on today's factor", async () => {
  const before = { from: "2026-04-13", to: "2026-04-17" };
  const rows = await rowsOf(client().daily_qfq?.("601398.SH", before, signal));
  assert.ok(rows.every(({ close, paid_close }) => close < paid_close));
});

test("money flow: 万元 become CNY, the main force is the two large classes; none for Beijing", async () => {
  const rows = await rowsOf(client().money_flow?.("600519.SH", range, signal));
  assert.equal(rows.length, inDays(market.truth.tradingDays).length);
  for (const row of rows) {
    const flow = market.truth.flow("600519.SH", row.date);
    assert.ok(flow);
    const net = (...sizes: ("sm" | "md" | "lg" | "elg")[]) =>
      sizes
        .reduce((sum, size) => sum.plus(flow.buy[size]).minus(flow.sell[size]), new Decimal(0))
        .times(10_000)
        .toNumber();
    assert.deepEqual(row, {
      code: "600519.SH",
      date: row.date,
      main_net: net("lg", "elg"),
      super_large_net: net("elg"),
      large_net: net("lg"),
      medium_net: net("md"),
      small_net: net("sm"),
      net_flow: new Decimal(flow.net).times(10_000).toNumber(),
    });
  }
  const calls = market.calls.length;
  assert.deepEqual(await rowsOf(client().money_flow?.("920799.BJ", range, signal)), []);
  assert.equal(market.calls.length, calls);
});

test("report periods: the corrected figures, cumulative and single, ratios from their own columns", async () => {
  const rows = await rowsOf(client().financials?.("600519.SH", years, signal));
  const reports = market.truth.reports("600519.SH");
  const ytd = rows.filter(({ span }) => span === "ytd");
  assert.deepEqual(
    ytd.map(({ period }) => period),
    reports.map(({ end }) => end),
  );
  for (const [place, report] of reports.entries()) {
    const row = ytd[place];
    assert.ok(row);
    assert.deepEqual(
      [row.revenue, row.total_revenue, row.net_profit_parent, row.rd_expense, row.ann_date],
      [report.revenue, report.totalRevenue, report.profit, report.research, report.announced],
    );
    assert.deepEqual(
      [row.gross_margin, row.net_margin, row.roe, row.roe_weighted, row.debt_ratio, row.eps, row.bps],
      [
        report.grossMargin,
        report.netMargin,
        report.roe,
        report.weightedRoe,
        report.debtRatio,
        report.eps,
        report.bps,
      ],
    );
    assert.equal(row.net_profit_yoy, report.profitYoy ?? undefined);
    const quarter = rows.find(({ span, period }) => span === "quarter" && period === report.end);
    assert.deepEqual(
      [quarter?.revenue, quarter?.net_profit_parent],
      [report.quarterRevenue, report.quarterProfit],
    );
    assert.ok(!("roe" in (quarter ?? {})), "ratios are those of the cumulative period");
  }
});

test("the top list: once per reason, 元; nothing before the evening", async () => {
  const rows = await rowsOf(client().top_list?.("2026-05-06", signal));
  const entries = market.truth.topList("2026-05-06");
  assert.equal(rows.length, entries.length);
  for (const entry of entries) {
    const row = rows.find(({ code, reason }) => code === entry.code && reason === entry.reason);
    assert.deepEqual([row?.top_buy, row?.top_sell, row?.close], [entry.buy, entry.sell, entry.bar.close]);
  }
  clock.set("2026-05-07T16:00:00+08:00");
  assert.deepEqual(await rowsOf(client().top_list?.("2026-05-07", signal)), []);
});

test("reports: one per report with its years, 万元 become CNY, newest first", async () => {
  const rows = await rowsOf(
    client().reports?.("600519.SH", { from: "2026-01-01", to: "2026-05-07" }, signal),
  );
  const truth = market.truth.research("600519.SH");
  assert.deepEqual(
    rows.map(({ date, org }) => [date, org]),
    truth.map(({ date, org }) => [date, org]),
  );
  const [row] = rows;
  assert.deepEqual(
    row?.forecasts.map(({ year, forecast_eps }) => [year, forecast_eps]),
    truth[0]?.years.map(({ year, eps }) => [String(year), eps]),
  );
  assert.equal(row?.forecasts[0]?.forecast_net_profit, truth[0]?.years[0]?.profit);
  assert.ok(!("url" in (row ?? {})), "the table gives none");
  assert.doesNotMatch(row?.title ?? "", /[“”"]/, "a quotation within ours would end it");
});

test("small tables: limits, suspensions, names, numbers, industry, the whole market", async () => {
  const [limit] = await rowsOf(client().price_limits?.("600519.SH", "2026-05-06", signal));
  const pre = market.truth.bar("600519.SH", "2026-05-06")?.pre_close ?? 0;
  assert.ok(Math.abs((limit?.limit_up ?? 0) - pre * 1.1) < 0.01);
  const suspended = await rowsOf(client().suspensions?.("600585.SH", range, signal));
  assert.equal(suspended[0]?.date, "2026-04-29");
  assert.ok(suspended.every((row) => !("timing" in row)));
  const names = await rowsOf(client().former_names?.("601360.SH", signal));
  assert.deepEqual(
    names.map(({ name, to }) => [name, to]),
    [
      ["江南嘉捷", "2018-02-27"],
      ["三六零", undefined],
    ],
  );
  const changes = await rowsOf(client().code_changes?.(signal));
  assert.ok(changes.some(({ former_code, code }) => former_code === "830799.BJ" && code === "920799.BJ"));
  const industry = await rowsOf(client().industry?.("600519.SH", signal));
  assert.ok(industry.some(({ code }) => code === "600519.SH"));
  for (const row of industry) assert.equal(row.industry, market.truth.industry(row.code));
  const whole = await rowsOf(client().market_valuation?.("2026-05-06", signal));
  assert.ok(whole.length > 50 && whole.every(({ as_of }) => as_of === "2026-05-06"));
});

describe("faults of the tables", () => {
  const asked: readonly (readonly [api: string, ask: () => Promise<SourceResult<unknown>> | undefined])[] = [
    ["index_daily", () => client().index_daily?.("000300.SH", range, signal)],
    ["adj_factor", () => client().daily_qfq?.("600519.SH", range, signal)],
    ["moneyflow", () => client().money_flow?.("600519.SH", range, signal)],
    ["income", () => client().financials?.("600519.SH", years, signal)],
    ["fina_indicator", () => client().financials?.("600519.SH", years, signal)],
    ["report_rc", () => client().reports?.("600519.SH", years, signal)],
    ["top_list", () => client().top_list?.("2026-05-06", signal)],
    ["suspend_d", () => client().suspensions?.("600585.SH", range, signal)],
    ["stk_limit", () => client().price_limits?.("600519.SH", "2026-05-06", signal)],
    ["namechange", () => client().former_names?.("600519.SH", signal)],
    ["stock_basic", () => client().industry?.("600519.SH", signal)],
    ["daily_basic", () => client().market_valuation?.("2026-05-06", signal)],
  ];
  const general: readonly (readonly [MarketFault["kind"] & string, string])[] = [
    ["no_permission", "SOURCE_DENIED"],
    ["rate_minute", "RATE_LIMIT"],
    ["html_502", "SOURCE_DOWN"],
    ["garbage", "SOURCE_DOWN"],
  ];
  for (const [api, ask] of asked) {
    test(`${api}: refused, throttled and broken answers are failures without token or upstream words`, async () => {
      for (const [kind, code] of general) {
        market.fail(api, { kind } as MarketFault);
        const result = await ask();
        assert.ok(result && !result.ok, kind);
        assert.equal(result.error.code, code, kind);
        assert.doesNotMatch(result.error.message, /\p{Script=Han}|token|127\.0/u);
        market.clearFaults();
      }
    });
  }

  const ofOne = [
    "index_daily",
    "adj_factor",
    "moneyflow",
    "income",
    "fina_indicator",
    "report_rc",
    "stk_limit",
  ];
  for (const [api, ask] of asked.filter(([name]) => ofOne.includes(name))) {
    test(`${api}: rows of another code or of the whole market are refused`, async () => {
      for (const kind of ["wrong_code", "ignores_params"] as const) {
        market.fail(api, { kind });
        const result = await ask();
        assert.ok(result && !result.ok, kind);
        assert.equal(result.error.code, "TOOL_ERROR", kind);
        market.clearFaults();
      }
    });
  }

  test("of a table that documents no range, rows outside it are left out", async () => {
    const ask = () => client().money_flow?.("600519.SH", range, signal);
    const sound = await rowsOf(ask());
    market.fail("moneyflow", { kind: "wrong_date" });
    const rows = await rowsOf(ask());
    assert.deepEqual(rows, sound.slice(0, -1));
  });

  test("rows of another day are refused", async () => {
    for (const [api, ask] of asked.filter(([name]) =>
      ["index_daily", "income", "top_list", "daily_basic"].includes(name),
    )) {
      market.fail(api, { kind: "wrong_date" });
      const result = await ask();
      assert.ok(result && !result.ok, api);
      assert.equal(result.error.code, "TOOL_ERROR", api);
      market.clearFaults();
    }
  });

  test("an empty table is an answer without rows", async () => {
    for (const [api, ask] of asked.filter(([name]) => !["adj_factor", "fina_indicator"].includes(name))) {
      market.fail(api, { kind: "empty" }, 2);
      const result = await ask();
      assert.ok(result?.ok, api);
      assert.deepEqual(result.rows, [], api);
      market.clearFaults();
    }
  });
});

test("a rate limit names the calls that are allowed, or the rest that an hour or a day asks for", () => {
  assert.equal(classifyError(40203, "抱歉，您每分钟最多访问该接口200次").perMinute, 200);
  assert.equal(classifyError(40203, "频率超限(50次/分钟)").perMinute, 50);
  assert.equal(classifyError(40203, "抱歉，您每小时最多访问该接口1次").coolDownMs, 3_600_000);
  assert.equal(classifyError(40203, "抱歉，您没有接口访问权限").perMinute, undefined);
});

/** A client whose answers of one table hold null wherever a number stood. */
function nulled(api: string): SourceClient {
  const hollow: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isAsked = String(init?.body).includes(`"api_name":"${api}"`);
    const text = await response.text();
    return new Response(
      isAsked ? text.replaceAll(/(?<=[[,])-?\d+(?:\.\d+)?(?:e-?\d+)?(?=[\],])/g, "null") : text,
    );
  };
  return tushare.create({
    config: { TUSHARE_API_ROOT: market.root, TUSHARE_TOKEN: market.tushareToken },
    fetch: hollow,
    clock,
    log: silentLog,
  });
}

describe("a table of nulls is refused, so that another source is asked", () => {
  const asks: Readonly<Record<string, (from: SourceClient) => Promise<SourceResult<unknown>> | undefined>> = {
    moneyflow: (from) => from.money_flow?.("600519.SH", range, signal),
    income: (from) => from.financials?.("600519.SH", years, signal),
    fina_indicator: (from) => from.financials?.("600519.SH", years, signal),
  };
  for (const [api, ask] of Object.entries(asks)) {
    test(api, async () => {
      const whole = await ask(client());
      assert.ok(whole?.ok && whole.rows.length > 0);
      const result = await ask(nulled(api));
      assert.equal(result?.ok, false);
      assert.equal(result?.ok === false && result.error.code, "TOOL_ERROR");
    });
  }
});

test("rows that stand in the top list twice are told once", async () => {
  const doubled: typeof globalThis.fetch = async (input, init) => {
    const text = await (await fetch(input, init)).text();
    return new Response(text.replace(/"items":\[(\[.+?\])\]([,}])/, '"items":[$1,$1]$2'));
  };
  const config = { TUSHARE_API_ROOT: market.root, TUSHARE_TOKEN: market.tushareToken };
  const twice = tushare.create({ config, fetch: doubled, clock, log: silentLog });
  const once = await rowsOf(client().top_list?.("2026-05-06", signal));
  assert.ok(once.length > 0);
  assert.deepEqual(await rowsOf(twice.top_list?.("2026-05-06", signal)), once);
});

test("a table of several pages is read whole, and one that never ends is refused", async () => {
  const reading = {
    read: ({ trade_date }: Readonly<Record<string, unknown>>) => ({ trade_date }),
    fault: () => null,
  };
  const paged =
    (pages: number): TushareApi =>
    async ({ params }) => ({
      ok: true,
      rows: [{ trade_date: Number(params.offset ?? 0) }],
      hasMore: Number(params.offset ?? 0) < pages - 1,
    });
  const ask = (pages: number) =>
    askTable(
      { api: paged(pages), now: clock.market },
      { api: "daily", params: {}, fields: [] },
      reading,
      signal,
    );
  const whole = await ask(4);
  assert.deepEqual(whole.ok && whole.rows.map(({ trade_date }) => trade_date), [0, 1, 2, 3]);
  const cut = await ask(5);
  assert.equal(cut.ok, false);
});

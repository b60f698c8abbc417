import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import fc from "fast-check";
import type { SourceClient, SourceResult } from "../../../src/data/source.ts";
import akshare from "../../../src/data/sources/akshare/index.ts";
import { ownLink } from "../../../src/data/sources/akshare/own-link.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../../emulators/market.ts";
import { handClock, silentLog } from "../harness.ts";

const morning = "2026-05-07T10:32:05+08:00";
const clock = handClock(morning);
const { signal } = new AbortController();
const range = { from: "2026-04-17", to: "2026-05-07" };
const years = { from: "2024-01-01", to: "2026-05-07" };

let market: MarketEmulator;
const client = (fetch: typeof globalThis.fetch = globalThis.fetch): SourceClient =>
  akshare.create({ config: { AKTOOLS_API_ROOT: market.root }, fetch, clock, log: silentLog });

before(async () => {
  market = await createMarketEmulator({ now: clock.market });
});
afterEach(() => {
  market.clearFaults();
  clock.set(morning);
});
after(() => market.close());

async function rowsOf<Row>(asked: Promise<SourceResult<Row>> | undefined): Promise<readonly Row[]> {
  const result = await asked;
  assert.ok(result?.ok, JSON.stringify(result));
  return result.rows;
}

test("an index's quote is Xueqiu's, in points, with its own code", async () => {
  for (const code of ["000001.SH", "399006.SZ"]) {
    const [row] = await rowsOf(client().index_spot?.(code, signal));
    const truth = market.truth.quote(code, morning);
    assert.deepEqual(
      [row?.code, row?.current_price, row?.change, row?.amount, row?.as_of],
      [code, truth?.price, truth?.change, truth?.amount, "2026-05-07T10:32:03+08:00"],
    );
  }
});

test("an index's days: its change counts from the day before, today's unfinished one is left out", async () => {
  const rows = await rowsOf(client().index_daily?.("000300.SH", range, signal));
  assert.equal(rows[0]?.date, range.from, "the days before it only serve the change");
  assert.equal(rows.at(-1)?.date, "2026-05-06");
  for (const row of rows) {
    const bar = market.truth.bar("000300.SH", row.date);
    assert.deepEqual([row.close, row.prev_close, row.change], [bar?.close, bar?.pre_close, bar?.change]);
    assert.ok(Math.abs((row.pct_chg ?? 0) - (bar?.pct_chg ?? 1)) < 1e-4);
  }
  assert.deepEqual(await rowsOf(client().index_daily?.("899050.BJ", range, signal)), []);
});

test("forward-adjusted days are the upstream's own, beside what was paid", async () => {
  const rows = await rowsOf(client().daily_qfq?.("601398.SH", range, signal));
  for (const row of rows) {
    const bar = market.truth.bar("601398.SH", row.date);
    assert.deepEqual([row.paid_close, row.volume], [bar?.close, bar?.volume]);
  }
  assert.ok((rows[0]?.close ?? 0) < (rows[0]?.paid_close ?? 0), "before the dividend");
  assert.equal(rows.at(-1)?.close, rows.at(-1)?.paid_close);
});

test("report periods come from the right heading; a second function adds the weighted return", async () => {
  const rows = await rowsOf(client().financials?.("600519.SH", years, signal));
  const reports = market.truth.reports("600519.SH");
  assert.deepEqual(
    rows.map(({ period }) => period),
    reports.map(({ end }) => end),
  );
  for (const [place, report] of reports.entries()) {
    const row = rows[place];
    assert.deepEqual(
      [row?.total_revenue, row?.net_profit_parent, row?.gross_margin, row?.roe, row?.roe_weighted],
      [report.totalRevenue, report.profit, report.grossMargin, report.roe, report.weightedRoe],
    );
    assert.equal(row?.total_revenue_yoy, report.totalRevenueYoy ?? undefined);
    assert.ok(row !== undefined && !("revenue" in row), "营业总收入 is not 营业收入");
  }
  market.fail("stock_financial_analysis_indicator", { kind: "server_error" });
  const result = await client().financials?.("600519.SH", years, signal);
  assert.ok(result?.ok);
  assert.equal(result.table, "stock_financial_abstract");
  assert.ok(result.rows.every((row) => !("roe_weighted" in row)));
});

test("money flow is in 元; the row of an unfinished day is left out", async () => {
  const rows = await rowsOf(client().money_flow?.("000858.SZ", range, signal));
  assert.equal(rows.at(-1)?.date, "2026-05-06");
  for (const row of rows) {
    const flow = market.truth.flow("000858.SZ", row.date);
    assert.ok(flow);
    assert.equal(row.large_net, Math.round((flow.buy.lg - flow.sell.lg) * 10_000));
    assert.ok(!("net_flow" in row), "the source has none");
  }
});

test("the top list holds stocks only, once per reason", async () => {
  const rows = await rowsOf(client().top_list?.("2026-05-06", signal));
  const entries = market.truth.topList("2026-05-06");
  assert.deepEqual(
    rows.map(({ code, reason }) => `${code} ${reason}`).toSorted(),
    entries.map(({ code, reason }) => `${code} ${reason}`).toSorted(),
  );
});

test("reports: the years of the forecasts are read from the names of the columns", async () => {
  const rows = await rowsOf(client().reports?.("600519.SH", years, signal));
  const [truth] = market.truth.research("600519.SH");
  assert.deepEqual(
    rows[0]?.forecasts,
    truth?.years.map(({ year, eps, pe }) => ({ year: String(year), forecast_eps: eps, forecast_pe: pe })),
  );
  assert.equal(rows[0]?.url, truth?.url);
});

test("headlines are data: one line, no markup, no slot, links only to the source's own hosts", async () => {
  const rows = await rowsOf(client().news?.("600519.SH", signal));
  assert.equal(rows.length, 4);
  for (const { title, url } of rows) {
    assert.doesNotMatch(title, /[{}<>「」“”"\p{C}]/u);
    if (url !== undefined) assert.match(url, /^http:\/\/finance\.eastmoney\.com\//);
  }
  assert.deepEqual(
    rows.map(({ names_code }) => names_code),
    [true, true, false, true],
  );
  assert.deepEqual(
    rows.map(({ url }) => url !== undefined),
    [true, false, true, false],
  );
});

test("an industry is the company's own board, whose name passes the pattern before it is asked for", async () => {
  const rows = await rowsOf(client().industry?.("600519.SH", signal));
  assert.ok(rows.some(({ code }) => code === "600519.SH"));
  for (const row of rows) assert.equal(row.industry, market.truth.industry(row.code));
  const asked: string[] = [];
  const evil: typeof globalThis.fetch = (input) => {
    asked.push(String(input));
    const items = [
      { item: "股票代码", value: "600519" },
      { item: "行业", value: '酿酒"[:0] or __import__("os")' },
    ];
    return Promise.resolve(new Response(JSON.stringify(items)));
  };
  const refused = await client(evil).industry?.("600519.SH", signal);
  assert.equal(refused?.ok === false && refused.error.code, "TOOL_ERROR");
  assert.equal(asked.length, 1);
});

describe("faults", () => {
  const asked: readonly (readonly [string, () => Promise<SourceResult<unknown>> | undefined])[] = [
    ["stock_individual_spot_xq", () => client().index_spot?.("000001.SH", signal)],
    ["stock_zh_index_daily_em", () => client().index_daily?.("000001.SH", range, signal)],
    ["stock_zh_a_hist", () => client().daily_qfq?.("600519.SH", range, signal)],
    ["stock_financial_abstract", () => client().financials?.("600519.SH", years, signal)],
    ["stock_individual_fund_flow", () => client().money_flow?.("600519.SH", range, signal)],
    ["stock_lhb_detail_em", () => client().top_list?.("2026-05-06", signal)],
    ["stock_research_report_em", () => client().reports?.("600519.SH", years, signal)],
    ["stock_news_em", () => client().news?.("600519.SH", signal)],
    ["stock_individual_info_em", () => client().industry?.("600519.SH", signal)],
    ["stock_board_industry_cons_em", () => client().industry?.("600519.SH", signal)],
  ];
  const kinds: readonly (MarketFault["kind"] & string)[] = [
    "expired_token",
    "server_error",
    "none",
    "html_502",
    "garbage",
  ];
  for (const [name, ask] of asked) {
    test(`${name}: whatever fails behind AKTools is SOURCE_DOWN, never "no such code"`, async () => {
      for (const kind of kinds) {
        market.fail(name, { kind } as MarketFault);
        const result = await ask();
        assert.ok(result && !result.ok, kind);
        assert.equal(result.error.code, "SOURCE_DOWN", kind);
        assert.ok(!result.error.message.includes("127.0"));
        market.clearFaults();
      }
    });
  }

  test("another company's rows are refused where the answer names its company", async () => {
    for (const [name, ask] of asked.filter(([each]) => /spot_xq|zh_a_hist|research|info_em/.test(each))) {
      market.fail(name, { kind: "wrong_code" });
      const result = await ask();
      assert.ok(result && !result.ok, name);
      assert.equal(result.error.code, "TOOL_ERROR", name);
      market.clearFaults();
    }
  });

  test("another day's list is refused", async () => {
    market.fail("stock_lhb_detail_em", { kind: "wrong_date" });
    const result = await client().top_list?.("2026-05-06", signal);
    assert.equal(result?.ok === false && result.error.code, "TOOL_ERROR");
  });
});

test("no link but one of the own hosts passes, whatever is written around it", () => {
  assert.ok(ownLink("https://pdf.dfcfw.com/pdf/H3_AP1_1.pdf"));
  assert.ok(ownLink("http://finance.eastmoney.com/a/202605063700.html"));
  for (const link of [
    "https://evil.example/eastmoney.com/",
    "https://eastmoney.com.evil.example/",
    "https://eastmoney.com@evil.example/",
    "https://evil-eastmoney.com/",
    "https://finance.eastmoney.com:8443/a",
    "javascript:alert(1)//eastmoney.com/",
    "https://finance.eastmoney.com/a b",
    "https://finance.eastmoney.com/a)[x](https://evil.example",
    null,
  ]) {
    assert.equal(ownLink(link), undefined, String(link));
  }
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const host = new URL(url).hostname;
      assert.equal(ownLink(url) !== undefined && !/(^|\.)(eastmoney|dfcfw)\.com$/.test(host), false);
    }),
  );
});

test("money flow without its main figure is refused, so that another source is asked", async () => {
  const hollow: typeof globalThis.fetch = async (input, init) => {
    const text = await (await fetch(input, init)).text();
    return new Response(text.replaceAll(/"主力净流入-净额":-?[\d.e+]+/g, '"主力净流入-净额":null'));
  };
  const result = await client(hollow).money_flow?.("600519.SH", range, signal);
  assert.equal(result?.ok === false && result.error.code, "TOOL_ERROR");
});

test("rows that stand there twice are told once: top list, research, news", async () => {
  const doubled: typeof globalThis.fetch = async (input, init) => {
    const rows: unknown = await (await fetch(input, init)).json();
    return Response.json(Array.isArray(rows) ? [...rows, ...rows] : rows);
  };
  const ask = (from: SourceClient) => [
    from.top_list?.("2026-05-06", signal),
    from.reports?.("600519.SH", years, signal),
    from.news?.("600519.SH", signal),
  ];
  for (const [place, asked] of ask(client(doubled)).entries()) {
    const once = await rowsOf<unknown>(ask(client())[place]);
    assert.ok(once.length > 0);
    assert.deepEqual(await rowsOf<unknown>(asked), once);
  }
});

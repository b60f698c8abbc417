import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import fc from "fast-check";
import {
  bundledCalendar,
  type CalendarValue,
  type DailyBarsValue,
  type FinancialsValue,
  type IndexValue,
  type JsonObject,
  type MoneyFlowValue,
  type NewsValue,
  type PeersValue,
  type ResearchReportsValue,
  type ToolOutcome,
  type TopListValue,
} from "#contract";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { createGetIndex } from "../../src/tools/get-index.ts";
import { type Harness, openHarness } from "../data/harness.ts";
import type { MarketFault, Truth } from "../emulators/market.ts";
import { companies } from "../emulators/market-securities.ts";
import { indices } from "../emulators/market-truth-indices.ts";

const evening = "2026-05-07T20:00:00+08:00";

let harness: Harness;
before(async () => {
  harness = await openHarness({ now: evening });
});
/** Longer than any answer is kept. */
const forget = () => harness.clock.passMs(4_000_000);
afterEach(() => {
  harness.market.clearFaults();
  harness.clock.set(evening);
  forget();
});
after(() => harness.close());

async function good<Value>(tool: string, args: JsonObject) {
  const outcome = await harness.ask(tool, args);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return { ...outcome, value: outcome.value as Value };
}

async function errorOf(tool: string, args: JsonObject): Promise<string> {
  const outcome = await harness.ask(tool, args);
  return outcome.ok ? "ok" : outcome.error.code;
}

describe("get_daily_bars", () => {
  test("the newest days of one source, ascending; today's is there once it is published", async () => {
    const { value, as_of } = await good<DailyBarsValue>("get_daily_bars", { code: "600519.SH", days: 3 });
    assert.deepEqual(
      value.rows.map(({ date, close }) => [date, close]),
      ["2026-04-30", "2026-05-06", "2026-05-07"].map((day) => [
        day,
        harness.market.truth.close("600519.SH", day),
      ]),
    );
    assert.equal(as_of, "2026-05-07");
    harness.clock.set("2026-05-07T14:00:00+08:00");
    const { as_of: before } = await good("get_daily_bars", { code: "600519.SH", days: 3 });
    assert.equal(before, "2026-05-06", "an unfinished day is no bar");
  });

  test("adjusted prices beside what was paid; without permission for the factors another source's whole series", async () => {
    const args = { code: "601398.SH", adjust: "qfq", from: "2026-04-16", to: "2026-04-21" };
    const own = await good<DailyBarsValue>("get_daily_bars", args);
    forget();
    harness.market.fail("adj_factor", { kind: "no_permission" });
    const other = await good<DailyBarsValue>("get_daily_bars", args);
    assert.deepEqual(
      [own.source, other.source, other.fallback_from],
      ["tushare", "akshare", ["tushare: SOURCE_DENIED"]],
    );
    for (const { value } of [own, other]) {
      assert.equal(value.adjust, "qfq");
      for (const { date, close, paid } of value.rows) {
        assert.equal((paid as JsonObject).close, harness.market.truth.close("601398.SH", date));
        assert.equal(Number(close) < Number((paid as JsonObject).close), date < "2026-04-20");
      }
    }
  });

  test("a range, an index in points, and what is no sound question", async () => {
    const { value } = await good<DailyBarsValue>("get_daily_bars", {
      code: "000300.SH",
      from: "2026-04-28",
      to: "2026-05-06",
    });
    assert.deepEqual(
      value.rows.map(({ date, index_close }) => [date, index_close]),
      ["2026-04-28", "2026-04-29", "2026-04-30", "2026-05-06"].map((day) => [
        day,
        harness.market.truth.close("000300.SH", day),
      ]),
    );
    const code = "600519.SH";
    const cases = [
      [{ code, from: "2026-05-06", to: "2026-04-28" }, "INVALID_ARGS"],
      [{ code, from: "2026-04-28", days: 5 }, "INVALID_ARGS"],
      [{ code, from: "2001-01-01" }, "INVALID_ARGS"],
      [{ code, days: 0 }, "INVALID_ARGS"],
      [{ code, to: "2026-02-30" }, "BAD_DATE"],
      [{ code, to: "2026-05-08" }, "FUTURE_DATE"],
      [{ code: "000300.SH", adjust: "qfq" }, "INVALID_ARGS"],
      [{ code: "510300.SH" }, "UNSUPPORTED_SECURITY"],
      [{ code: "600519.HK" }, "INVALID_ARGS"],
    ] as const;
    for (const [args, error] of cases)
      assert.equal(await errorOf("get_daily_bars", args), error, JSON.stringify(args));
  });
});

test("get_index: live while the market trades, provisional after the close, else the newest close", async () => {
  const { truth } = harness.market;
  const at = async (now: string, args: JsonObject = {}) => {
    harness.clock.set(now);
    return good<IndexValue>("get_index", { code: "000001.SH", ...args });
  };
  for (const now of ["2026-05-07T10:32:05+08:00", "2026-05-07T12:00:00+08:00"]) {
    const { value, as_of = "" } = await at(now);
    assert.deepEqual([value.quality, value.index_current], ["realtime", truth.spot("000001.SH", as_of)]);
    assert.ok(!("index_close" in value));
  }
  const closed = await at("2026-05-07T15:10:00+08:00");
  assert.deepEqual(
    [closed.value.quality, closed.value.index_close, closed.as_of],
    ["provisional", truth.close("000001.SH", "2026-05-07"), "2026-05-07T15:00:00+08:00"],
  );
  assert.ok(!("amount" in closed.value), "it still grows");
  for (const [now, day] of [
    [evening, "2026-05-07"],
    ["2026-05-07T09:20:00+08:00", "2026-05-06"],
    ["2026-05-03T12:00:00+08:00", "2026-04-30"],
  ] as const) {
    const { value, as_of } = await at(now);
    assert.deepEqual(
      [value.quality, value.index_close, as_of],
      ["final", truth.close("000001.SH", day), day],
    );
  }
  const dated = await at(evening, { date: "2026-05-04" });
  assert.deepEqual(
    [dated.as_of, dated.value.index_close],
    ["2026-04-30", truth.close("000001.SH", "2026-04-30")],
  );
  assert.equal(await errorOf("get_index", { code: "000001.SZ" }), "UNKNOWN_SECURITY");
});

test("get_index: what no source holds has no data, though AKTools fails for it as for an outage; an outage stays one", async () => {
  const own = await openHarness({ now: "2026-05-07T10:32:05+08:00" });
  try {
    const codeOf = async (code: string) => {
      const outcome = await own.ask("get_index", { code });
      return outcome.ok ? "ok" : outcome.error.code;
    };
    for (const unheld of ["399303.SZ", "899601.BJ"]) assert.equal(await codeOf(unheld), "NO_DATA", unheld);
    for (const target of ["aktools", "tushare"]) own.market.fail(target, { kind: "server_error" }, 99);
    assert.equal(await codeOf("000300.SH"), "SOURCE_DOWN");
    assert.equal(await codeOf("399330.SZ"), "SOURCE_DOWN");
  } finally {
    await own.close();
  }
  // Rows of other days say that the index is known: then it is the quote that failed.
  const late = await openHarness({ now: "2026-05-07T10:32:05+08:00", sources: "tushare,xueqiu" });
  late.market.fail("xueqiu", { kind: "server_error" }, 99);
  const { routes } = late.data;
  const ask: typeof routes.ask = (question) =>
    routes.ask({
      ...question,
      accept: (answer, source) =>
        question.accept?.({ ...answer, rows: answer.rows.slice(0, -1) }, source) ?? null,
    });
  const tool = createGetIndex({ ...late.data, routes: { ...routes, ask } });
  const { signal } = new AbortController();
  try {
    const context = { now: late.clock.market(), signal, excludeSources: [] };
    const outcome = await tool.run({ code: "000300.SH" }, context);
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, "SOURCE_DOWN", outcome.error.message);
  } finally {
    await late.close();
  }
});

test("get_financials: the newest publication, newest first; without Tushare no single quarters", async () => {
  const { value, as_of } = await good<FinancialsValue>("get_financials", { code: "600519.SH", periods: 3 });
  assert.deepEqual(
    value.rows.map(({ period, as_of }) => [period, as_of]),
    [
      ["2026Q1", "2026-03-31"],
      ["FY2025", "2025-12-31"],
      ["2025Q1-Q3", "2025-09-30"],
    ],
  );
  assert.equal(as_of, "2026-03-31");
  const report = harness.market.truth.reports("600519.SH").at(-1);
  assert.equal(value.rows[0]?.net_profit_parent, report?.profit);
  harness.clock.set("2026-04-20T20:00:00+08:00");
  const earlier = await good<FinancialsValue>("get_financials", { code: "600519.SH", periods: 1 });
  assert.equal(earlier.value.rows[0]?.period, "FY2025", "the first quarter is announced on the 25th");
  harness.clock.set(evening);
  forget();
  harness.market.fail("income", { kind: "no_permission" }, 20);
  const fallback = await good<FinancialsValue>("get_financials", { code: "600519.SH" });
  assert.equal(fallback.source, "akshare");
  forget();
  assert.notEqual(await errorOf("get_financials", { code: "600519.SH", span: "quarter" }), "ok");
});

test("get_money_flow: days of one source; Beijing has none at Tushare", async () => {
  const { value, source } = await good<MoneyFlowValue>("get_money_flow", { code: "600519.SH", days: 2 });
  assert.deepEqual(
    value.rows.map(({ date }) => date),
    ["2026-05-06", "2026-05-07"],
  );
  assert.equal(source, "tushare");
  const beijing = await good<MoneyFlowValue>("get_money_flow", { code: "920799.BJ" });
  assert.deepEqual([beijing.source, beijing.fallback_from], ["akshare", ["tushare: NO_DATA"]]);
});

test("get_top_list: not listed is an answer, not published yet is none", async () => {
  const list = harness.market.truth.topList("2026-05-07");
  const whole = await good<TopListValue>("get_top_list", {});
  assert.equal(whole.value.rows.length, list.length);
  const listed = await good<TopListValue>("get_top_list", { code: list[0]?.code ?? "" });
  assert.equal(listed.value.listed, true);
  const other = companies.find(({ code }) => list.every((each) => each.code !== code));
  const absent = await good<TopListValue>("get_top_list", { code: other?.code ?? "" });
  assert.deepEqual([absent.value.listed, absent.value.rows, absent.value.date], [false, [], "2026-05-07"]);
  harness.clock.set("2026-05-07T16:00:00+08:00");
  const eve = await good<TopListValue>("get_top_list", {});
  assert.equal(eve.value.date, "2026-05-06", "the newest list that is out");
  assert.equal(await errorOf("get_top_list", { date: "2026-05-07" }), "NOT_PUBLISHED");
  assert.equal(await errorOf("get_top_list", { date: "2026-05-02" }), "NO_TRADING_DAY");
  assert.equal(await errorOf("get_top_list", { date: "2026-05-08" }), "FUTURE_DATE");
});

test("get_research_reports and get_news quote what is about the company", async () => {
  const reports = await good<ResearchReportsValue>("get_research_reports", { code: "600519.SH", limit: 2 });
  assert.equal(reports.value.rows.length, 2);
  assert.deepEqual(
    reports.value.rows[0]?.forecasts.map(({ year }) => year),
    ["2026", "2027", "2028"],
  );
  const silent = companies.find(({ code }) => harness.market.truth.research(code).length === 0)?.code ?? "";
  assert.equal(await errorOf("get_research_reports", { code: silent }), "NO_DATA");
  const news = await good<NewsValue>("get_news", { code: "600519.SH" });
  assert.equal(news.value.rows.length, 3, "the market's headline is not about it");
  for (const { title } of news.value.rows) assert.match(title, /贵州茅台/);
  harness.clock.set("2026-05-05T12:00:00+08:00");
  const earlier = await good<NewsValue>("get_news", { code: "600519.SH" });
  assert.equal(earlier.value.rows.length, 2);
});

test("get_peers: one day and one source; the median only over a whole industry", async () => {
  const { truth } = harness.market;
  const { value, source } = await good<PeersValue>("get_peers", { code: "600519.SH", limit: 4 });
  const members = truth.companies.filter(({ code }) => truth.industry(code) === truth.industry("600519.SH"));
  assert.deepEqual(
    [source, value.members, Object.keys(value.peers)[0], Object.keys(value.peers).length],
    ["tushare", members.length, "600519.SH", 4],
  );
  assert.deepEqual([...new Set(Object.values(value.peers).map(({ as_of }) => as_of))], ["2026-05-07"]);
  const ratios = members
    .filter(({ eps }) => eps > 0)
    .map(({ code, eps }) => Math.round(((truth.lastBar(code, "2026-05-07")?.close ?? 0) / eps) * 1e4) / 1e4)
    .toSorted((a, b) => a - b);
  const middle = ((ratios[(ratios.length - 1) >> 1] ?? 0) + (ratios[ratios.length >> 1] ?? 0)) / 2;
  assert.equal(value.by_value, true);
  assert.ok(Math.abs(Number(value.industry_median_pe_ttm) - middle) < 1e-9);
  forget();
  harness.market.fail("daily_basic", { kind: "no_permission" }, 20);
  const one = await good<PeersValue>("get_peers", { code: "600519.SH", limit: 3 });
  assert.deepEqual([one.source, Object.keys(one.value.peers).length], ["akshare", 3]);
  assert.ok(!("industry_median_pe_ttm" in one.value));
  assert.equal(one.value.by_value, false, "the first of the list");
});

test("trading_calendar: neighbours, the next holiday, and what no list covers", async () => {
  const today = await good<CalendarValue>("trading_calendar", {});
  assert.deepEqual(today.value, {
    asked_date: "2026-05-07",
    is_trading_day: true,
    open_day: "2026-05-07",
    phase: "after_close",
    previous_trading_day: "2026-05-06",
    next_trading_day: "2026-05-08",
    holiday_from: "2026-06-19",
    holiday_to: "2026-06-21",
    holiday_days: 3,
  });
  const october = await good<CalendarValue>("trading_calendar", { date: "2026-10-03" });
  assert.deepEqual(
    [october.value.is_trading_day, october.value.previous_trading_day, october.value.next_trading_day],
    [false, "2026-09-30", "2026-10-08"],
  );
  assert.deepEqual([october.value.holiday_from, october.value.holiday_to], ["2026-10-01", "2026-10-07"]);
  const end = await good<CalendarValue>("trading_calendar", { date: "2026-12-31" });
  assert.ok(!("next_trading_day" in end.value));
  assert.equal(await errorOf("trading_calendar", { date: "2031-01-05" }), "CALENDAR_UNKNOWN");
  // No source here has the year: only the caller that names the bundled list gets its days.
  assert.equal(await errorOf("trading_calendar", { date: "2025-09-08" }), "CALENDAR_UNKNOWN");
  const bundled = { date: "2025-09-08", otherwise: bundledCalendar };
  const monday = await good<CalendarValue>("trading_calendar", bundled);
  assert.deepEqual(
    [monday.source, monday.value.open_day, monday.value.previous_trading_day],
    ["computed", "2025-09-08", "2025-09-05"],
  );
});

const faultKinds = [
  "html_502",
  "garbage",
  "empty",
  "server_error",
  "rate_minute",
  "no_permission",
  "expired_token",
  "none",
  "wrong_code",
  "wrong_date",
  "ignores_params",
  "zero_price",
  "null_price",
] as const;
const targets = [
  "daily",
  "adj_factor",
  "index_daily",
  "moneyflow",
  "income",
  "fina_indicator",
  "top_list",
  "stock_zh_a_hist",
  "stock_zh_index_daily_em",
  "stock_individual_spot_xq",
  "stock_individual_fund_flow",
  "stock_financial_abstract",
  "stock_lhb_detail_em",
  "tushare",
  "aktools",
] as const;

const questions: fc.Arbitrary<readonly [tool: string, args: JsonObject]> = fc
  .tuple(
    fc.constantFrom(...companies.map(({ code }) => code), "600585.SH", "601398.SH"),
    fc.constantFrom(...indices.map(({ code }) => code)),
    fc.constantFrom("bars", "qfq", "index", "financials", "quarters", "flow", "top"),
  )
  .map(([code, index, what]) => {
    if (what === "bars") return ["get_daily_bars", { code, days: 6 }];
    if (what === "qfq") return ["get_daily_bars", { code, days: 6, adjust: "qfq" }];
    if (what === "index") return ["get_index", { code: index }];
    if (what === "financials") return ["get_financials", { code }];
    if (what === "quarters") return ["get_financials", { code, span: "quarter" }];
    return what === "flow" ? ["get_money_flow", { code }] : ["get_top_list", { code }];
  });

/** Every number of a good answer against what is true of the day or period it stands at. */
function compare(truth: Truth, tool: string, outcome: Extract<ToolOutcome, { ok: true }>, now: string): void {
  const value = outcome.value as JsonObject;
  const code = String(value.code);
  const rows = (value.rows ?? []) as readonly JsonObject[];
  if (tool === "get_index") {
    const asOf = outcome.as_of ?? "";
    const isLive = "index_current" in value;
    const expected = isLive ? truth.spot(code, asOf) : truth.close(code, shanghaiDate(asOf));
    assert.equal(value.index_current ?? value.index_close, expected);
    if (isLive) assert.equal(shanghaiDate(asOf), shanghaiDate(now));
  }
  for (const row of rows) {
    const date = String(row.date ?? row.as_of);
    assert.ok(date <= shanghaiDate(now));
    if (tool === "get_daily_bars") {
      const bar = truth.bar(code, date);
      const paid = (row.paid ?? row) as JsonObject;
      assert.deepEqual([paid.close, paid.volume], [bar?.close, bar?.volume]);
      const share = truth.adjustFactor(code, date) / truth.adjustFactor(code, shanghaiDate(now));
      const shown = value.adjust === "qfq" ? (bar?.close ?? 0) * share : (bar?.close ?? 0);
      assert.ok(Math.abs(Number(row.close) - shown) <= 0.00501, `${date} ${row.close} ${shown}`);
    }
    if (tool === "get_money_flow") {
      const flow = truth.flow(code, date);
      assert.ok(flow);
      const large = Math.round((flow.buy.lg - flow.sell.lg) * 10_000);
      assert.ok(Math.abs(Number(row.large_net) - large) <= 1);
    }
    if (tool === "get_financials") {
      const report = truth.reports(code).find(({ end }) => end === date);
      assert.ok(report && report.announced <= shanghaiDate(now));
      const isQuarter = value.span === "quarter";
      assert.equal(row.net_profit_parent, isQuarter ? report.quarterProfit : report.profit);
      if ("revenue" in row) assert.equal(row.revenue, isQuarter ? report.quarterRevenue : report.revenue);
      if ("gross_margin" in row) assert.equal(row.gross_margin, report.grossMargin);
    }
    if (tool === "get_top_list") {
      const entries = truth.topList(date).filter((entry) => entry.code === code);
      assert.ok(entries.some(({ buy, reason }) => buy === row.top_buy && reason === row.reason));
    }
  }
  if (tool === "get_top_list" && value.listed === false)
    assert.ok(truth.topList(String(value.date)).every((entry) => entry.code !== code));
}

const seed = Number(process.env.SEED ?? 20261121);
test(`property: whatever fails at the sources, no number of a table is ever wrong (seed ${seed})`, async () => {
  const cases = fc.record({
    question: questions,
    now: fc
      .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 8 * 3600, max: 21 * 3600 }))
      .map(([day, second]) => toShanghaiIso(epochMs("2026-04-20", day * 86_400 + second))),
    faults: fc.array(
      fc.record({ target: fc.constantFrom(...targets), kind: fc.constantFrom(...faultKinds) }),
      { maxLength: 3 },
    ),
  });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ question: [tool, args], now, faults }) => {
      const { market, clock } = harness;
      market.clearFaults();
      clock.set(now);
      forget();
      for (const { target, kind } of faults) market.fail(target, { kind } as MarketFault, 20);
      const outcome = await harness.ask(tool, args);
      if (outcome.ok) {
        answered += 1;
        compare(market.truth, tool, outcome, now);
      } else assert.ok(faults.length > 0 || outcome.error.code === "NO_DATA", JSON.stringify(outcome));
    }),
    { numRuns: 250, seed },
  );
  assert.ok(answered > 100);
});

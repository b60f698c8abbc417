import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Decimal } from "decimal.js";
import { bundledSecurities } from "#language";
import { builtinYears } from "../../../src/data/calendar.ts";
import type { SourceResult } from "../../../src/data/source.ts";
import sample from "../../../src/data/sources/sample/index.ts";
import {
  readSampleBars,
  readSampleIndexBars,
  readSampleIndexSpot,
  readSampleSpot,
  readSampleValuation,
  sampleCodes,
  sampleIndices,
} from "../../../src/data/sources/sample/read-sample.ts";
import { createTradingCalendar } from "../../../src/data/trading-calendar.ts";
import { dailyRowsFault, spotFault } from "../../../src/data/validate-row.ts";
import { handClock, silentLog } from "../harness.ts";

const calendar = createTradingCalendar(builtinYears());
const now = sample.pinnedNow ?? "";
const wholeRange = { from: "2025-01-01", to: "2026-12-31" };

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

  test("where it has nothing it says what it covers: stocks, indices, report periods, and who can give it real data", () => {
    const { zh = "", en = "" } = sample.noData ?? {};
    for (const part of ["贵州茅台", "上证指数", "2024-03-31 至 2026-03-31", "部署的人"])
      assert.ok(zh.includes(part), part);
    for (const code of [...sampleCodes, ...sampleIndices]) assert.ok(en.includes(code.slice(0, 6)), code);
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
      assert.ok(bars.length >= 120, "enough for every indicator");
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

  test("no two indices have the same turnover on a day", () => {
    const traded = [...sampleIndices].flatMap((code) => [
      ...(readSampleIndexBars(code) ?? []).map(({ date, amount }) => `${date} ${amount}`),
      `now ${readSampleIndexSpot(code)?.amount}`,
    ]);
    assert.equal(new Set(traded).size, traded.length);
  });

  for (const code of sampleIndices) {
    test(`${code}: levels follow the calendar, and the quote the last day`, () => {
      const bars = readSampleIndexBars(code) ?? [];
      assert.ok(bars.length >= 120);
      assert.equal(dailyRowsFault(bars, code, wholeRange), null);
      for (const [i, bar] of bars.entries()) {
        const previous = bars[i - 1];
        if (previous === undefined) continue;
        assert.equal(bar.prev_close, previous.close);
        assert.equal(calendar.nextTradingDay(previous.date), bar.date);
      }
      const row = readSampleIndexSpot(code);
      assert.ok(row);
      assert.equal(spotFault(row, code), null);
      assert.equal(row.prev_close, bars.at(-1)?.close);
    });
  }
});

describe("the sample's tables", () => {
  const { signal } = new AbortController();
  const clock = handClock(now);
  const client = sample.create({ config: {}, fetch: globalThis.fetch, clock, log: silentLog });
  const rowsOf = async <Row>(asked: Promise<SourceResult<Row>> | undefined): Promise<readonly Row[]> => {
    const result = await asked;
    assert.ok(result?.ok);
    return result.rows;
  };
  const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);

  for (const code of sampleCodes) {
    test(`${code}: money flow adds up, report periods are whole, headlines say that they are samples`, async () => {
      const flow = await rowsOf(client.money_flow?.(code, wholeRange, signal));
      assert.equal(flow.length, code.endsWith(".BJ") ? 0 : 10);
      for (const row of flow) {
        const { main_net = 0, super_large_net = 0, large_net = 0, medium_net = 0, small_net = 0 } = row;
        assert.ok([main_net, medium_net, small_net].every(isNumber));
        assert.equal(main_net, super_large_net + large_net);
        assert.equal(main_net + medium_net + small_net, 0);
        assert.ok(calendar.isTradingDay(row.date));
      }
      const periods = await rowsOf(
        client.financials?.(code, { from: "2024-01-01", to: "2026-05-07" }, signal),
      );
      assert.equal(periods.length, 18);
      for (const { period, span, ann_date = "", net_profit_parent } of periods) {
        assert.ok(isNumber(net_profit_parent) && ann_date > period && ann_date <= now.slice(0, 10));
        const quarters = periods.filter(
          (each) =>
            each.span === "quarter" &&
            each.period.slice(0, 4) === period.slice(0, 4) &&
            each.period <= period,
        );
        const sum = quarters.reduce((total, each) => total + (each.net_profit_parent ?? 0), 0);
        if (span === "ytd") assert.equal(net_profit_parent, sum, period);
      }
      const news = await rowsOf(client.news?.(code, signal));
      assert.ok(news.length > 0);
      for (const { title, outlet = "", url } of news) {
        assert.match(title, /^示例/);
        assert.match(outlet, /示例/);
        assert.equal(url, undefined, "a link would lead nowhere");
      }
      const industry = await rowsOf(client.industry?.(code, signal));
      assert.ok(industry.some((row) => row.code === code));
    });
  }

  test("days of companies: whole, in order, no ex-date within the bars, whose factors are all one", async () => {
    const first = readSampleBars("600519.SH")?.[0]?.date ?? "";
    let [paid, ahead, unlocked] = [0, 0, 0];
    for (const code of sampleCodes) {
      const [list] = await rowsOf(client.dividends?.(code, signal));
      for (const { decided, dividend_per_10: cash, ...days } of list?.dividends ?? []) {
        const { record_date: record = "", ex_date: ex = "", pay_date: pay = "" } = days;
        assert.ok(isNumber(cash) && (days.plan_date ?? "") < now.slice(0, 10));
        assert.equal(decided, ex !== "");
        if (!decided) continue;
        assert.ok(record < ex && ex <= pay && (ex < first || ex > now.slice(0, 10)), `${code} ${ex}`);
        for (const day of [record, ex, pay]) assert.ok(calendar.isTradingDay(day), `${code} ${day}`);
        if (ex > now) ahead += 1;
        else paid += 1;
      }
      const [unlocks] = await rowsOf(client.unlocks?.(code, signal));
      for (const { date, unlock_shares: shares, unlock_ratio: ratio } of unlocks?.unlocks ?? []) {
        assert.ok(isNumber(shares) && isNumber(ratio) && calendar.isTradingDay(date), `${code} ${date}`);
        unlocked += 1;
      }
      const [report] = await rowsOf(client.report_dates?.(code, "2026-03-31", signal));
      assert.deepEqual(report, { code, period: "2026-03-31", booked: "2026-04-25", published: "2026-04-25" });
    }
    assert.ok(paid >= 9 && ahead >= 3 && unlocked >= 4);
    assert.deepEqual(await rowsOf(client.dividends?.("601398.SH", signal)), [], "not in the sample");
  });

  test("reports and the top list say that they are samples", async () => {
    const reports = await rowsOf(client.reports?.("600519.SH", wholeRange, signal));
    assert.ok(reports.length > 0);
    for (const { title, org = "", forecasts } of reports) {
      assert.match(title, /^示例/);
      assert.match(org, /示例|样本/);
      assert.ok(
        forecasts.every(({ forecast_eps, forecast_pe }) => isNumber(forecast_eps) && isNumber(forecast_pe)),
      );
    }
    const top = await rowsOf(client.top_list?.("2026-05-06", signal));
    assert.ok(top.length > 0);
    for (const { code, close, reason, top_buy = 0, top_sell = 0, top_net } of top) {
      assert.equal(close, readSampleBars(code)?.find(({ date }) => date === "2026-05-06")?.close);
      assert.match(reason, /^示例/);
      assert.equal(top_net, top_buy - top_sell);
    }
  });

  test("what lies after the clock is not shown", async () => {
    clock.set("2026-04-20T10:00:00+08:00");
    assert.ok((await rowsOf(client.news?.("600519.SH", signal))).length === 0);
    const periods = await rowsOf(
      client.financials?.("600519.SH", { from: "2024-01-01", to: "2026-12-31" }, signal),
    );
    assert.equal(periods.at(-1)?.period, "2025-12-31", "the first quarter is announced on the 25th");
    assert.deepEqual(await rowsOf(client.top_list?.("2026-05-06", signal)), []);
    assert.deepEqual(await rowsOf(client.market_valuation?.("2026-05-06", signal)), []);
    const [report] = await rowsOf(client.report_dates?.("600519.SH", "2026-03-31", signal));
    assert.deepEqual([report?.booked, report?.published], ["2026-04-25", undefined]);
    const [list] = await rowsOf(client.dividends?.("300750.SZ", signal));
    assert.deepEqual(
      list?.dividends.map(({ decided, stage, ex_date }) => [decided, stage, ex_date]),
      [
        [true, "实施", "2025-06-12"],
        [false, "预案", undefined],
      ],
      "its ex-date is announced in May",
    );
    clock.set(now);
  });
});

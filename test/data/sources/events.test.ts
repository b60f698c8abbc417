import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { Decimal } from "decimal.js";
import type { DividendListRow } from "../../../src/data/company-days.ts";
import type { SourceClient, SourceResult } from "../../../src/data/source.ts";
import akshare from "../../../src/data/sources/akshare/index.ts";
import tushare from "../../../src/data/sources/tushare/index.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../../emulators/market.ts";
import { handClock, silentLog } from "../harness.ts";

const morning = "2026-05-07T10:32:05+08:00";
const today = "2026-05-07";
const clock = handClock(morning);
const { signal } = new AbortController();

let market: MarketEmulator;
before(async () => {
  market = await createMarketEmulator({ now: clock.market });
});
afterEach(() => {
  market.clearFaults();
  clock.set(morning);
});
after(() => market.close());

const base = { clock, log: silentLog };
const clients: Readonly<Record<string, (fetch?: typeof globalThis.fetch) => SourceClient>> = {
  tushare: (fetch = globalThis.fetch) =>
    tushare.create({
      ...base,
      fetch,
      config: { TUSHARE_API_ROOT: market.root, TUSHARE_TOKEN: market.tushareToken },
    }),
  akshare: (fetch = globalThis.fetch) =>
    akshare.create({ ...base, fetch, config: { AKTOOLS_API_ROOT: market.root } }),
};

async function rowOf<Row>(asked: Promise<SourceResult<Row>> | undefined): Promise<Row> {
  const result = await asked;
  assert.ok(result?.ok, JSON.stringify(result));
  const [row, ...others] = result.rows;
  assert.ok(row !== undefined && others.length === 0);
  return row;
}

async function errorOf(asked: Promise<SourceResult<unknown>> | undefined): Promise<string> {
  const result = await asked;
  return result === undefined || result.ok ? "ok" : result.error.code;
}

const tenTimes = (value: number): number => new Decimal(value).times(10).toNumber();

/** What the truth says of a company's dividends today, in no order; those without an amount are none. */
const trueDividends = (code: string) =>
  market.truth
    .dividends(code)
    .filter(({ cash, stock, planned }) => cash + stock > 0 && planned <= today)
    .map(({ period, cash, stock, planned, carriedOut: days }) => ({
      period,
      decided: days !== undefined && days.announced <= today,
      cash: tenTimes(cash),
      stock: tenTimes(stock),
      planned,
      days: days !== undefined && days.announced <= today ? [days.record, days.ex] : [undefined, undefined],
    }));

const told = ({ dividends }: DividendListRow) =>
  dividends.map((each) => ({
    period: each.period,
    decided: each.decided,
    cash: each.dividend_per_10 ?? 0,
    stock: each.stock_per_10 ?? 0,
    planned: each.plan_date,
    days: [each.record_date, each.ex_date],
  }));

const byPeriod = (a: { period: string }, b: { period: string }) => (a.period < b.period ? -1 : 1);

for (const [name, client] of Object.entries(clients)) {
  describe(`${name}: for every company`, () => {
    test("dividends are per ten shares, each once; a plan is none that is carried out", async () => {
      let seen = { plans: 0, decided: 0, none: 0 };
      for (const { code } of market.truth.companies) {
        const expected = trueDividends(code).toSorted(byPeriod);
        if (expected.length === 0 && name === "akshare") {
          assert.equal(await errorOf(client().dividends?.(code, signal)), "SOURCE_DOWN");
          continue;
        }
        const row = await rowOf(client().dividends?.(code, signal));
        assert.deepEqual(told(row).toSorted(byPeriod), expected, code);
        seen = {
          plans: seen.plans + expected.filter(({ decided }) => !decided).length,
          decided: seen.decided + expected.filter(({ decided }) => decided).length,
          none: seen.none + (expected.length === 0 ? 1 : 0),
        };
      }
      assert.ok(seen.plans > 20 && seen.decided > 40 && (name === "akshare" || seen.none > 5));
    });

    test("unlocks are summed by their day, in shares", async () => {
      let count = 0;
      for (const { code } of market.truth.companies) {
        const { unlocks } = await rowOf(client().unlocks?.(code, signal));
        const expected = market.truth.unlocks(code).map(({ date, parts }) => ({
          date,
          shares: parts.reduce((sum, { shares }) => sum + shares, 0),
          ratio:
            name === "tushare"
              ? parts.reduce((sum, { percent }) => sum.plus(percent), new Decimal(0)).toNumber()
              : undefined,
        }));
        assert.deepEqual(
          unlocks.map(({ date, unlock_shares, unlock_ratio }) => ({
            date,
            shares: unlock_shares,
            ratio: unlock_ratio,
          })),
          expected,
          code,
        );
        count += expected.length;
      }
      assert.ok(count > 60);
    });

    test("report days: booked, booked anew, out", async () => {
      for (const [now, period, key] of [
        [morning, "2026-03-31", "published"],
        ["2026-04-20T10:00:00+08:00", "2026-03-31", "booked"],
        ["2026-07-10T10:00:00+08:00", "2026-06-30", "booked"],
      ] as const) {
        clock.set(now);
        for (const { code } of market.truth.companies.slice(0, 12)) {
          const row = await rowOf(client().report_dates?.(code, period, signal));
          const booking = market.truth.bookings(code).find((each) => each.period === period);
          const day = key === "published" ? booking?.published : (booking?.change?.to ?? booking?.first);
          assert.deepEqual([row.code, row.period, row[key]], [code, period, day]);
          assert.equal(row.published === undefined, key === "booked");
        }
      }
    });
  });
}

test("a period that nobody has booked is an answer of Tushare's, and a failure of AKTools'", async () => {
  assert.deepEqual(await rowOf(clients.tushare?.().report_dates?.("600519.SH", "2026-06-30", signal)), {
    code: "600519.SH",
    period: "2026-06-30",
  });
  assert.equal(
    await errorOf(clients.akshare?.().report_dates?.("600519.SH", "2026-06-30", signal)),
    "SOURCE_DOWN",
  );
});

describe("faults", () => {
  const code = "600519.SH";
  const asks: readonly (readonly [
    source: string,
    target: string,
    ask: (
      from: SourceClient,
    ) => ReturnType<NonNullable<SourceClient["dividends"]>> | Promise<SourceResult<unknown>> | undefined,
  ])[] = [
    ["tushare", "dividend", (from) => from.dividends?.(code, signal)],
    ["tushare", "share_float", (from) => from.unlocks?.("000858.SZ", signal)],
    ["tushare", "disclosure_date", (from) => from.report_dates?.(code, "2026-03-31", signal)],
    ["akshare", "stock_fhps_detail_em", (from) => from.dividends?.(code, signal)],
    ["akshare", "stock_restricted_release_queue_em", (from) => from.unlocks?.("000858.SZ", signal)],
    ["akshare", "stock_yysj_em", (from) => from.report_dates?.(code, "2026-03-31", signal)],
  ];
  const general: Readonly<Record<string, readonly (readonly [MarketFault["kind"], string])[]>> = {
    tushare: [
      ["no_permission", "SOURCE_DENIED"],
      ["rate_minute", "RATE_LIMIT"],
      ["html_502", "SOURCE_DOWN"],
      ["garbage", "SOURCE_DOWN"],
      ["wrong_code", "TOOL_ERROR"],
      ["ignores_params", "TOOL_ERROR"],
    ],
    akshare: [
      ["expired_token", "SOURCE_DOWN"],
      ["server_error", "SOURCE_DOWN"],
      ["html_502", "SOURCE_DOWN"],
      ["garbage", "SOURCE_DOWN"],
    ],
  };
  for (const [source, target, ask] of asks)
    test(`${target}: refused, broken and another company's answers are failures`, async () => {
      const from = clients[source]?.();
      assert.ok(from);
      for (const [kind, error] of general[source] ?? []) {
        market.fail(target, { kind } as MarketFault);
        assert.equal(await errorOf(ask(from)), error, kind);
        market.clearFaults();
      }
      market.fail(target, { kind: "double_rows" });
      assert.equal(await errorOf(ask(from)), "ok", "what stands there twice is told once");
    });

  test("a report of another period is refused", async () => {
    market.fail("disclosure_date", { kind: "wrong_date" });
    const asked = clients.tushare?.().report_dates?.(code, "2026-03-31", signal);
    assert.equal(await errorOf(asked), "TOOL_ERROR");
  });
});

describe("rows that contradict themselves are refused", () => {
  /** A client whose upstream answers a fixed body. */
  const saying = (source: string, body: unknown): SourceClient => {
    const client = clients[source]?.(() => Promise.resolve(Response.json(body)));
    assert.ok(client);
    return client;
  };
  const table = (rows: readonly Readonly<Record<string, unknown>>[]) => ({
    code: 0,
    data: {
      fields: Object.keys(rows[0] ?? {}),
      items: rows.map((row) => Object.values(row)),
    },
  });
  const done = {
    ts_code: "600519.SH",
    end_date: "20251231",
    ann_date: "20260328",
    div_proc: "实施",
    cash_div_tax: 27.624,
    stk_div: 0,
    record_date: "20260625",
    ex_date: "20260626",
    pay_date: "20260626",
  };
  const ask = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    saying("tushare", table(rows)).dividends?.("600519.SH", signal);

  test("the exact amount per ten shares, and its days", async () => {
    const { dividends } = await rowOf(
      ask([done, { ...done, div_proc: "预案", record_date: null, ex_date: null, pay_date: null }]),
    );
    assert.equal(dividends.length, 1);
    assert.deepEqual(
      [dividends[0]?.dividend_per_10, dividends[0]?.decided, dividends[0]?.ex_date],
      [276.24, true, "2026-06-26"],
    );
  });

  test("days in the wrong order, negative or endless amounts, two amounts for one ex-date", async () => {
    for (const rows of [
      [{ ...done, record_date: "20260626" }],
      [{ ...done, pay_date: "20260601" }],
      [{ ...done, cash_div_tax: -1 }],
      [{ ...done, cash_div_tax: 27_624 }],
      [done, { ...done, cash_div_tax: 2.7624 }],
      [{ ...done, end_date: "20251331" }],
    ])
      assert.equal(await errorOf(ask(rows)), "TOOL_ERROR", JSON.stringify(rows));
  });

  test("what was called off and what pays nothing are no dividends; a plan of long ago is none", async () => {
    for (const row of [
      { ...done, div_proc: "股东大会否决" },
      { ...done, cash_div_tax: 0 },
      {
        ...done,
        div_proc: "预案",
        ann_date: "20240328",
        end_date: "20231231",
        record_date: null,
        ex_date: null,
        pay_date: null,
      },
    ])
      assert.deepEqual((await rowOf(ask([row]))).dividends, []);
  });

  test("a plan that was called off is none, though its earlier row is still there", async () => {
    const plan = { ...done, div_proc: "预案", record_date: null, ex_date: null, pay_date: null };
    assert.equal((await rowOf(ask([plan]))).dividends.length, 1);
    assert.deepEqual((await rowOf(ask([plan, { ...plan, div_proc: "股东大会否决" }]))).dividends, []);
  });

  test("a plan that was changed is none once the later one is carried out", async () => {
    const plan = { ...done, div_proc: "预案", record_date: null, ex_date: null, pay_date: null };
    const changed = { ...plan, ann_date: "20260301", cash_div_tax: 20 };
    const { dividends } = await rowOf(ask([changed, plan, done]));
    assert.deepEqual(
      dividends.map(({ decided, dividend_per_10: cash }) => [decided, cash]),
      [[true, 276.24]],
    );
    const later = await rowOf(ask([{ ...changed, ann_date: "20260420" }, done]));
    assert.equal(later.dividends.length, 2, "one announced after it is another");
  });

  test("rows of long ago are left out, whatever stands in them", async () => {
    const old = { ...done, end_date: null, ex_date: "19950607", record_date: "19950607", cash_div_tax: "?" };
    assert.equal((await rowOf(ask([old, done]))).dividends.length, 1);
  });

  test("an amount that cannot be read is no missing one", async () => {
    assert.equal(
      await errorOf(
        ask([
          done,
          {
            ...done,
            end_date: "20250630",
            ex_date: "20260101",
            record_date: "20251231",
            pay_date: null,
            cash_div_tax: "1,234.5",
          },
        ]),
      ),
      "TOOL_ERROR",
    );
  });

  test("an implemented dividend without an ex-date stays a plan", async () => {
    const { dividends } = await rowOf(ask([{ ...done, record_date: null, ex_date: null, pay_date: null }]));
    assert.deepEqual([dividends[0]?.decided, dividends[0]?.stage], [false, "实施"]);
  });

  test("an amount that its own description does not bear out is another unit's", async () => {
    const row = {
      报告期: "2025-12-31T00:00:00.000",
      "现金分红-现金分红比例": 27.624,
      "现金分红-现金分红比例描述": "10派276.24元(含税)",
      方案进度: "董事会决议通过",
      预案公告日: "2026-03-28T00:00:00.000",
    };
    const asked = (cells: object) => saying("akshare", [cells]).dividends?.("600519.SH", signal);
    assert.equal(await errorOf(asked(row)), "TOOL_ERROR");
    assert.equal(await errorOf(asked({ ...row, "现金分红-现金分红比例": 276.24 })), "ok");
    const old = { ...row, 报告期: "2009-12-31T00:00:00.000", 除权除息日: "2010-06-01T00:00:00.000" };
    assert.equal(await errorOf(asked(old)), "ok", "what was said of long ago is not told");
    const nothing = { "现金分红-现金分红比例": 0, "现金分红-现金分红比例描述": "不分配不转增" };
    assert.deepEqual((await rowOf(asked({ ...row, ...nothing }))).dividends, []);
  });

  test("announcements of different days about one unlock leave its amount open", async () => {
    const part = {
      ts_code: "600519.SH",
      ann_date: "20251220",
      float_date: "20261221",
      float_share: 25_076_106,
      float_ratio: 1.9041,
      holder_name: "甲",
      share_type: "定增股份",
    };
    const unlocks = async (rows: readonly Readonly<Record<string, unknown>>[]) =>
      (await rowOf(saying("tushare", table(rows)).unlocks?.("600519.SH", signal))).unlocks;
    assert.deepEqual(await unlocks([part, { ...part, holder_name: "乙" }]), [
      { date: "2026-12-21", unlock_shares: 50_152_212, unlock_ratio: 3.8082 },
    ]);
    assert.deepEqual(await unlocks([part, { ...part, ann_date: "20261215" }]), [{ date: "2026-12-21" }]);
    assert.deepEqual(await unlocks([{ ...part, float_share: 120, float_ratio: 0 }]), [
      { date: "2026-12-21", unlock_shares: 120 },
    ]);
    const tooMuch = saying("tushare", table([{ ...part, float_ratio: 190 }]));
    assert.equal(await errorOf(tooMuch.unlocks?.("600519.SH", signal)), "TOOL_ERROR");
  });

  test("a booking whose corrections end with another day, or that lies before its period's end, is refused", async () => {
    const row = {
      ts_code: "600519.SH",
      ann_date: "20260701",
      end_date: "20260630",
      pre_date: "20260820",
      actual_date: null,
      modify_date: null,
    };
    const asked = (cells: object) =>
      saying("tushare", table([{ ...row, ...cells }])).report_dates?.("600519.SH", "2026-06-30", signal);
    assert.equal((await rowOf(asked({ modify_date: "20260815,20260820" }))).booked, "2026-08-20");
    assert.equal(await errorOf(asked({ modify_date: "20260825" })), "TOOL_ERROR");
    assert.equal(await errorOf(asked({ pre_date: "20260520" })), "TOOL_ERROR");
  });
});

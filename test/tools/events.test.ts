import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import type { EventRow, EventsValue, JsonObject } from "#contract";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { eventsValue } from "../../src/tools/event-rows.ts";
import { bookablePeriods } from "../../src/tools/report-periods.ts";
import { type Harness, openHarness } from "../data/harness.ts";
import type { MarketFault, Truth } from "../emulators/market.ts";
import { companies } from "../emulators/market-securities.ts";

const evening = "2026-05-07T20:00:00+08:00";

let harness: Harness;
before(async () => {
  harness = await openHarness({ now: evening, sources: "tushare,akshare" });
  await harness.data.securities.ready(AbortSignal.timeout(5_000));
});
/** Longer than any answer is kept. */
const forget = () => harness.clock.passMs(4_000_000);
afterEach(() => {
  harness.market.clearFaults();
  harness.clock.set(evening);
  forget();
});
after(() => harness.close());

async function good(args: JsonObject, by: Harness = harness) {
  const outcome = await by.ask("get_events", args);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return { ...outcome, value: outcome.value as EventsValue };
}

async function errorOf(args: JsonObject, by: Harness = harness): Promise<string> {
  const outcome = await by.ask("get_events", args);
  return outcome.ok ? "ok" : outcome.error.code;
}

const ofDividends = (truth: Truth, code: string, today: string) =>
  truth
    .dividends(code)
    .filter(({ cash, stock, planned }) => cash + stock > 0 && planned <= today)
    .map(({ cash, stock, carriedOut: days }) => ({
      day: days !== undefined && days.announced <= today ? days.ex : undefined,
      cash: new Decimal(cash).times(10).toNumber() || undefined,
      stock: new Decimal(stock).times(10).toNumber() || undefined,
    }));

const toldDividend = ({ ex_date: day, dividend_per_10: cash, stock_per_10: stock }: EventRow) => ({
  day,
  cash,
  stock,
});

/** Every row of a good answer against what is true on the day. */
function compare(truth: Truth, { code, kind, coming, planned, past }: EventsValue, today: string): number {
  const known = [...coming, ...planned, ...past];
  if (kind === "dividends") {
    const all = ofDividends(truth, code, today);
    const at = (list: readonly EventRow[]) => list.map(toldDividend);
    assert.deepEqual(
      at(coming),
      all.filter(({ day = "" }) => day >= today),
    );
    assert.deepEqual(
      at(planned),
      all.filter(({ day }) => day === undefined),
    );
    assert.deepEqual(at(past), all.filter(({ day = today }) => day < today).toReversed());
  }
  if (kind === "unlocks") {
    const all = truth.unlocks(code).map(({ date, parts }) => ({
      day: date,
      shares: parts.reduce((sum, { shares }) => sum + shares, 0),
    }));
    const at = (list: readonly EventRow[]) =>
      list.map(({ unlock_date: day, unlock_shares: shares }) => ({ day, shares }));
    assert.deepEqual(
      at(coming),
      all.filter(({ day }) => day >= today),
    );
    assert.deepEqual(at(past), all.filter(({ day }) => day < today).toReversed());
  }
  if (kind === "reports")
    for (const row of known) {
      const month = String(row.report_en).slice(5);
      const ends = {
        "annual report": "12-31",
        "first-quarter report": "03-31",
        "half-year report": "06-30",
        "third-quarter report": "09-30",
      };
      const period = `${String(row.report_en).slice(0, 4)}-${Reflect.get(ends, month)}`;
      const booking = truth.bookings(code).find((each) => each.period === period);
      const isOut = booking?.published !== undefined && booking.published <= today;
      const isChanged = booking?.change !== undefined && booking.change.announced <= today;
      const booked = isChanged ? booking?.change?.to : booking?.first;
      assert.deepEqual(
        [row.published_date, row.booked_date],
        isOut ? [booking?.published, undefined] : [undefined, booked],
      );
      assert.equal(coming.includes(row), !isOut);
    }
  return known.length;
}

for (const [sources, step] of [
  ["tushare,akshare", 1],
  ["akshare", 2],
] as const)
  test(`${sources}: company for company what is to come, what is planned and what was`, async () => {
    const own = await openHarness({ now: evening, sources });
    let rows = 0;
    try {
      await own.data.securities.ready(AbortSignal.timeout(5_000));
      for (const [now, from] of [
        [evening, 0],
        ["2026-07-10T10:00:00+08:00", 43],
      ] as const) {
        own.clock.set(now);
        for (const { code } of companies.slice(from).filter((_, at) => at % step === 0))
          for (const kind of ["dividends", "unlocks", "reports"] as const) {
            const isNone = kind === "dividends" && own.market.truth.dividends(code).length === 0;
            own.clock.passMs(4_000_000);
            if (isNone && sources === "akshare") {
              assert.equal(await errorOf({ code, kind }, own), "SOURCE_DOWN");
              continue;
            }
            const { value, as_of, source } = await good({ code, kind }, own);
            assert.deepEqual([as_of, value.as_of], [shanghaiDate(now), shanghaiDate(now)]);
            assert.equal(source, sources === "akshare" ? "akshare" : "tushare");
            rows += compare(own.market.truth, value, shanghaiDate(now));
          }
      }
    } finally {
      await own.close();
    }
    assert.ok(rows > 350 / step, `${rows}`);
  });

describe("none ahead", () => {
  test("is said with the day of the answer, and only where nothing dated lies ahead", async () => {
    for (const { code } of companies.slice(0, 12))
      for (const [kind, key] of [
        ["dividends", "no_ex_date_on"],
        ["unlocks", "no_unlock_on"],
        ["reports", "no_booking_on"],
      ] as const) {
        const { value } = await good({ code, kind });
        assert.equal(value[key], value.coming.length === 0 ? "2026-05-07" : undefined, `${code} ${kind}`);
      }
  });

  test("is not said where one of the periods went without an answer", async () => {
    const own = await openHarness({ now: evening, sources: "akshare" });
    try {
      const periods = ["2026-03-31", "2026-06-30"];
      const { value } = await good({ code: "600519.SH", kind: "reports", periods }, own);
      assert.equal(value.past.length, 1);
      assert.ok(!("no_booking_on" in value));
    } finally {
      await own.close();
    }
  });
});

test("report periods that were asked at different times bear the time of the oldest", async () => {
  const ask = (periods: readonly string[]) => good({ code: "600519.SH", kind: "reports", periods });
  const first = await ask(["2026-03-31"]);
  harness.clock.set("2026-05-07T20:03:00+08:00");
  const both = await ask(["2025-12-31", "2026-03-31"]);
  assert.equal(first.fetched_at, evening);
  assert.equal(both.value.past.length, 2);
  assert.equal(both.fetched_at, evening);
});

describe("fallback", () => {
  const code = "300750.SZ";
  test("another source answers where the first may not be asked, and is named", async () => {
    harness.market.fail("dividend", { kind: "no_permission" }, 5);
    const { source, table, fallback_from, value } = await good({ code, kind: "dividends" });
    assert.deepEqual(
      [source, table, fallback_from],
      ["akshare", "stock_fhps_detail_em", ["tushare: SOURCE_DENIED"]],
    );
    compare(harness.market.truth, value, "2026-05-07");
  });

  test("a company that has never paid: the source that says so answers, whatever the other one does", async () => {
    const never = companies.find((each) => harness.market.truth.dividends(each.code).length === 0);
    const { source, value } = await good({ code: never?.code ?? "", kind: "dividends" });
    assert.equal(source, "tushare");
    assert.deepEqual([value.coming, value.planned, value.past], [[], [], []]);
  });

  test("a list that no source can be asked for is a failure, and no empty list", async () => {
    for (const target of ["tushare", "aktools"]) harness.market.fail(target, { kind: "server_error" }, 9);
    for (const kind of ["dividends", "unlocks", "reports"])
      assert.equal(await errorOf({ code, kind }), "SOURCE_DOWN");
  });
});

test("a report is booked until it is out; of a changed booking the newest day holds", async () => {
  const code = "002594.SZ";
  const at = async (now: string, periods?: readonly string[]) => {
    harness.clock.set(now);
    forget();
    return (await good({ code, kind: "reports", ...(periods === undefined ? {} : { periods }) })).value;
  };
  const before = await at("2026-04-24T20:00:00+08:00");
  assert.deepEqual(before.coming, [
    { report_zh: "2026年一季报", report_en: "2026 first-quarter report", booked_date: "2026-04-25" },
  ]);
  const onTheDay = await at("2026-04-25T09:00:00+08:00");
  assert.equal(onTheDay.past[0]?.published_date, "2026-04-25");
  assert.equal((await at(evening, ["2025-09-30"])).past[0]?.published_date, "2025-10-25");
  const other = "000858.SZ";
  harness.clock.set("2026-07-02T10:00:00+08:00");
  const booked = async () => (await good({ code: other, kind: "reports" })).value.coming[0]?.booked_date;
  const first = await booked();
  harness.clock.set("2026-07-06T10:00:00+08:00");
  forget();
  assert.deepEqual([first, await booked()], ["2026-08-11", "2026-08-25"]);
});

test("an ex-date of today is still to be told as coming, that of yesterday is past", async () => {
  const code = "300750.SZ";
  const on = async (now: string) => {
    harness.clock.set(now);
    forget();
    const { coming, past } = (await good({ code, kind: "dividends" })).value;
    return [coming, past].map((list) => list.map(({ ex_date: day }) => day));
  };
  assert.deepEqual(await on("2026-05-13T16:00:00+08:00"), [["2026-05-13"], ["2025-06-12"]]);
  assert.deepEqual(await on("2026-05-14T09:00:00+08:00"), [[], ["2026-05-13", "2025-06-12"]]);
});

test("what is no sound question, and what has left its exchange", async () => {
  const cases: readonly (readonly [JsonObject, string])[] = [
    [{ code: "000300.SH", kind: "dividends" }, "UNSUPPORTED_SECURITY"],
    [{ code: "600519.SH", kind: "meetings" }, "INVALID_ARGS"],
    [{ code: "600519.SH", kind: "reports", periods: ["2026-05-07"] }, "BAD_DATE"],
    [{ code: "600519.SH", kind: "reports", periods: [] }, "INVALID_ARGS"],
    [{ code: "605199.SH", kind: "dividends" }, "UNKNOWN_SECURITY"],
    [{ code: "600087.SH", kind: "unlocks" }, "DELISTED_ON"],
  ];
  for (const [args, error] of cases) assert.equal(await errorOf(args), error, JSON.stringify(args));
  const quotes = await openHarness({ sources: "tencent" });
  try {
    assert.equal(await errorOf({ code: "600519.SH", kind: "dividends" }, quotes), "NOT_OFFERED");
  } finally {
    await quotes.close();
  }
});

test("of several plans the newest stands first", () => {
  const plans = ["2026-03-28", "2026-08-28"].map((plan_date) => ({ day: undefined, row: { plan_date } }));
  const asked = { code: "600519.SH", kind: "dividends" } as const;
  const { planned } = eventsValue(asked, plans, { asOf: "2026-09-01", today: "2026-09-01", isWhole: true });
  assert.deepEqual(
    planned.map((row) => row.plan_date),
    ["2026-08-28", "2026-03-28"],
  );
});

test("the periods that days can be booked for", () => {
  for (const [today, expected] of [
    ["2026-05-07", ["2026-03-31", "2025-12-31"]],
    ["2026-11-21", ["2026-09-30", "2026-06-30"]],
    ["2026-12-21", ["2026-12-31", "2026-09-30"]],
    ["2026-12-20", ["2026-09-30", "2026-06-30"]],
    ["2027-01-02", ["2026-12-31", "2026-09-30"]],
    ["2026-03-21", ["2026-03-31", "2025-12-31"]],
  ] as const)
    assert.deepEqual(bookablePeriods(today), expected, today);
});

const faultKinds = [
  "html_502",
  "garbage",
  "server_error",
  "empty",
  "wrong_code",
  "ignores_params",
  "double_rows",
  "shuffled_rows",
  "string_numbers",
  "thousands",
  "nan_strings",
  "no_permission",
] as const;
const targets = [
  "dividend",
  "share_float",
  "disclosure_date",
  "stock_fhps_detail_em",
  "stock_restricted_release_queue_em",
  "stock_yysj_em",
] as const;

const numRuns = Number(process.env.CASES ?? 60);
test(`property: ${numRuns} questions, whatever fails at the sources: no day and no amount is wrong`, async () => {
  const cases = fc.record({
    code: fc.constantFrom(...companies.map(({ code }) => code)),
    kind: fc.constantFrom("dividends", "unlocks", "reports"),
    now: fc
      .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 86_399 }))
      .map(([day, second]) => toShanghaiIso(epochMs("2026-04-20", day * 86_400 + second))),
    faults: fc.array(
      fc.record({ target: fc.constantFrom(...targets), kind: fc.constantFrom(...faultKinds) }),
      { maxLength: 3 },
    ),
  });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ code, kind, now, faults }) => {
      const { market, clock } = harness;
      market.clearFaults();
      clock.set(now);
      forget();
      for (const { target, kind: fault } of faults) market.fail(target, { kind: fault } as MarketFault, 20);
      const outcome = await harness.ask("get_events", { code, kind });
      if (!outcome.ok) return assert.ok(faults.length > 0, JSON.stringify(outcome));
      const value = outcome.value as unknown as EventsValue;
      const isEmptied = faults.some(({ kind: fault }) => fault === "empty");
      // A server that says it has nothing is believed where no other has anything.
      if (isEmptied && value.coming.length + value.planned.length + value.past.length === 0) return;
      answered += 1;
      compare(market.truth, value, shanghaiDate(now));
    }),
    { numRuns },
  );
  assert.ok(answered > numRuns / 3, `${answered}`);
});

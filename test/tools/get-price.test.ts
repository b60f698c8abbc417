import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { PriceValue, ToolOutcome } from "#contract";
import { type Harness, type HarnessOptions, openHarness } from "../data/harness.ts";
import type { MarketFault } from "../emulators/market.ts";

const maotai = "600519.SH";
/** Without trade from 2026-04-29 to 2026-05-07. */
const suspended = "600585.SH";
/** First traded on 2026-04-15. */
const young = "920002.BJ";

type Good = Extract<ToolOutcome, { ok: true }>;

describe("get_price", () => {
  let harness: Harness | undefined;
  const open = async (now: string, options: HarnessOptions = {}): Promise<Harness> => {
    harness = await openHarness({ now: `${now.replace(" ", "T")}+08:00`, ...options });
    return harness;
  };
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });

  const price = async (opened: Harness, args: object = {}, context = {}) => {
    const outcome = await opened.ask("get_price", { code: maotai, ...args }, context);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return { outcome: outcome as Good, value: outcome.value as PriceValue };
  };
  const refusal = async (opened: Harness, args: object = {}) => {
    const outcome = await opened.ask("get_price", { code: maotai, ...args });
    return outcome.ok ? "ok" : outcome.error.code;
  };
  const failAlways = ({ market }: Harness, target: string, fault: MarketFault) =>
    market.fail(target, fault, 99);

  const live: readonly (readonly [now: string, phase: string, asOf: string])[] = [
    ["2026-05-07 09:26:00", "gap", "09:25:00"],
    ["2026-05-07 10:32:05", "morning", "10:32:03"],
    ["2026-05-07 12:15:00", "lunch", "11:30:00"],
    ["2026-05-07 13:00:00", "afternoon", "13:00:00"],
    ["2026-05-07 14:58:00", "closing_auction", "14:58:00"],
  ];
  for (const [now, phase, asOf] of live) {
    test(`at ${now} the quote answers as current price (${phase})`, async () => {
      const opened = await open(now);
      const { outcome, value } = await price(opened);
      const quote = opened.market.truth.quote(maotai, opened.clock.market());
      assert.equal(value.current_price, quote?.price);
      assert.equal(value.prev_close, quote?.pre_close);
      assert.equal(value.volume, quote?.volume);
      assert.ok(!("close" in value));
      assert.deepEqual([value.quality, value.phase, value.suspended], ["realtime", phase, false]);
      assert.deepEqual(
        [outcome.as_of, outcome.source, outcome.table, outcome.adapter],
        [`2026-05-07T${asOf}+08:00`, "akshare", "stock_individual_spot_xq", "aktools"],
      );
    });
  }

  const closes: readonly (readonly [now: string, phase: string, date: string])[] = [
    ["2026-05-07 08:00:00", "pre_open", "2026-05-06"],
    ["2026-05-07 09:20:00", "auction", "2026-05-06"],
    ["2026-05-06 09:00:00", "pre_open", "2026-04-30"],
    ["2026-05-03 12:00:00", "closed_day", "2026-04-30"],
    ["2026-05-07 20:00:00", "after_close", "2026-05-07"],
  ];
  for (const [now, phase, date] of closes) {
    test(`at ${now} the close of ${date} answers (${phase})`, async () => {
      const opened = await open(now);
      const { outcome, value } = await price(opened);
      const bar = opened.market.truth.bar(maotai, date);
      assert.deepEqual(
        [value.close, value.prev_close, value.change, value.pct_chg, value.volume],
        [bar?.close, bar?.pre_close, bar?.change, bar?.pct_chg, bar?.volume],
      );
      assert.ok(!("current_price" in value));
      assert.deepEqual([value.quality, value.phase, value.suspended], ["final", phase, false]);
      assert.deepEqual([outcome.as_of, outcome.source, outcome.table], [date, "tushare", "daily"]);
      assert.equal(outcome.fallback_from, undefined);
    });
  }

  test("between the close and its publication the last quote is a provisional close of 15:00", async () => {
    for (const [now, phase] of [
      ["2026-05-07 15:00:00", "after_close"],
      ["2026-05-07 15:29:00", "after_hours"],
      ["2026-05-07 15:31:00", "after_close"],
    ] as const) {
      const opened = await open(now);
      const { outcome, value } = await price(opened);
      assert.equal(value.close, opened.market.truth.close(maotai, "2026-05-07"));
      assert.deepEqual([value.quality, value.phase], ["provisional", phase]);
      assert.deepEqual([outcome.as_of, outcome.source], ["2026-05-07T15:00:00+08:00", "akshare"]);
      assert.ok(!("volume" in value) && !("amount" in value), "they still grow after hours");
      await opened.close();
    }
  });

  test("a stamp of the seconds before 15:00 is the close only once the closing auction is told", async () => {
    for (const [now, seconds, quality, asOf] of [
      ["2026-05-07 15:00:02", 7, "final", "2026-05-06"],
      ["2026-05-07 15:00:59", 60, "final", "2026-05-06"],
      ["2026-05-07 15:01:00", 3, "provisional", "2026-05-07T15:00:00+08:00"],
      ["2026-05-07 15:01:00", 66, "provisional", "2026-05-07T15:00:00+08:00"],
    ] as const) {
      const opened = await open(now, { sources: "tushare,akshare,tencent" });
      for (const feed of ["stock_individual_spot_xq", "qt"])
        failAlways(opened, feed, { kind: "stale", seconds });
      const { outcome, value } = await price(opened);
      assert.deepEqual([value.quality, outcome.as_of], [quality, asOf], now);
      await opened.close();
    }
  });

  test("without a quote of today's end the older close answers with its own date", async () => {
    const opened = await open("2026-05-07 15:10:00");
    failAlways(opened, "stock_individual_spot_xq", { kind: "stale", seconds: 1_800 });
    const { outcome, value } = await price(opened);
    assert.equal(value.close, opened.market.truth.close(maotai, "2026-05-06"));
    assert.deepEqual([outcome.as_of, value.quality, value.suspended], ["2026-05-06", "final", false]);
  });

  test("a date in the past is that day's row", async () => {
    const opened = await open("2026-05-07 10:32:05");
    const { outcome, value } = await price(opened, { date: "2026-04-22" });
    assert.equal(value.close, opened.market.truth.close(maotai, "2026-04-22"));
    assert.equal(outcome.as_of, "2026-04-22");
  });

  test("a day without trading is answered by the trading day before it", async () => {
    const opened = await open("2026-05-07 10:32:05");
    const { outcome, value } = await price(opened, { date: "2026-05-02" });
    assert.equal(value.close, opened.market.truth.close(maotai, "2026-04-30"));
    assert.deepEqual([outcome.as_of, value.suspended], ["2026-04-30", false]);
  });

  test("today by its date is the same as now", async () => {
    const opened = await open("2026-05-07 10:32:05");
    assert.equal((await price(opened, { date: "2026-05-07" })).value.quality, "realtime");
  });

  test("dates that have not come, do not exist or no calendar covers are refused", async () => {
    const opened = await open("2026-05-07 10:32:05");
    assert.equal(await refusal(opened, { date: "2026-05-08" }), "FUTURE_DATE");
    assert.equal(await refusal(opened, { date: "2026-02-30" }), "BAD_DATE");
    assert.equal(await refusal(opened, { date: "yesterday" }), "BAD_DATE");
    assert.equal(await refusal(opened, { date: "2019-05-08" }), "CALENDAR_UNKNOWN");
  });

  test("codes of indices, funds and no range are refused before any call", async () => {
    const opened = await open("2026-05-07 10:32:05");
    assert.equal(await refusal(opened, { code: "000001.SH" }), "UNSUPPORTED_SECURITY");
    assert.equal(await refusal(opened, { code: "510300.SH" }), "UNSUPPORTED_SECURITY");
    assert.equal(await refusal(opened, { code: "430047.BJ" }), "UNKNOWN_SECURITY");
    assert.equal(await refusal(opened, { code: "600519" }), "INVALID_ARGS");
    assert.equal(opened.market.calls.length, 0);
  });

  for (const [now, why] of [
    ["2026-05-07 10:32:05", "while others trade"],
    ["2026-05-07 15:10:00", "after the close"],
    ["2026-05-07 20:00:00", "in the evening"],
    ["2026-05-08 08:00:00", "the next morning"],
  ] as const) {
    test(`a suspended stock is shown by its last day of trade, and says so (${why})`, async () => {
      const opened = await open(now);
      const { outcome, value } = await price(opened, { code: suspended });
      assert.equal(value.close, opened.market.truth.close(suspended, "2026-04-28"));
      assert.deepEqual([outcome.as_of, value.suspended, value.quality], ["2026-04-28", true, "final"]);
    });
  }

  test("a date inside a suspension is the newest day before it", async () => {
    const opened = await open("2026-05-07 10:32:05");
    const { outcome, value } = await price(opened, { code: suspended, date: "2026-05-06" });
    assert.deepEqual([outcome.as_of, value.suspended], ["2026-04-28", true]);
  });

  for (const [what, sources, gap] of [
    ["on record", "tushare,akshare", "suspended"],
    ["where nobody keeps a record, by the missing rows", "akshare", "suspended"],
  ] as const) {
    test(`a suspension is said ${what}`, async () => {
      const opened = await open("2026-05-07 10:32:05", { sources });
      const { value } = await price(opened, { code: suspended, date: "2026-05-06" });
      assert.equal(value.gap, gap);
    });
  }

  test("a day with no close and no suspension on record is a day without data", async () => {
    // The emulated market is drawn up to 2026-05-08; on the 11th nobody has a row.
    const opened = await open("2026-05-12 10:32:05");
    const { outcome, value } = await price(opened, { date: "2026-05-11" });
    assert.deepEqual([outcome.as_of, value.gap, value.suspended], ["2026-05-08", "no_data", false]);
  });

  test("where the record of suspensions cannot be read, none is said", async () => {
    const opened = await open("2026-05-07 10:32:05");
    failAlways(opened, "suspend_d", { kind: "no_permission" });
    const { value } = await price(opened, { code: suspended, date: "2026-05-06" });
    assert.deepEqual([value.gap, value.suspended], ["no_data", false]);
  });

  test("nothing was traded where a quote says so or two independent sources have no row, one source alone proves nothing", async () => {
    for (const [now, sources, untraded] of [
      ["2026-05-07 10:32:05", "tushare,tencent", true],
      ["2026-05-07 10:32:05", "tushare,sina", true],
      ["2026-05-06 08:30:00", "tushare,tencent", true],
      ["2026-05-06 08:30:00", "tushare,sina", undefined],
      ["2026-05-06 08:30:00", "akshare,eastmoney", undefined],
    ] as const) {
      const opened = await open(now, { sources });
      failAlways(opened, "suspend_d", { kind: "empty" });
      const { outcome, value } = await price(opened, { code: suspended });
      assert.equal(outcome.as_of, "2026-04-28");
      assert.equal(value.untraded, untraded, `${now} ${sources}`);
      if (sources.includes("tushare")) assert.deepEqual([value.gap, value.suspended], ["no_data", false]);
      await opened.close();
    }
  });

  test("without any record, a day under way with no trade yet is no suspension until it is over", async () => {
    for (const [now, gap, untraded] of [
      ["2026-04-29 09:30:40", "no_data", true],
      ["2026-04-29 14:58:00", "no_data", true],
      ["2026-04-29 15:10:00", "suspended", undefined],
      ["2026-04-30 09:30:40", "suspended", undefined],
    ] as const) {
      const opened = await open(now, { sources: "akshare,tencent" });
      const { outcome, value } = await price(opened, { code: suspended });
      assert.deepEqual([outcome.as_of, value.gap, value.untraded], ["2026-04-28", gap, untraded], now);
      await opened.close();
    }
  });

  test("before the day's close is out it is not published yet, in the evening it is missing", async () => {
    for (const [now, gap] of [
      ["2026-05-07 15:10:00", "not_published"],
      ["2026-05-07 17:59:00", "not_published"],
      ["2026-05-07 18:00:00", "no_data"],
    ] as const) {
      const opened = await open(now, { dailyReadyAt: "23:00" });
      failAlways(opened, "aktools", { kind: "server_error" });
      const { outcome, value } = await price(opened);
      assert.deepEqual([outcome.as_of, value.gap], ["2026-05-06", gap], now);
      await opened.close();
    }
  });

  test("a price that is the day's own has no gap", async () => {
    for (const now of ["2026-05-07 10:32:05", "2026-05-07 20:00:00", "2026-05-07 08:00:00"]) {
      const opened = await open(now);
      assert.equal((await price(opened)).value.gap, undefined, now);
      await opened.close();
    }
  });

  test("before its first day a company has no price, and an unlisted code is unknown", async () => {
    const opened = await open("2026-05-07 10:32:05");
    await opened.data.securities.ready(new AbortController().signal);
    const early = await opened.ask("get_price", { code: young, date: "2026-04-10" });
    assert.ok(!early.ok);
    const { code, subject } = early.error;
    const listed = opened.market.truth.companies.find((company) => company.code === young)?.listed;
    assert.deepEqual([code, subject], ["NOT_LISTED_YET", `万达轴承(${young}), ${listed}, tushare`]);
    assert.equal(await refusal(opened, { code: "601999.SH", date: "2026-04-10" }), "UNKNOWN_SECURITY");
    assert.equal(await refusal(opened, { code: "601999.SH" }), "UNKNOWN_SECURITY");
  });

  test("sources that tell no list date prove no listing: only what they lack is said", async () => {
    const opened = await open("2026-05-07 10:32:05", { sources: "akshare" });
    await opened.data.securities.ready(new AbortController().signal);
    assert.equal(await refusal(opened, { code: young, date: "2026-04-10" }), "NO_EARLIER_DATA");
  });

  const dailyFaults: readonly MarketFault["kind"][] = [
    "rate_minute",
    "no_permission",
    "html_502",
    "garbage",
    "empty",
    "wrong_code",
    "wrong_date",
    "zero_price",
    "ignores_params",
  ];
  for (const kind of dailyFaults) {
    test(`tushare under ${kind}: akshare answers, and the way there is named`, async () => {
      const opened = await open("2026-05-07 10:32:05");
      failAlways(opened, "daily", { kind } as MarketFault);
      const { outcome, value } = await price(opened, { date: "2026-04-22" });
      assert.equal(value.close, opened.market.truth.close(maotai, "2026-04-22"));
      assert.deepEqual(
        [outcome.source, outcome.served_by, outcome.table],
        ["akshare", "akshare", "stock_zh_a_hist"],
      );
      assert.match(outcome.fallback_from?.join() ?? "", /^tushare: [A-Z_]+$/);
    });
  }

  const spotFaults: readonly MarketFault[] = [
    { kind: "expired_token" },
    { kind: "server_error" },
    { kind: "wrong_code" },
    { kind: "zero_price" },
    { kind: "null_price" },
    { kind: "stale", seconds: 400 },
    { kind: "wrong_date" },
    { kind: "utc_clock" },
    { kind: "empty" },
  ];
  for (const fault of spotFaults) {
    test(`no usable quote (${fault.kind}): the newest close with its date, never as a current price`, async () => {
      const opened = await open("2026-05-07 10:32:05");
      failAlways(opened, "stock_individual_spot_xq", fault);
      const { outcome, value } = await price(opened);
      assert.ok(!("current_price" in value));
      assert.equal(value.close, opened.market.truth.close(maotai, "2026-05-06"));
      assert.deepEqual([outcome.as_of, value.suspended], ["2026-05-06", false]);
      assert.match(outcome.fallback_from?.[0] ?? "", /^akshare: /);
    });
  }

  test("with everything down there is no number", async () => {
    const opened = await open("2026-05-07 10:32:05");
    failAlways(opened, "*", { kind: "server_error" });
    assert.equal(await refusal(opened), "SOURCE_DOWN");
    assert.equal(await refusal(opened, { date: "2026-04-22" }), "SOURCE_DOWN");
  });

  test("a source that failed verification is left out", async () => {
    const opened = await open("2026-05-07 20:00:00");
    const { outcome, value } = await price(opened, {}, { excludeSources: ["tushare"] });
    assert.equal(outcome.source, "akshare");
    assert.equal(value.close, opened.market.truth.close(maotai, "2026-05-07"));
  });

  test("no value of the trace mixes metrics: an absent one has no key, none is zero for missing", async () => {
    const opened = await open("2026-05-07 20:00:00");
    const { value } = await price(opened, {}, { excludeSources: ["tushare"] });
    assert.ok(!("prev_close" in value), "stock_zh_a_hist does not give it");
    assert.ok(Object.values(value).every((each) => each !== null && each !== undefined));
  });

  test("the sample answers at its pinned time", async () => {
    const opened = await open("2026-05-07 10:32:05", { sources: "sample" });
    const { outcome, value } = await price(opened);
    assert.deepEqual(
      [value.current_price, value.change, value.pct_chg, outcome.as_of, outcome.source],
      [1801.23, 9.5, 0.5302, "2026-05-07T10:32:05+08:00", "sample"],
    );
    assert.equal(await refusal(opened, { code: "601999.SH" }), "NO_DATA");
    assert.equal(opened.market.calls.length, 0);
  });
});

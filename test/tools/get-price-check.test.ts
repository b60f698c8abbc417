import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { PriceValue, ToolOutcome } from "#contract";
import { isApart } from "../../src/tools/cross-check.ts";
import { allSources, type Harness, type HarnessOptions, openHarness } from "../data/harness.ts";

const maotai = "600519.SH";
const open7 = "2026-05-07T10:32:05+08:00";
const evening = "2026-05-07T20:00:00+08:00";

test("apart is a tick or more, or more than 0.01 %, in decimals", () => {
  const cases: readonly (readonly [one: number, other: number, code: string, apart: boolean])[] = [
    [1801.23, 1801.23, maotai, false],
    [1801.23, 1801.24, maotai, true],
    [5.34, 5.35, "601288.SH", true],
    [0.3, 0.1 + 0.2, maotai, false],
    [4.123, 4.124, "510300.SH", true],
    [4.1234, 4.1235, "510300.SH", false],
    [0.05, 0.0501, maotai, true],
    [3987.12, 3987.35, "000001.SH", false],
    [3987.12, 3987.55, "000001.SH", true],
    [1000, 1000.1, "399001.SZ", false],
  ];
  for (const [one, other, code, apart] of cases) {
    assert.equal(isApart(one, other, code), apart, `${one} ${other}`);
    assert.equal(isApart(other, one, code), apart);
  }
});

describe("a price and its second source", () => {
  let harness: Harness | undefined;
  const open = async (now: string, options: HarnessOptions = {}): Promise<Harness> => {
    harness = await openHarness({ now, sources: allSources, ...options });
    return harness;
  };
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });

  const good = (outcome: ToolOutcome) => {
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return { ...outcome, price: outcome.value as PriceValue };
  };
  const price = async (opened: Harness, args: object = {}, context = {}) =>
    good(await opened.ask("get_price", { code: maotai, ...args }, context));

  test("a second source whose days are a day ahead confirms and contradicts nothing", async () => {
    const opened = await open("2026-04-22T10:32:05+08:00");
    opened.market.fail("eastmoney", { kind: "day_ahead" }, 9);
    const { price: value } = await price(opened, { date: "2026-04-21" });
    assert.notEqual(value.check?.state, "differs");
    assert.notEqual(value.check?.source, "eastmoney");
  });

  for (const [what, now, args, first, second] of [
    ["a quote", open7, {}, "xueqiu", "tencent"],
    ["a quote over lunch", "2026-05-07T12:10:00+08:00", {}, "xueqiu", "tencent"],
    ["a close that waits for confirmation", "2026-05-07T15:02:00+08:00", {}, "xueqiu", "tencent"],
    ["today's close", evening, {}, "tushare", "eastmoney"],
    ["an older close", open7, { date: "2026-04-22" }, "tushare", "eastmoney"],
  ] as const) {
    test(`agree on ${what}`, async () => {
      const opened = await open(now);
      const { source, price: value } = await price(opened, args);
      assert.deepEqual([source, value.check], [first, { state: "agrees", source: second }]);
    });
  }

  test("a quote that is 0.05 % off differs; the second value is a call of its own with its own source", async () => {
    const opened = await open(open7);
    opened.market.fail("tencent", { kind: "off_by", percent: 0.05 }, 99);
    const { source, price: value } = await price(opened);
    const truth = opened.market.truth.spot(maotai, open7) ?? 0;
    assert.deepEqual([source, value.current_price], ["xueqiu", truth]);
    assert.deepEqual(value.check, { state: "differs", source: "tencent" });
    const other = good(await opened.ask("check_price", { code: maotai, source: "tencent" }));
    assert.deepEqual(
      [other.source, other.served_by, other.table, other.as_of],
      ["tencent", "tencent", "qt", "2026-05-07T10:32:03+08:00"],
    );
    assert.equal(other.price.current_price, Math.round(truth * 100.05) / 100);
    assert.deepEqual(
      Object.keys(other.price).filter((key) => typeof other.price[key] === "number"),
      ["current_price"],
      "the price alone",
    );
  });

  for (const [now, target, sources] of [
    ["2026-05-07T15:02:00+08:00", "tencent", allSources],
    // The closes of days are all off, and only here none of them lies above its day's high, which would refuse them all.
    [evening, "yahoo", "tushare,yahoo"],
  ] as const) {
    test(`a close of ${target} that is off differs at ${now}`, async () => {
      const opened = await open(now, { sources });
      const { truth } = opened.market;
      const code = maotai;
      opened.market.fail(target, { kind: "off_by", percent: 0.05 }, 99);
      const { price: value } = await price(opened);
      const close = truth.close(code, "2026-05-07") ?? 0;
      assert.deepEqual([value.close, value.check], [close, { state: "differs", source: target }]);
      const other = good(await opened.ask("check_price", { code, source: target, date: "2026-05-07" }));
      assert.equal(other.source, target);
      assert.equal(other.price.close, Math.round(close * 100.05) / 100);
      assert.equal(other.price.quality, value.quality);
    });
  }

  test("a difference that is gone at a second look was the market's", async () => {
    const opened = await open(open7);
    opened.market.fail("tencent", { kind: "off_by", percent: 0.05 }, 1);
    assert.equal((await price(opened)).price.check?.state, "agrees");
  });

  test("a second leg of another instant, or that failed, confirms nothing; the next one is asked", async () => {
    const opened = await open(open7);
    opened.market.fail("tencent", { kind: "html_502" }, 99);
    assert.deepEqual((await price(opened)).price.check, { state: "agrees", source: "sina" });
    await opened.close();
    const late = await open(open7, { sources: "xueqiu,tencent" });
    late.market.fail("tencent", { kind: "stale", seconds: 20 }, 99);
    assert.deepEqual((await price(late)).price.check, { state: "unavailable", source: "tencent" });
    await late.close();
    const down = await open(open7, { sources: "xueqiu,tencent" });
    down.market.fail("tencent", { kind: "html_502" }, 99);
    assert.deepEqual((await price(down)).price.check, { state: "unavailable" });
  });

  test("one upstream by two ways confirms nothing to itself", async () => {
    const opened = await open(open7, { sources: "xueqiu,akshare" });
    assert.equal((await price(opened)).price.check, undefined);
    await opened.close();
    const closes = await open(evening, { sources: "eastmoney,akshare" });
    assert.equal((await price(closes)).price.check, undefined);
  });

  test("a source for checks alone compares and is never shown", async () => {
    const opened = await open(evening, { sources: "tushare,yahoo" });
    const { source, price: value } = await price(opened);
    assert.deepEqual([source, value.check], ["tushare", { state: "agrees", source: "yahoo" }]);
    opened.market.fail("daily", { kind: "server_error" }, 99);
    opened.clock.set(evening.replace("20:", "21:"));
    const outcome = await opened.ask("get_price", { code: maotai });
    assert.equal(outcome.ok ? "ok" : outcome.error.code, "SOURCE_DOWN");
  });

  test("after a fallback the check is another one than the source that answered", async () => {
    const opened = await open(open7);
    opened.market.fail("xueqiu", { kind: "expired_token" }, 99);
    opened.market.fail("aktools", { kind: "expired_token" }, 99);
    const { source, price: value } = await price(opened);
    assert.deepEqual([source, value.check], ["tencent", { state: "agrees", source: "sina" }]);
  });

  test("both legs are asked at the same time, each once", async () => {
    const opened = await open(open7);
    await opened.data.calendars.around("2026-05-07", new AbortController().signal);
    opened.market.fail("xueqiu", { kind: "slow", ms: 150 });
    const before = opened.market.calls.length;
    await price(opened);
    const servers = opened.market.calls.slice(before).map(({ server }) => server);
    assert.deepEqual(servers.toSorted(), ["tencent", "xueqiu"]);
  });

  test("turned off, nobody else is asked", async () => {
    const opened = await open(evening, { crossCheck: false });
    assert.equal((await price(opened)).price.check, undefined);
    assert.ok(!opened.market.calls.some(({ server }) => server === "eastmoney"));
  });

  test("check_price refuses what is no source, neither stock nor index, or no day", async () => {
    const opened = await open(open7);
    const code = async (args: object) => {
      const outcome = await opened.ask("check_price", { code: maotai, source: "tencent", ...args });
      return outcome.ok ? "ok" : outcome.error.code;
    };
    assert.equal(await code({ source: "nowhere" }), "SOURCE_DOWN");
    assert.equal(await code({ source: "TenCent?" }), "INVALID_ARGS");
    assert.equal(await code({ code: "510300.SH" }), "UNSUPPORTED_SECURITY");
    assert.equal(await code({ date: "2026-02-30" }), "BAD_DATE");
    assert.equal(await code({ date: "2026-05-02" }), "NO_DATA");
  });
});

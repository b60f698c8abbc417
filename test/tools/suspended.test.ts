import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { ToolOutcome, TopListValue } from "#contract";
import { type Harness, type HarnessOptions, openHarness } from "../data/harness.ts";

const evening = "2026-05-07T20:00:00+08:00";
const stopped = "600585.SH";
const lastTraded = "2026-04-28";

const tables = [
  ["get_money_flow", {}],
  ["get_valuation", {}],
  ["get_daily_bars", { adjust: "qfq", days: 20 }],
  ["get_daily_bars", { days: 20 }],
] as const;

describe("a table of a suspended company", () => {
  let harness: Harness | undefined;
  const open = async (options: HarnessOptions = {}): Promise<Harness> => {
    harness = await openHarness({ now: evening, sources: "tushare", ...options });
    return harness;
  };
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });

  const told = (outcome: ToolOutcome) => {
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return [outcome.as_of, (outcome.value as { readonly suspended?: boolean }).suspended];
  };

  for (const [tool, args] of tables) {
    test(`${tool} says so, with the last day traded, where it is on record`, async () => {
      const opened = await open();
      assert.deepEqual(told(await opened.ask(tool, { code: stopped, ...args })), [lastTraded, true]);
      assert.deepEqual(told(await opened.ask(tool, { code: "600519.SH", ...args })), [
        "2026-05-07",
        undefined,
      ]);
    });
  }

  test("is not called suspended while nobody has a record: the source may have stopped", async () => {
    const opened = await open();
    opened.market.fail("suspend_d", { kind: "html_502" }, 99);
    assert.deepEqual(told(await opened.ask("get_money_flow", { code: stopped })), [lastTraded, undefined]);
  });
});

describe("a valuation that a feed counts with a price nobody has paid today", () => {
  const morning = "2026-05-07T10:32:05+08:00";
  const ask = async (options: HarnessOptions, code: string, now = morning) => {
    const harness = await openHarness({ now, ...options });
    try {
      harness.market.fail("daily_basic", { kind: "no_permission" }, 99);
      for (const feed of ["qt", "stock/get", "stock_individual_spot_xq"])
        harness.market.fail(feed, { kind: "running_clock" }, 99);
      const outcome = await harness.ask("get_valuation", { code });
      assert.ok(outcome.ok, JSON.stringify(outcome));
      return [outcome.as_of, (outcome.value as { readonly suspended?: boolean }).suspended];
    } finally {
      await harness.close();
    }
  };

  for (const sources of ["tushare,tencent", "tencent", "eastmoney", "akshare"])
    test(`is that of the last day traded, and says why (${sources})`, async () => {
      assert.deepEqual(await ask({ sources }, stopped), [lastTraded, true]);
      const [asOf, suspended] = await ask({ sources }, "600519.SH");
      assert.equal(suspended, undefined);
      assert.match(String(asOf), /^2026-05-07T/);
    });

  test("is not called suspended on the first day without trade until that day is over", async () => {
    for (const [time, expected] of [
      ["09:30:40", undefined],
      ["14:58:00", undefined],
      ["15:10:00", true],
    ] as const) {
      const [, suspended] = await ask({ sources: "tencent" }, stopped, `2026-04-29T${time}+08:00`);
      assert.equal(suspended, expected, time);
    }
  });

  test("is not called suspended before anything can have been traded", async () => {
    const [, suspended] = await ask({ sources: "tencent" }, "600519.SH", "2026-05-07T09:27:00+08:00");
    assert.equal(suspended, undefined);
  });
});

test("where one source cannot be asked and another says that today's list is not out, the one of the eve is told", async () => {
  const harness = await openHarness({ now: "2026-05-07T15:30:00+08:00", sources: "tushare,akshare" });
  try {
    harness.market.fail("top_list", { kind: "html_502" }, 99);
    const outcome = await harness.ask("get_top_list", {});
    assert.ok(outcome.ok, JSON.stringify(outcome));
    assert.deepEqual([outcome.source, (outcome.value as TopListValue).date], ["akshare", "2026-05-06"]);
  } finally {
    await harness.close();
  }
});

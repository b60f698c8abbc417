import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ResolvedStretch } from "#contract";
import { type Harness, openHarness } from "../data/harness.ts";

const openAt = (now: string) => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness({ now });
  });
  after(() => harness.close());
  const ask = async (query: string, newest?: string) => {
    const outcome = await harness.ask("resolve_stretch", {
      query,
      ...(newest === undefined ? {} : { newest }),
    });
    if (!outcome.ok) return outcome.error.code;
    const { metric, from, to } = outcome.value as ResolvedStretch;
    return `${metric} ${from} ${to}`;
  };
  return async (expected: Readonly<Record<string, string>>) => {
    for (const [query, said] of Object.entries(expected)) assert.equal(await ask(query), said, query);
    return ask;
  };
};

describe("stretches of time, Thursday 2026-05-07 in the morning", () => {
  const says = openAt("2026-05-07T10:35:00+08:00");

  test("the calendar tells the close before a stretch and the last one in it", async () => {
    await says({
      // 1–5 May was a holiday: the last close before this week, and before this month, is that of 30 April.
      这周: "move_wtd 2026-04-30 2026-05-06",
      这个月: "move_mtd 2026-04-30 2026-05-06",
      上周: "move_lw 2026-04-24 2026-04-30",
      "last month": "move_lm 2026-03-31 2026-04-30",
      今年以来: "move_ytd 2025-12-31 2026-05-06",
      "year to date": "move_ytd 2025-12-31 2026-05-06",
      近三个月: "move_3m 2026-02-06 2026-05-06",
      最近5天: "move_5d 2026-04-24 2026-05-06",
      "last 2 trading days": "move_2d 2026-04-29 2026-05-06",
      "4月1日到4月30日": "move_range 2026-04-01 2026-04-30",
      // A Sunday: the close before it.
      自4月12日以来: "move_range 2026-04-10 2026-05-06",
      "from April 1 to now": "move_range 2026-04-01 2026-05-06",
      一季度: "move_lq 2025-12-31 2026-03-31",
    });
  });

  test("a day that is not out yet ends the stretch a day earlier, and counted days begin a day earlier", async () => {
    const ask = await says({});
    assert.equal(await ask("最近5天", "2026-04-30"), "move_5d 2026-04-23 2026-04-30");
    assert.equal(await ask("今年以来", "2026-04-30"), "move_ytd 2025-12-31 2026-04-30");
  });

  test("its days are listed where that is asked for and they are few enough", async () => {
    const harness = await openHarness({ now: "2026-05-07T10:35:00+08:00" });
    const listOf = async (query: string, list?: number) => {
      const outcome = await harness.ask("resolve_stretch", {
        query,
        ...(list === undefined ? {} : { list }),
      });
      assert.ok(outcome.ok, query);
      const { from, days, today_open } = outcome.value as ResolvedStretch;
      return [from, days?.join(" "), today_open];
    };
    try {
      const three = "2026-04-29 2026-04-30 2026-05-06";
      assert.deepEqual(await listOf("最近3天"), ["2026-04-28", undefined, undefined]);
      assert.deepEqual(await listOf("最近3天", 3), ["2026-04-28", three, true]);
      assert.deepEqual(await listOf("最近3天", 2), ["2026-04-28", undefined, true]);
      // A week that is counted back has five days; one with a name its own.
      assert.deepEqual(await listOf("最近一周", 10), ["2026-04-24", `2026-04-27 2026-04-28 ${three}`, true]);
      assert.equal((await listOf("上周", 10))[1], "2026-04-27 2026-04-28 2026-04-29 2026-04-30");
      // A day that is named is one of the days, and measured from the close before it.
      assert.deepEqual(await listOf("4月28日到4月30日", 10), [
        "2026-04-27",
        "2026-04-28 2026-04-29 2026-04-30",
        undefined,
      ]);
      assert.equal((await listOf("4月30日以来", 10))[1], "2026-04-30 2026-05-06");
    } finally {
      await harness.close();
    }
  });

  test("what is no stretch, not begun or too long is told apart", async () => {
    await says({
      "2026-05-06": "BAD_DATE",
      上市以来: "BAD_DATE",
      近20年: "STRETCH_TOO_LONG",
      "5月6日到5月6日": "STRETCH_TOO_SHORT",
      "5月20日以来": "FUTURE_DATE",
    });
  });
});

describe("stretches of time, Wednesday 2026-05-06 before the first close of the week", () => {
  const says = openAt("2026-05-06T10:35:00+08:00");
  test("a week without a close has no move yet", async () => {
    await says({ 本周: "STRETCH_TOO_SHORT", 上周: "move_lw 2026-04-24 2026-04-30" });
  });
});

describe("stretches of time, Wednesday 2026-05-06 after the close", () => {
  const says = openAt("2026-05-06T15:30:00+08:00");
  test("the day that is over counts", async () => {
    await says({ 本周: "move_wtd 2026-04-30 2026-05-06" });
  });
});

describe("stretches of time, Saturday 2026-05-09", () => {
  const says = openAt("2026-05-09T10:00:00+08:00");
  test("the longest series begins on a Sunday: a stretch from there has no close before it", async () => {
    await says({
      自2022年1月30日以来: "STRETCH_TOO_LONG",
      自2022年2月14日以来: "move_range 2022-02-14 2026-05-08",
    });
  });
});

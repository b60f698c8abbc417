import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { type Harness, openHarness } from "./harness.ts";

const { signal } = new AbortController();

describe("the calendar's chain", () => {
  let harness: Harness | undefined;
  const open = async (...options: Parameters<typeof openHarness>) => {
    harness = await openHarness(...options);
    return harness;
  };
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });

  const calls = ({ market }: Harness) =>
    market.calls
      .map(({ name }) => name)
      .filter((name) => name === "trade_cal" || name.includes("trade_date"));

  test("asks tushare once a day", async (t) => {
    const opened = await open();
    const { data, clock } = opened;
    const calendar = await data.calendars.around("2026-05-07", signal);
    assert.equal(calendar.previousTradingDay("2026-05-06"), "2026-04-30");
    await data.calendars.around("2026-04-01", signal);
    assert.deepEqual(calls(opened), ["trade_cal"]);
    clock.passMs(86_400_000);
    await data.calendars.around("2026-05-07", signal);
    await t.waitFor(() => assert.deepEqual(calls(opened), ["trade_cal", "trade_cal"]));
  });

  test("goes on to sina's list", async () => {
    const opened = await open();
    opened.market.fail("trade_cal", { kind: "no_permission" });
    const calendar = await opened.data.calendars.around("2026-05-07", signal);
    assert.ok(calendar.isTradingDay("2026-05-07"));
    assert.deepEqual(calls(opened), ["trade_cal", "tool_trade_date_hist_sina"]);
  });

  test("ends at the built-in list, which is not kept as an answer of theirs", async (t) => {
    const opened = await open();
    const { market, data, clock } = opened;
    market.fail("trade_cal", { kind: "empty" });
    market.fail("tool_trade_date_hist_sina", { kind: "empty" });
    assert.equal((await data.calendars.around("2026-05-07", signal)).isTradingDay("2026-05-04"), false);
    const failed = calls(opened).length;
    await data.calendars.around("2026-05-07", signal);
    assert.equal(calls(opened).length, failed, "not asked at every question");
    clock.passMs(60_000);
    await data.calendars.around("2026-05-07", signal);
    await t.waitFor(() => assert.ok(calls(opened).length > failed, "asked again after a minute"));
  });

  test("without any source the built-in years are known and others refused", async () => {
    const { data } = await open({ sources: "sample" });
    assert.ok((await data.calendars.around("2025-02-05", signal)).isTradingDay("2025-02-05"));
    const calendar = await data.calendars.around("2027-01-04", signal);
    assert.throws(() => calendar.isTradingDay("2027-01-04"), { code: "CALENDAR_UNKNOWN" });
  });

  test("what is known is there at once for those who cannot wait", async () => {
    const { data } = await open();
    assert.ok(data.calendars.snapshot().isTradingDay("2026-05-07"));
  });
});

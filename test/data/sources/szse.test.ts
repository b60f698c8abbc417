import assert from "node:assert/strict";
import { test } from "node:test";
import szse from "../../../src/data/sources/szse/index.ts";
import { tradingDays2026 } from "../../emulators/market-calendar.ts";
import { openQuestionRun } from "../../line/question-run.ts";
import { openHarness } from "../harness.ts";
import { codeOf, noon, openFeed, rowsOf, signal } from "./feed-harness.ts";

const harness = openFeed(szse, ["SZSE_API_ROOT"]);
const year = (asked: number) => harness.client().calendar(asked, signal);
const callsSince = (before: number) => harness.market().calls.length - before;

test("a year is the trading days of its twelve months", async () => {
  const result = await year(2026);
  assert.deepEqual(
    rowsOf(result).map(({ date }) => date),
    tradingDays2026,
  );
  assert.ok(result.ok && result.table === "monthList" && result.adapter === "szse-http");
});

test("a year that is not out yet has no day, and is asked for once", async () => {
  const before = harness.market().calls.length;
  assert.deepEqual(rowsOf(await year(2027)), []);
  assert.equal(callsSince(before), 1);
});

test("a month that is missing, or tells not of all its weekdays, makes no year", async () => {
  harness.market().fail("monthList", { kind: "wrong_date" });
  assert.equal(codeOf(await year(2026)), "TOOL_ERROR");
  harness.market().fail("monthList", { kind: "empty" });
  assert.deepEqual(rowsOf(await year(2026)), []);
});

for (const [kind, code] of [
  ["html_502", "SOURCE_DOWN"],
  ["garbage", "SOURCE_DOWN"],
  ["drop", "SOURCE_DOWN"],
] as const)
  test(`a calendar under ${kind} is ${code}, without an address`, async () => {
    harness.market().fail("monthList", { kind });
    const result = await year(2026);
    assert.equal(codeOf(result), code);
    assert.ok(!JSON.stringify(result).includes("127.0"));
  });

test("with it beside quote sites the calendar is the exchange's own, cited as such", async (t) => {
  const opened = await openHarness({ sources: "tencent,szse" });
  t.after(() => opened.close());
  const outcome = await opened.ask("trading_calendar", { date: "2026-05-04" });
  assert.ok(outcome.ok);
  assert.deepEqual(
    [outcome.source, outcome.table, (outcome.value as { is_trading_day: boolean }).is_trading_day],
    ["szse", "monthList", false],
  );
});

test("whether the market is open on a day is answered with the exchange as its source", async (t) => {
  const run = await openQuestionRun(
    {
      DATA_SOURCES: "tencent,szse",
      TENCENT_API_ROOT: harness.market().root,
      SZSE_API_ROOT: harness.market().root,
    },
    noon,
  );
  t.after(run.close);
  const { reply, refusals } = await run.ask("明天开市吗");
  assert.deepEqual(refusals, []);
  assert.match(reply.text, /szse, 2026-05-0\d/);
});

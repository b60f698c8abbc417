import assert from "node:assert/strict";
import { describe, test } from "node:test";
import yahoo from "../../../src/data/sources/yahoo/index.ts";
import { silentLog } from "../harness.ts";
import { codeOf, openFeed, range, rowsOf, signal } from "./feed-harness.ts";

const hole = "2026-04-22";

describe("Yahoo", () => {
  const harness = openFeed(yahoo, ["YAHOO_API_ROOT"]);
  const daily = async (code: string) => rowsOf(await harness.client().daily(code, range, signal));

  test("it is asked for checks only", () => {
    assert.deepEqual(yahoo.provides, {});
    assert.deepEqual(Object.keys(yahoo.checks ?? {}), ["daily"]);
  });

  test("closes are what was paid, rounded to 分, of finished days; nothing else is told", async () => {
    for (const code of ["600519.SH", "000858.SZ", "601398.SH"]) {
      const rows = await daily(code);
      assert.equal(rows.at(-1)?.date, "2026-05-06");
      assert.ok(!rows.some(({ date }) => date === hole));
      for (const row of rows) {
        assert.equal(row.close, harness.market().truth.close(code, row.date), `${code} ${row.date}`);
        assert.deepEqual(Object.keys(row).toSorted(), ["adjust", "close", "code", "currency", "date"]);
      }
    }
    harness.clock.set("2026-05-07T17:00:00+08:00");
    assert.equal((await daily("600519.SH")).at(-1)?.date, "2026-05-07");
  });

  test("a day that was only filled up is no day; Beijing is not covered", async () => {
    assert.equal((await daily("600585.SH")).at(-1)?.date, "2026-04-28");
    assert.deepEqual(await daily("920799.BJ"), []);
    assert.deepEqual(await daily("601999.SH"), []);
    assert.ok(harness.market().calls.every(({ params }) => !String(params.symbol).includes("920799")));
  });

  for (const [fault, code] of [
    ["html_502", "SOURCE_DOWN"],
    ["garbage", "SOURCE_DOWN"],
    ["rate_minute", "RATE_LIMIT"],
    ["wrong_code", "TOOL_ERROR"],
    ["zero_price", "TOOL_ERROR"],
  ] as const) {
    test(`under ${fault} it is ${code}`, async () => {
      harness.market().fail("chart", { kind: fault });
      assert.equal(codeOf(await harness.client().daily("600519.SH", range, signal)), code);
    });
  }

  test("days before a split are left out: their closes have been divided since", async () => {
    const day = (date: string) => Date.parse(`${date}T01:30:00Z`) / 1000;
    const dates = ["2026-04-27", "2026-04-28", "2026-04-29"];
    const result = {
      meta: { symbol: "600519.SS", currency: "CNY" },
      timestamp: dates.map(day),
      events: { splits: { x: { date: day("2026-04-28"), numerator: 2, denominator: 1 } } },
      indicators: { quote: [{ close: [900.1, 901.2, 902.3] }] },
    };
    const fetch = () => Promise.resolve(Response.json({ chart: { result: [result], error: null } }));
    const client = yahoo.create({ config: {}, fetch, clock: harness.clock, log: silentLog });
    const answer = await client.daily?.("600519.SH", range, signal);
    assert.ok(answer?.ok);
    assert.deepEqual(
      answer.rows.map(({ date }) => date),
      ["2026-04-28", "2026-04-29"],
    );
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { capabilities } from "../../../src/data/capabilities.ts";
import { loadSources } from "../../../src/data/load-sources.ts";
import type { SourceClient, SourceResult } from "../../../src/data/source.ts";
import { handClock, silentLog } from "../harness.ts";

const range = { from: "2026-04-17", to: "2026-05-06" };
const stock = "600519.SH";
const index = "000001.SH";

type Answer = Promise<SourceResult<unknown>> | undefined;

/** Every method of a client by its capability, called with sound arguments. */
const calls: Readonly<Record<string, (client: SourceClient, signal: AbortSignal) => Answer>> = {
  spot: (client, signal) => client.spot?.(stock, signal),
  daily: (client, signal) => client.daily?.(stock, range, signal),
  daily_qfq: (client, signal) => client.daily_qfq?.(stock, range, signal),
  adjust_factors: (client, signal) => client.adjust_factors?.(stock, range, signal),
  index_spot: (client, signal) => client.index_spot?.(index, signal),
  index_daily: (client, signal) => client.index_daily?.(index, range, signal),
  valuation: (client, signal) => client.valuation?.(stock, range, signal),
  market_valuation: (client, signal) => client.market_valuation?.(range.to, signal),
  valuation_history: (client, signal) => client.valuation_history?.(stock, range, signal),
  calendar: (client, signal) => client.calendar?.(2026, signal),
  securities: (client, signal) => client.securities?.(signal),
  lookup: (client, signal) => client.lookup?.("贵州茅台", signal),
  delisted: (client, signal) => client.delisted?.(signal),
  code_changes: (client, signal) => client.code_changes?.(signal),
  industry: (client, signal) => client.industry?.(stock, signal),
  former_names: (client, signal) => client.former_names?.(stock, signal),
  money_flow: (client, signal) => client.money_flow?.(stock, range, signal),
  financials: (client, signal) => client.financials?.(stock, range, signal),
  top_list: (client, signal) => client.top_list?.(range.to, signal),
  reports: (client, signal) => client.reports?.(stock, range, signal),
  news: (client, signal) => client.news?.(stock, signal),
  dividends: (client, signal) => client.dividends?.(stock, signal),
  unlocks: (client, signal) => client.unlocks?.(stock, signal),
  report_dates: (client, signal) => client.report_dates?.(stock, "2026-03-31", signal),
  suspensions: (client, signal) => client.suspensions?.(stock, range, signal),
  price_limits: (client, signal) => client.price_limits?.(stock, range.to, signal),
};

test("every capability is called here", () => {
  assert.deepEqual(Object.keys(calls).toSorted(), capabilities.toSorted());
});

const nonsense = [
  "",
  "null",
  "{}",
  '"x"',
  "[1]",
  "[{}]",
  '[{"日期":"2026-05-06T00:00:00.000"},{"date":null}]',
  '[{"item":"股票代码","value":"600519"},{"item":"行业","value":"<b>"}]',
  '{"code":0,"data":{"fields":["ts_code"],"items":[[null]]}}',
  '{"code":0,"data":{"fields":["ts_code","trade_date"],"items":[["600519.SH","20260506"]]}}',
];

for (const source of await loadSources()) {
  test(`${source.name}: nonsense for an answer never throws and never becomes a number`, async () => {
    const { signal } = new AbortController();
    for (const body of source.alone === true ? [] : nonsense) {
      const client = source.create({
        config: { TUSHARE_TOKEN: "made-up-token", XQ_A_TOKEN: "madeuptoken" },
        fetch: () => Promise.resolve(new Response(body)),
        clock: handClock("2026-05-07T10:32:05+08:00"),
        log: silentLog,
      });
      for (const [capability, call] of Object.entries(calls)) {
        const result = await call(client, signal);
        if (result === undefined) continue;
        const said = JSON.stringify(result);
        assert.ok(!said.includes("made-up-token") && !said.includes("madeuptoken"), capability);
        if (!result.ok) assert.match(result.error.code, /^[A-Z_]+$/);
        else assert.doesNotMatch(JSON.stringify(result.rows), /:-?\d/, `${capability} ${body}`);
      }
    }
  });
}

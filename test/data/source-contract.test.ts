import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { sourceName } from "#contract";
import { baseMetrics } from "#language";
import { capabilities } from "../../src/data/capabilities.ts";
import { loadSources } from "../../src/data/load-sources.ts";
import { rowUnits } from "../../src/data/rows.ts";
import type { SourceClient } from "../../src/data/source.ts";
import { handClock, silentLog } from "./harness.ts";

const folders = readdirSync(new URL("../../src/data/sources", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const sources = await loadSources();
const range = { from: "2026-04-17", to: "2026-05-06" };

/** Every method of a client, called with sound arguments. */
const calls = (client: SourceClient, signal: AbortSignal) => [
  client.spot?.("600519.SH", signal),
  client.daily?.("600519.SH", range, signal),
  client.daily_qfq?.("600519.SH", range, signal),
  client.valuation?.("600519.SH", range, signal),
  client.market_valuation?.(range.to, signal),
  client.valuation_history?.("600519.SH", range, signal),
  client.calendar?.(2026, signal),
  client.securities?.(signal),
  client.delisted?.(signal),
  client.lookup?.("贵州茅台", signal),
  client.index_spot?.("000001.SH", signal),
  client.index_daily?.("000001.SH", range, signal),
  client.adjust_factors?.("600519.SH", range, signal),
  client.money_flow?.("600519.SH", range, signal),
  client.financials?.("600519.SH", range, signal),
  client.top_list?.(range.to, signal),
  client.reports?.("600519.SH", range, signal),
  client.news?.("600519.SH", signal),
  client.dividends?.("600519.SH", signal),
  client.unlocks?.("600519.SH", signal),
  client.report_dates?.("600519.SH", "2026-03-31", signal),
  client.suspensions?.("600519.SH", range, signal),
  client.price_limits?.("600519.SH", range.to, signal),
  client.former_names?.("600519.SH", signal),
  client.code_changes?.(signal),
  client.industry?.("600519.SH", signal),
];

test("every folder is found, and nothing else", () => {
  assert.deepEqual(sources.map(({ name }) => name).toSorted(), folders.toSorted());
});

test("the units of the rows are those that the metrics are printed in", () => {
  for (const [metric, unit] of Object.entries(rowUnits)) {
    assert.equal(baseMetrics[metric]?.default_unit, unit, metric);
  }
});

for (const source of sources) {
  describe(`source ${source.name}`, () => {
    const create = (fetch: typeof globalThis.fetch) =>
      source.create({ config: {}, fetch, clock: handClock("2026-05-07T10:32:05+08:00"), log: silentLog });
    const noNetwork: typeof globalThis.fetch = () => Promise.reject(new TypeError("fetch failed"));

    test("has a name that a cite may bear, and words in both languages", () => {
      assert.ok(sourceName.safeParse(source.name).success);
      assert.ok(source.summary.zh.length > 0 && source.summary.en.length > 0);
    });

    test("its secrets are settings of its own, all optional", () => {
      const names = Object.keys(source.settings.schema.shape);
      for (const name of names) assert.match(name, /^[A-Z][A-Z0-9_]+$/);
      for (const secret of source.settings.secrets) assert.ok(names.includes(secret), secret);
      for (const name of names.filter((each) => /TOKEN|KEY|SECRET/.test(each))) {
        assert.ok(source.settings.secrets.includes(name), `${name} is a secret`);
      }
      assert.ok(source.settings.schema.safeParse({}).success);
    });

    test("says which variable turns it on", () => {
      const state = source.isOn(source.settings.schema.parse({}), false);
      if (!state.on) assert.match(state.hint, /[A-Z]{4,}_[A-Z_]+/);
    });

    test("offers a method for each capability it ranks, and only those", () => {
      const client = create(noNetwork);
      for (const capability of capabilities) {
        const isRanked = [source.provides, source.checks].some((table) => table?.[capability] !== undefined);
        assert.equal(client[capability] !== undefined, isRanked, capability);
      }
    });

    test("names upstreams for what it ranks, and limits above zero", () => {
      for (const capability of Object.keys(source.upstreams ?? {}))
        assert.ok(capability in source.provides || capability in (source.checks ?? {}), capability);
      const limits = source.limits === "no-upstream" ? {} : (source.limits ?? {});
      for (const perMinute of Object.values(limits)) assert.ok(perMinute > 0);
    });

    test("is created without any I/O", () => {
      let fetched = 0;
      create((...args) => {
        fetched += 1;
        return noNetwork(...args);
      });
      assert.equal(fetched, 0);
    });

    test("without network, and with nonsense for an answer, it fails by values", async () => {
      const { signal } = new AbortController();
      const nonsense = [
        "",
        "null",
        "[]",
        "{}",
        '"x"',
        "[1]",
        '[{"item":1}]',
        '{"code":0,"data":{"fields":[]}}',
      ];
      const fetches = [
        noNetwork,
        ...nonsense.map(
          (body): typeof globalThis.fetch =>
            () =>
              Promise.resolve(new Response(body)),
        ),
      ];
      for (const fetch of fetches) {
        for (const result of await Promise.all(calls(create(fetch), signal))) {
          if (result === undefined) continue;
          if (result.ok) assert.ok(Array.isArray(result.rows));
          else assert.match(result.error.code, /^[A-Z_]+$/);
        }
      }
    });

    test("answers about the code and the dates asked for, or not at all", async () => {
      const { signal } = new AbortController();
      const client = create(noNetwork);
      const spot = await client.spot?.("600519.SH", signal);
      if (spot?.ok) assert.ok(spot.rows.every(({ code }) => code === "600519.SH"));
      const daily = await client.daily?.("600519.SH", range, signal);
      if (daily?.ok) assert.ok(daily.rows.every(({ date }) => date >= range.from && date <= range.to));
      const unknown = await client.spot?.("600001.SH", signal);
      if (unknown?.ok) assert.deepEqual(unknown.rows, []);
    });
  });
}

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ToolContext, ValuationValue } from "#contract";
import { createCalendars } from "../../src/data/calendar.ts";
import type { Capability } from "../../src/data/capabilities.ts";
import { createRoutes, type ReadySource, type Routes } from "../../src/data/routing.ts";
import type { SpotRow, ValuationRow } from "../../src/data/rows.ts";
import { createSecurities } from "../../src/data/securities.ts";
import { addDays } from "../../src/data/shanghai-time.ts";
import type { SourceClient } from "../../src/data/source.ts";
import { findQuote } from "../../src/tools/find-quote.ts";
import { createGetValuation } from "../../src/tools/get-valuation.ts";
import { handClock, silentLog } from "../data/harness.ts";

const code = "600519.SH";
const now = "2026-05-07T10:32:05+08:00";
const told = { table: "table", adapter: "test", fetched_at: now } as const;
const context: ToolContext = { now, signal: new AbortController().signal, excludeSources: [] };

/** Routes over sources that answer in the order given. */
function routesOver(offered: readonly Capability[], clients: Readonly<Record<string, SourceClient>>) {
  const sources = Object.entries(clients).map(
    ([name, client], rank): ReadySource => ({
      name,
      provides: Object.fromEntries(offered.map((capability) => [capability, rank + 1])),
      client,
    }),
  );
  return createRoutes({ sources, clock: handClock(now), log: silentLog });
}

describe("a quote without volume", () => {
  const quoting = (row: Partial<SpotRow>): SourceClient => ({
    spot: async () => ({
      ok: true,
      rows: [{ code, as_of: now, currency: "CNY", adjust: "none", current_price: 1800, ...row }],
      ...told,
    }),
  });
  const still = { volume: 0, as_of: "2026-05-07T09:10:00+08:00" };
  const young = { volume: 100, as_of: "2026-05-07T10:32:03+08:00" };
  const age = ({ as_of }: SpotRow) => (as_of === still.as_of ? "old" : null);
  const find = (clients: Readonly<Record<string, SourceClient>>) =>
    findQuote({ routes: routesOver(["spot"], clients), crossCheck: false }, { code, age }, context);

  test("that has stood still since before the opening does not hide another source's trade", async () => {
    const found = await find({ first: quoting(still), second: quoting(young) });
    assert.ok(found.kind === "traded");
    assert.deepEqual(
      [found.origin.source, found.row.as_of, found.origin.fallback_from],
      ["second", young.as_of, ["first: STALE"]],
    );
  });

  test("says that nothing was traded where every source stands still, or when it is young", async () => {
    const all = await find({ first: quoting(still), second: quoting({ ...young, as_of: still.as_of }) });
    assert.ok(all.kind === "untraded");
    assert.deepEqual([all.origin.source, all.origin.fallback_from], ["first", []]);
    assert.equal((await find({ only: quoting({ ...young, volume: 0 }) })).kind, "untraded");
  });

  test("or range says the same at the previous close, and nothing of the trade elsewhere", async () => {
    const { volume: _, ...blank } = { ...young, prev_close: 1800 };
    const kindOf = async (row: Partial<SpotRow>) => (await find({ only: quoting(row) })).kind;
    assert.equal(await kindOf(blank), "untraded");
    assert.equal(await kindOf({ ...blank, amount: 0 }), "untraded");
    assert.equal(await kindOf({ ...blank, as_of: still.as_of }), "untraded");
    for (const trade of [{ amount: 100 }, { open: 1800 }, { high: 1800, low: 1800 }, { prev_close: 1799 }])
      assert.equal(await kindOf({ ...blank, ...trade }), "traded", JSON.stringify(trade));
  });

  test("an old quote with volume is no answer", async () => {
    assert.equal((await find({ only: quoting({ ...young, as_of: still.as_of }) })).kind, "failed");
  });
});

const tellingData = (routes: Routes) => ({
  routes,
  calendars: createCalendars({ routes, clock: handClock(now), log: silentLog }),
  securities: createSecurities({ routes, clock: handClock(now), log: silentLog, cacheKey: "none" }),
  probes: [],
  openCircuits: () => [],
  crossCheck: false,
});

describe("a valuation", () => {
  const valuing = (row: Partial<ValuationRow>): SourceClient => ({
    valuation: async () => ({ ok: true, rows: [{ code, as_of: now, currency: "CNY", ...row }], ...told }),
  });
  const get = (clients: Readonly<Record<string, SourceClient>>, others: readonly Capability[] = []) =>
    createGetValuation(tellingData(routesOver(["valuation", ...others], clients))).run({ code }, context);
  const toldBy = async (clients: Readonly<Record<string, SourceClient>>) => {
    const outcome = await get(clients);
    assert.ok(outcome.ok);
    return outcome.value as ValuationValue;
  };
  const full = valuing({ pe_ttm: 20, pb: 2 });

  test("of nulls alone is no loss: the next source is asked", async () => {
    const outcome = await get({ first: valuing({ pe_ttm: null }), second: full });
    assert.ok(outcome.ok);
    assert.deepEqual(
      [outcome.source, outcome.value, outcome.fallback_from],
      ["second", { code, pe_ttm: 20, pb: 2 }, ["first: NO_DATA"]],
    );
    const alone = await get({ first: valuing({ pe_ttm: null }) });
    assert.equal(alone.ok ? "ok" : alone.error.code, "NO_DATA");
  });

  test("counted with the indicative price of the call auction is not told; that of the eve, or of another source, is", async () => {
    const auction = "2026-05-07T09:24:30+08:00";
    const at = (as_of: string) => valuing({ pe_ttm: 20, pb: 2, as_of });
    const ask = async (clients: Readonly<Record<string, SourceClient>>, time: string = auction) => {
      const tool = createGetValuation(tellingData(routesOver(["valuation"], clients)));
      const outcome = await tool.run({ code }, { ...context, now: time });
      return outcome.ok ? [outcome.source, outcome.as_of] : outcome.error.code;
    };
    assert.equal(await ask({ feed: at(auction) }), "STALE");
    assert.deepEqual(await ask({ feed: at(auction), table: at("2026-05-06") }), ["table", "2026-05-06"]);
    const eve = "2026-05-06T15:00:03+08:00";
    assert.deepEqual(await ask({ feed: at(eve) }), ["feed", eve]);
    const matched = "2026-05-07T09:25:03+08:00";
    assert.deepEqual(await ask({ feed: at(matched) }, "2026-05-07T09:26:00+08:00"), ["feed", matched]);
    assert.equal(await ask({ feed: at(auction) }, "2026-05-07T10:30:00+08:00"), "STALE");
  });

  /** Cumulative net profit by report period, published so many days after it. */
  const earning = (profits: Readonly<Record<string, number>>, afterDays: number): SourceClient => ({
    financials: async () => ({
      ok: true,
      rows: Object.entries(profits).map(([period, net_profit_parent]) => ({
        code,
        period,
        span: "ytd" as const,
        ann_date: addDays(period, afterDays),
        net_profit_parent,
      })),
      ...told,
    }),
  });
  const empty = { pe_ttm: null, pb: 2 } as const;

  async function peOf(
    row: Partial<ValuationRow>,
    profits: Readonly<Record<string, number>> = {},
    afterDays = 30,
  ) {
    const outcome = await get({ first: { ...valuing(row), ...earning(profits, afterDays) } }, ["financials"]);
    assert.ok(outcome.ok);
    return (outcome.value as ValuationValue).pe_ttm;
  }

  test("with an empty P/E is a loss where the last four published quarters come to one", async () => {
    const loss = { "2025-03-31": 30, "2025-12-31": -10, "2026-03-31": 20 };
    assert.equal(await peOf(empty, loss), null);
    assert.equal(await peOf(empty, { ...loss, "2026-03-31": 41 }), undefined);
    assert.equal(await peOf(empty, { "2025-03-31": 30, "2025-12-31": -10 }), null);
    const before = { "2025-03-31": 30, "2025-12-31": 5, "2026-03-31": -50 };
    assert.deepEqual([await peOf(empty, before), await peOf(empty, before, 60)], [null, undefined]);
  });

  test("with an empty P/E and figures that are missing or old is no loss", async () => {
    assert.equal(await peOf(empty), undefined);
    assert.equal(await peOf(empty, { "2025-12-31": -10, "2026-03-31": -20 }), undefined);
    assert.equal(await peOf(empty, { "2024-12-31": -10, "2025-03-31": -20, "2024-03-31": -1 }), undefined);
    assert.ok(!("pe_ttm" in (await toldBy({ first: valuing(empty) }))));
  });

  test("whose source gives a P/E below zero is a loss, whatever the figures", async () => {
    assert.equal(await peOf({ ...empty, below_zero: true }), null);
    assert.equal(await peOf({ ...empty, below_zero: true }, { "2025-12-31": 9 }), null);
  });

  test("that tells no P/E yields to one that does, and is told where none does", async () => {
    const outcome = await get({ first: valuing({ pb: 2 }), second: full });
    assert.ok(outcome.ok);
    assert.equal(outcome.source, "second");
    const without = await get({ first: valuing({ pb: 2 }), second: valuing({ pb: 3 }) });
    assert.ok(without.ok);
    assert.deepEqual(
      [without.source, without.value, without.fallback_from],
      ["first", { code, pb: 2 }, undefined],
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ToolContext } from "#contract";
import { createRoutes, type ReadySource } from "../../src/data/routing.ts";
import type { SpotRow, ValuationRow } from "../../src/data/rows.ts";
import type { SourceClient } from "../../src/data/source.ts";
import { findQuote } from "../../src/tools/find-quote.ts";
import { createGetValuation } from "../../src/tools/get-valuation.ts";
import { handClock, silentLog } from "../data/desk.ts";

const code = "600519.SH";
const now = "2026-05-07T10:32:05+08:00";
const told = { table: "table", adapter: "test", fetched_at: now } as const;
const context: ToolContext = { now, signal: new AbortController().signal, excludeSources: [] };

/** Routes over sources that answer in the order given. */
function routesOver(capability: "spot" | "valuation", clients: Readonly<Record<string, SourceClient>>) {
  const sources = Object.entries(clients).map(
    ([name, client], rank): ReadySource => ({ name, provides: { [capability]: rank + 1 }, client }),
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
    findQuote({ routes: routesOver("spot", clients), crossCheck: false }, { code, age }, context);

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

  test("an old quote with volume is no answer", async () => {
    assert.equal((await find({ only: quoting({ ...young, as_of: still.as_of }) })).kind, "failed");
  });
});

describe("a valuation", () => {
  const valuing = (row: Partial<ValuationRow>): SourceClient => ({
    valuation: async () => ({ ok: true, rows: [{ code, as_of: now, currency: "CNY", ...row }], ...told }),
  });
  const get = (clients: Readonly<Record<string, SourceClient>>) =>
    createGetValuation({ routes: routesOver("valuation", clients) }).run({ code }, context);
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

  test("with a null P/E beside other values is a loss", async () => {
    const outcome = await get({ first: valuing({ pe_ttm: null, pb: 2 }), second: full });
    assert.ok(outcome.ok);
    assert.deepEqual([outcome.source, outcome.value], ["first", { code, pe_ttm: null, pb: 2 }]);
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { findQuote } from "../../src/tools/find-quote.ts";
import { allSources, openHarness } from "../data/harness.ts";

const now = "2026-05-07T10:32:05+08:00";
const code = "600519.SH";

test("once the time for live quotes is used up no further source is asked", async () => {
  const harness = await openHarness({ now, sources: allSources });
  try {
    harness.market.fail("xueqiu", { kind: "slow", ms: 1500 }, 9);
    harness.market.fail("xueqiu", { kind: "html_502" }, 9);
    const context = { now, signal: new AbortController().signal, excludeSources: [] };
    const quote = { code, age: () => "too old" };
    const data = { routes: harness.data.routes, crossCheck: false };
    const late = await findQuote(data, { ...quote, patienceMs: 1000 }, context);
    assert.ok(late.kind === "failed");
    assert.deepEqual(
      late.fallback_from.map((entry) => entry.split(":")[0]),
      ["xueqiu"],
    );
    const patient = await findQuote(data, quote, context);
    assert.ok(patient.kind === "failed" && patient.fallback_from.length > 1);
  } finally {
    await harness.close();
  }
});

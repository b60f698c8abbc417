import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { JsonObject, ToolContext } from "#contract";
import { type Agent, createAgent } from "../../../src/composition/agent/agent.ts";
import { layFoundation } from "../../../src/composition/foundation.ts";
import { valueSchemas } from "../../../src/tools/registry/value-schemas.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-schemas-"));
let agent: Agent;
before(async () => {
  const env = { LOG_LEVEL: "silent", QIANMEN_DATA: folder, DATA_SOURCES: "sample" };
  agent = await createAgent(await layFoundation(join(import.meta.dirname, "../../.."), env));
});
after(async () => {
  await agent.stop();
  rmSync(folder, { recursive: true, force: true });
});

const context: ToolContext = {
  now: "2026-05-07T10:32:05+08:00",
  signal: new AbortController().signal,
  excludeSources: [],
};

test("every tool is listed with a schema of its arguments, and those of us with one of their values", async () => {
  const tools = await agent.tools.list();
  for (const { name, args, source, timeout_ms } of tools) {
    assert.equal(args.type, "object", name);
    assert.deepEqual([source, timeout_ms > 0], ["qianmen", true], name);
  }
  // What these return is texts that code has made, or the asker's own list.
  const untyped = tools.filter(({ value }) => value === undefined).map(({ name }) => name);
  assert.deepEqual(
    untyped.filter((name) => !["get_watchlist", "get_reminders", "get_sources"].includes(name)),
    [],
  );
});

test("what a model is offered is short, describes itself and is no conversation tool", async () => {
  const offers = await agent.ports.offers();
  assert.ok(offers.length > 10 && JSON.stringify(offers).length < 6000);
  for (const { name, description } of offers) assert.ok(description.length > 20, name);
  const names = offers.map(({ name }) => name);
  for (const hidden of ["get_watchlist", "get_reminders", "get_sources", "resolve_security"])
    assert.ok(!names.includes(hidden));
});

const asked: Readonly<Record<string, JsonObject>> = {
  resolve_security: { query: "茅台" },
  resolve_date: { query: "昨天" },
  get_price: { code: "600519.SH" },
  get_valuation: { code: "600519.SH" },
  get_daily_bars: { code: "600519.SH", adjust: "qfq", days: 30 },
  get_index: { code: "000001.SH" },
  get_financials: { code: "600519.SH" },
  get_money_flow: { code: "600519.SH" },
  get_top_list: {},
  get_research_reports: { code: "600519.SH" },
  get_news: { code: "600519.SH" },
  get_peers: { code: "600519.SH" },
  get_events: { code: "600519.SH", kind: "dividends" },
  trading_calendar: {},
};
for (const [name, args] of Object.entries(asked))
  test(`${name} returns what its schema says`, async () => {
    const outcome = await agent.tools.call(name, args, context);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    const parsed = valueSchemas[name]?.safeParse(outcome.value);
    assert.ok(parsed?.success, parsed?.error?.message);
  });

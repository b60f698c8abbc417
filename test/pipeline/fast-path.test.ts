import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { recordedAt } from "#contract";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
after(() => harness.close());

/** Who planned, and how often a model was asked to. */
async function planned(text: string, isFast: boolean) {
  const before = harness.models.calls.length;
  const journal = createMemoryLog();
  await harness.run(text, { journal, ports: { plansPlainly: () => isFast } });
  const routings = harness.models.calls.slice(before).filter(({ system }) => system.includes("You route"));
  const record = recordedAt({ stages: journal.stages }, "route");
  return { by: record?.by, degraded: record?.degraded, asked: routings.length };
}

test("a plain question is planned without a model where the operator wants it so", async () => {
  const plain = { by: "builtin", degraded: false, asked: 0 };
  assert.deepEqual(await planned("600519 现在多少钱", true), plain);
  assert.deepEqual(await planned("what is the PE of Moutai", true), plain);
});

test("by default the model plans, and it plans whatever is not plain", async () => {
  assert.equal((await planned("600519 现在多少钱", false)).asked, 1);
  for (const text of ["茅台最近那个大新闻之后现在多少钱", "茅台现在多少钱,顺便画个K线", "茅台会涨吗"])
    assert.equal((await planned(text, true)).asked, 1, text);
});

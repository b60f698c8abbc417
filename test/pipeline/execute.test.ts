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

const plan = {
  actions: [
    { skill: "brief", input: { codes: ["600519"] } },
    { skill: "brief", input: { codes: ["000858"] } },
  ],
  language: "zh",
};

/** Runs a plan of many calls; the calls end in an order of their own. Returns the trace's tools with their codes. */
async function run(lastFirst: boolean) {
  let open = 0;
  let most = 0;
  let started = 0;
  harness.models.respond((request) => (request.system.startsWith("You route") ? plan : undefined));
  harness.twist(async (_, honest) => {
    open += 1;
    started += 1;
    most = Math.max(most, open);
    // Of three that wait together the last or the first comes back first.
    const rank = lastFirst ? 3 - (started % 3) : started % 3;
    await new Promise((resolve) => setTimeout(resolve, 4 * rank));
    const outcome = await honest();
    open -= 1;
    return outcome;
  });
  const journal = createMemoryLog();
  await harness.run("看看茅台和五粮液", { journal });
  const trace = recordedAt({ stages: journal.stages }, "execute")?.trace ?? [];
  return { most, calls: trace.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`) };
}

test("three calls wait at once at most, and the trace has the plan's order whatever comes back first", async () => {
  const one = await run(true);
  const other = await run(false);
  assert.deepEqual([one.most, other.most], [3, 3]);
  assert.ok(one.calls.length > 10);
  assert.deepEqual(other.calls, one.calls);
  const firstOf = (code: string) => one.calls.findIndex((call) => call.includes(code));
  const lastOf = (code: string) => one.calls.findLastIndex((call) => call.includes(code));
  assert.ok(lastOf("600519.SH") < firstOf("000858.SZ"), one.calls.join("\n"));
});

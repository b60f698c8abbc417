import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPressure } from "../../src/gateway/pressure.ts";
import type { QueueLoad } from "../../src/queue/ordered-queue.ts";

/** An estimate after these looks at the queue, one a second. */
async function estimateAfter(looks: readonly QueueLoad[], position: number): Promise<number> {
  let nowMs = 0;
  let at = 0;
  const load = async () => looks[at++] ?? assert.fail("looked too often");
  const pressure = createPressure({ load, wallMs: () => nowMs });
  for (const _ of looks) {
    pressure.waitSeconds(0);
    // Within the second there is no second look.
    pressure.waitSeconds(0);
    await setImmediate();
    nowMs += 1000;
  }
  nowMs -= 1000;
  return pressure.waitSeconds(position);
}

test("nothing is told before anything is known, nor while few wait", async () => {
  assert.equal(await estimateAfter([{ due: 900, parked: 900, arrived: 2000 }], 3), 0);
  const few = [
    { due: 90, parked: 100, arrived: 1000 },
    { due: 90, parked: 100, arrived: 1001 },
  ];
  assert.equal(await estimateAfter(few, 9), 0);
});

test("the wait is a round over the due jobs for each message before it, at the rate of late", async () => {
  const looks = [
    { due: 500, parked: 500, arrived: 2000 },
    // 100 came in, 50 more wait: 50 a second are done.
    { due: 500, parked: 550, arrived: 2100 },
  ];
  assert.equal(await estimateAfter(looks, 0), 10);
  assert.equal(await estimateAfter(looks, 3), 40);
});

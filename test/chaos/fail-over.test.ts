import assert from "node:assert/strict";
import { test } from "node:test";
import { patienceMs } from "../line/chat.ts";
import { audit } from "./audit.ts";
import { answered, askEverywhere } from "./conversation.ts";
import { startSentinels } from "./sentinels.ts";
import { openWorld } from "./world.ts";

test("two gateways and three workers go on over a fail-over of Redis, and one gateway takes the other's place", async (t) => {
  const sentinels = await startSentinels();
  t.after(() => sentinels.close());
  const world = await openWorld({ workers: 3, gateways: 2, modelMs: 60, redisUrl: sentinels.url });
  try {
    const asked = askEverywhere(world, 12, 6);
    await world.telegram.waitFor(() => answered(world, asked) > 15, patienceMs, "work to be under way");
    await sentinels.killMaster();
    const later = askEverywhere(world, 12, 1, 80_000);
    const all = [...asked, ...later];
    await world.telegram.waitFor(() => answered(world, all) === all.length, patienceMs, "all answers");
    const [first] = world.gateways;
    await first?.killAndRestart(0);
    const last = askEverywhere(world, 5, 1, 90_000);
    await world.telegram.waitFor(
      () => answered(world, last) === last.length,
      patienceMs,
      "the other gateway",
    );
    const { marked: _, ...faults } = audit([...all, ...last], world.telegram.sent);
    assert.deepEqual(Object.values(faults).flat(), []);
  } finally {
    await world.close();
  }
});

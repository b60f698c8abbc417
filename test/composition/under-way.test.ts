import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { underWay } from "../../src/composition/queues/queue-counts.ts";
import { createOrderedQueue } from "../../src/queue/ordered-queue.ts";
import { partJobId } from "../../src/queue/outbox.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

test("an answer in work, one that waits for its next attempt and one behind another are told apart", async () => {
  const store = server.store();
  const queue = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
  const inWork = Promise.withResolvers<void>();
  await queue.enqueue(partJobId("tg-busy", 0), "chat-a");
  await queue.enqueue(partJobId("tg-tried", 0), "chat-b");
  await queue.enqueue(partJobId("tg-tried", 1), "chat-b");
  const heldOf = async () => {
    const { rows } = await underWay({ store }, [{ platform: "telegram" }]);
    return Object.fromEntries(rows.map(({ turnId, part, held }) => [`${turnId} ${part}`, held]));
  };
  assert.deepEqual(await heldOf(), { "tg-busy 0": "waits", "tg-tried 0": "waits", "tg-tried 1": "waits" });
  const work = queue.work(
    async ({ chat }) => {
      if (chat === "chat-b") return { laterMs: 3_600_000 };
      await inWork.promise;
      return "done";
    },
    { concurrency: 4, giveUp: async () => undefined },
  );
  try {
    const moved = async () => {
      const held = await heldOf();
      return held["tg-busy 0"] === "job" && held["tg-tried 0"] === "again";
    };
    for (let looks = 0; !(await moved()); looks += 1) {
      assert.ok(looks < 3000, JSON.stringify(await heldOf()));
      await sleep(20);
    }
    assert.equal((await heldOf())["tg-tried 1"], "waits");
  } finally {
    inWork.resolve();
    await work.close({ graceMs: 5000 });
    await queue.close();
  }
});

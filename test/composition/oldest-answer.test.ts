import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chatKey } from "#contract";
import { oldestAnswer } from "../../src/composition/queues/oldest-answer.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox, partJobId } from "../../src/queue/outbox.ts";
import type { Store } from "../../src/store/redis.ts";
import { partFor, question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

const platforms = [{ platform: "telegram" }, { platform: "weixin" }];

let server: RedisServer;
let store: Store;
let journal: Journal;
let outbox: Outbox;
const queues = new Map<string, OrderedQueue>();
before(async () => {
  server = await startRedis();
  store = server.store();
  journal = createJournal(store, { days: 30, wallMs: Date.now });
  for (const { platform } of platforms)
    queues.set(
      platform,
      createOrderedQueue({ store, name: `outbound-${platform}`, log: silent, wallMs: Date.now }),
    );
  outbox = createOutbox({ store, queueOf });
});
after(async () => {
  for (const queue of queues.values()) await queue.close();
  await server.stop();
});

function queueOf(platform: string): OrderedQueue {
  const queue = queues.get(platform);
  if (queue === undefined) throw new Error(`no queue of ${platform}`);
  return queue;
}

/** An answer of one part that is ready. */
async function waits(chatId: string, acceptedMs: number, platform = "telegram") {
  const message = question({ id: `${platform}-7-${chatId}-${acceptedMs}`, chatId, platform });
  await journal.create(message, { acceptedMs });
  await outbox.post({ id: message.id, run: 0 }, [partFor(message)]);
  return message;
}

test("the answer that has waited longest is found among all chats and platforms, and the next once it is sent", async () => {
  const oldest = () => oldestAnswer({ store }, platforms);
  assert.equal(await oldest(), undefined);
  const first = await waits("a", 1000);
  const next = [];
  for (let chat = 0; chat < 12; chat += 1) next.push(await waits(`next-${chat}`, 4000 + chat));
  await Promise.all(Array.from({ length: 600 }, (_, chat) => waits(`many-${chat}`, 5000)));
  await waits("a", 9000);
  const other = await waits("b", 3000, "weixin");
  assert.deepEqual(await oldest(), { id: first.id, platform: "telegram", acceptedMs: 1000 });
  await queueOf("telegram").drop(partJobId(first.id, 0), chatKey(first));
  assert.deepEqual(await oldest(), { id: other.id, platform: "weixin", acceptedMs: 3000 });
  await queueOf("weixin").drop(partJobId(other.id, 0), chatKey(other));
  // They stand anywhere among the hundreds of chats.
  for (const message of next) {
    assert.equal((await oldest())?.id, message.id);
    await queueOf("telegram").drop(partJobId(message.id, 0), chatKey(message));
  }
});

test("an answer whose record is gone is none that waits", async () => {
  const gone = await waits("c", 10, "weixin");
  await store.redis.del(store.keys.turn(gone.id));
  assert.deepEqual(await oldestAnswer({ store }, [{ platform: "weixin" }]), undefined);
});

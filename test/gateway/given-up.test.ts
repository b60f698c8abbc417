import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { chatKey, type OutboundPart } from "#contract";
import { createGateway } from "../../src/gateway/gateway.ts";
import { createLedger } from "../../src/gateway/ledger.ts";
import { createJournal } from "../../src/journal/journal.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox } from "../../src/queue/outbox.ts";
import { createSignals } from "../../src/queue/signals.ts";
import type { Store } from "../../src/store/redis.ts";
import { partFor, question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";
import { scriptedAdapter } from "./scripted-adapter.ts";

let server: RedisServer;
let store: Store;
let queue: OrderedQueue;
const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: Date.now };
before(async () => {
  server = await startRedis();
  store = server.store();
  queue = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
});
after(async () => {
  await queue.close();
  await server.stop();
});

test("more answers than may wait: the oldest are given up whole, each is told of, the rest goes out in order", async () => {
  const givenUp: OutboundPart[] = [];
  let isOpen = false;
  let looks = 0;
  const adapter = {
    ...scriptedAdapter({ edits: false }),
    async mayWrite() {
      looks += 1;
      return isOpen;
    },
    mostHeld: 2,
    gaveUp: async (part: OutboundPart) => void givenUp.push(part),
  };
  const journal = createJournal(store, { days: 30, wallMs: clock.wallMs });
  const outbox = createOutbox({ store, queueOf: () => queue });
  const gateway = createGateway({
    inbound: { enqueue: async () => {}, waiting: async () => [] },
    adapters: new Map([["telegram", adapter]]),
    queueOf: () => queue,
    ledger: createLedger(store, Date.now),
    signals: createSignals(store, silent),
    clock,
    log: silent,
  });
  const messages = [question(), question(), question(), question()];
  for (const [at, message] of messages.entries()) {
    await journal.create(message, { acceptedMs: 1 });
    const texts = [`${at} a`, `${at} b`].map((text, part) => partFor(message, { part, of: 2, text }));
    await outbox.post({ id: message.id, run: 0 }, texts);
  }
  await gateway.start();
  after(() => gateway.stop({ graceMs: 1000 }));
  const chat = chatKey(messages[0] ?? question());
  const until = async (predicate: () => boolean) => {
    for (const deadline = performance.now() + 120_000; !predicate() && performance.now() < deadline; ) {
      await queue.hurry(chat);
      await pause(20);
    }
  };
  // Looked at twice more than what is given up: no more than that is.
  await until(() => looks >= 6);
  assert.deepEqual(
    givenUp.map(({ turnId }) => turnId),
    [messages[0], messages[0], messages[1], messages[1]].map((message) => message?.id),
  );
  const states = await Promise.all(messages.map(({ id }) => outbox.rows(id)));
  assert.deepEqual(
    states.map((rows) => rows.map(({ state }) => state === "refused")),
    [
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ],
  );
  assert.deepEqual(adapter.done, []);
  isOpen = true;
  await until(() => adapter.done.length >= 4);
  assert.deepEqual(adapter.done, ["send 2 a", "send 2 b", "send 3 a", "send 3 b"]);
  assert.equal(givenUp.length, 4);
});

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { chatKey, type IncomingMessage } from "#contract";
import { createDayRequests } from "../../src/composition/budgets/day-budget.ts";
import { coreSettings } from "../../src/config/core-settings.ts";
import { partsOf } from "../../src/gateway/parts.ts";
import { createRateLimit } from "../../src/gateway/rate-limit.ts";
import { createReceive, type Receive } from "../../src/gateway/receive.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createMemory } from "../../src/memory/session.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../../src/queue/outbox.ts";
import { createDaySpending, type DayRefusal } from "../../src/store/day-spending.ts";
import type { Store } from "../../src/store/redis.ts";
import { awaitRest, question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

const evening = Date.parse("2026-11-21T23:59:50+08:00");

let server: RedisServer;
let store: Store;
let journal: Journal;
let inbound: OrderedQueue;
let outbound: OrderedQueue;
let outbox: Outbox;
let receive: Receive;
let env: Readonly<Record<string, string>>;
let nowMs: number;
let refused: DayRefusal[];

before(async () => {
  server = await startRedis();
  store = server.store();
  const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: () => nowMs };
  journal = createJournal(store, { days: 30, wallMs: clock.wallMs });
  inbound = createOrderedQueue({ store, name: "inbound", log: silent, wallMs: Date.now });
  outbound = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
  outbox = createOutbox({ store, queueOf: () => outbound });
  receive = createReceive({
    journal,
    memory: createMemory(store),
    inbound,
    outbox,
    locks: store.locks,
    limit: createRateLimit(store.keys, { perUser: 600, perChat: 1200 }, clock.wallMs),
    dayRequests: createDayRequests({
      store,
      settings: () => coreSettings.schema.parse(env),
      wallMs: clock.wallMs,
      countRefusal: (refusal) => void refused.push(refusal),
    }),
    replicated: store.replicated,
    pressure: { waitSeconds: () => 0 },
    isAllowed: () => true,
    clock,
    log: silent,
    signals: { publish: async () => undefined },
    partsOf: (message, reply) => partsOf(message, reply, 4096),
    renderSources: () => "",
    observe: () => undefined,
  });
});
after(async () => {
  await inbound.close();
  await outbound.close();
  await server.stop();
});
beforeEach(async () => {
  await store.redis.flushall();
  env = { DAY_REQUESTS: "2" };
  nowMs = evening;
  refused = [];
});

let chats = 0;
/** Messages of one person in one chat that no other test uses. */
function freshChat() {
  const chatId = `day${chats++}`;
  return (over: Partial<IncomingMessage> = {}) => question({ chatId, senderId: chatId, ...over });
}

const said = async (turnId: string) => (await outbox.rows(turnId)).map(({ part }) => part.text).join("|");
const requestsOf = async ({ platform, senderId }: IncomingMessage) =>
  (await createDaySpending(store).read(`${platform}/${senderId}`)).requests;
const usedUp = { accepted: false, reason: "used_up" } as const;

test("a question beyond the day's is not accepted, and its asker is told when there will be more, once a minute", async () => {
  const chat = freshChat();
  for (const message of [chat(), chat()]) assert.equal((await receive(message)).accepted, true);
  const [third, fourth] = [chat(), chat()];
  assert.deepEqual([await receive(third), await receive(fourth)], [usedUp, usedUp]);
  assert.match(await said(third.id), /这条没有受理。北京时间 2026-11-22 00:00 起可以继续提问/);
  assert.equal(await said(fourth.id), "");
  assert.equal((await inbound.waiting(chatKey(third))).length, 2);
  assert.equal(await requestsOf(third), 2);
  assert.deepEqual(refused, [
    { scope: "user", limit: "requests" },
    { scope: "user", limit: "requests" },
  ]);
  assert.equal((await receive(freshChat()())).accepted, true, "others have their own");
});

test("it is told in the language of the question", async () => {
  env = { DAY_REQUESTS: "1" };
  const chat = freshChat();
  await receive(chat());
  const message = chat({ text: "price of 600519" });
  await receive(message);
  assert.match(await said(message.id), /You can ask again from 2026-11-22 00:00 Beijing time\./);
});

test("commands are no questions: they count for nothing and are answered when the questions are used up", async () => {
  env = { DAY_REQUESTS: "1" };
  const chat = freshChat();
  for (let nth = 0; nth < 3; nth++) assert.equal((await receive(chat({ text: "/help" }))).accepted, true);
  const asked = chat();
  assert.equal((await receive(asked)).accepted, true);
  assert.deepEqual(await receive(chat()), usedUp);
  assert.equal((await receive(chat({ text: "/help" }))).accepted, true);
  assert.equal(await requestsOf(asked), 1);
});

test("a message that its platform sends again is counted once, and known when the questions are used up", async () => {
  const chat = freshChat();
  const [first, second] = [chat(), chat()];
  for (const message of [first, first, second]) await receive(message);
  assert.equal(await requestsOf(first), 2);
  assert.deepEqual(await receive(second), { accepted: false, reason: "duplicate" });
});

test("a long text that its platform has cut is one question", async () => {
  const chat = freshChat();
  const [first, rest] = [chat({ text: "长".repeat(4000) }), chat({ text: "文" })];
  assert.equal((await receive(first)).accepted, true);
  await awaitRest(store, first);
  assert.deepEqual(await receive(rest), { accepted: true, turnId: first.id });
  assert.equal(await requestsOf(first), 1);
});

test("a limit of the installation counts everybody", async () => {
  env = { TOTAL_DAY_REQUESTS: "2" };
  for (const chat of [freshChat(), freshChat()]) assert.equal((await receive(chat())).accepted, true);
  assert.deepEqual(await receive(freshChat()()), usedUp);
  assert.deepEqual(refused, [{ scope: "all", limit: "requests" }]);
});

test("midnight in Shanghai renews it, and a limit that is taken away holds nobody up", async () => {
  env = { DAY_REQUESTS: "1" };
  const chat = freshChat();
  await receive(chat());
  assert.deepEqual(await receive(chat()), usedUp);
  nowMs = evening + 10_000;
  assert.equal((await receive(chat())).accepted, true);
  assert.deepEqual(await receive(chat()), usedUp);
  env = {};
  assert.equal((await receive(chat())).accepted, true);
});

test("messages handed in at once get what is left and no more", async () => {
  env = { DAY_REQUESTS: "5" };
  const chat = freshChat();
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => receive(chat())));
  assert.equal(outcomes.filter(({ accepted }) => accepted).length, 5);
});

test("a limit adds no script to what accepting a message takes", async () => {
  const scripts = async (): Promise<number> => {
    const stats = await store.redis.info("commandstats");
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  };
  const accept = async (): Promise<number> => {
    const before = await scripts();
    assert.equal((await receive(freshChat()())).accepted, true);
    return (await scripts()) - before;
  };
  await accept();
  const limited = await accept();
  env = {};
  await accept();
  assert.equal(await accept(), limited);
});

/** A group that has become a supergroup: what is meant for its old id goes to the new one, and only the first costs a refused call. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { AdapterStore, ChatAddress } from "#contract";
import { createAdapterStore } from "../../../src/store/adapter-store.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../../emulators/telegram.ts";
import { type RedisServer, startRedis } from "../../store/redis-server.ts";
import { partFor } from "../contract.ts";
import { type Bot, createBot } from "./start.ts";

const groupOf = (chatId: number): ChatAddress => ({
  platform: "telegram",
  accountId: "7000000001",
  chatId: String(chatId),
});

let telegram: TelegramEmulator;
let redis: RedisServer;
let store: AdapterStore;
const open: Bot[] = [];

before(async () => {
  [telegram, redis] = await Promise.all([createTelegramEmulator(), startRedis()]);
  store = createAdapterStore(redis.store(), "telegram");
});
afterEach(async () => {
  for (const bot of open.splice(0)) await bot.close();
  telegram.clearFaults();
});
after(async () => {
  await telegram.close();
  await redis.stop();
});

async function start(kept?: AdapterStore): Promise<Bot> {
  const bot = await createBot(telegram, {}, {}, kept === undefined ? {} : { store: kept });
  open.push(bot);
  await bot.adapter.start();
  return bot;
}

const move = (to: number) => telegram.fail("sendMessage", { kind: "moved", to });
const calls = () => telegram.calls.get("sendmessage") ?? 0;

/** Sends, and says where it arrived, what it quoted, and after how many calls. */
async function sent({ adapter }: Bot, chat: ChatAddress) {
  const before = calls();
  const outcome = await adapter.send(partFor(chat, "到价提醒", { replyTo: "1" }));
  assert.equal(outcome.status, "delivered");
  const entry = telegram.sent.at(-1);
  return [entry?.chatId, entry?.params.reply_parameters, calls() - before];
}

test("only the first part costs a refused call, and none after a restart", async () => {
  const bot = await start(store);
  move(-1009);
  assert.deepEqual(await sent(bot, groupOf(-9)), [-1009, undefined, 2]);
  assert.deepEqual(await sent(bot, groupOf(-9)), [-1009, undefined, 1]);
  await bot.adapter.stop();
  assert.deepEqual(await sent(await start(store), groupOf(-9)), [-1009, undefined, 1]);
});

test("that somebody is at work there is shown at the new id", async () => {
  const bot = await start(store);
  move(-1010);
  await sent(bot, groupOf(-10));
  await bot.adapter.typing?.(groupOf(-10));
  await telegram.waitFor(() => telegram.actions.some(({ chatId }) => chatId === -1010));
});

test("an edit is of a message of the chat it was sent to: at the new id another may have its number", async () => {
  const bot = await start(store);
  move(-1011);
  await sent(bot, groupOf(-11));
  telegram.fail("editMessageText", { kind: "moved", to: -1011 });
  const outcome = await bot.adapter.edit?.("1", partFor(groupOf(-11), "答案"));
  assert.equal(outcome?.status, "refused");
});

test("where it cannot be written down it holds until the process ends", async () => {
  const bot = await start();
  move(-1012);
  assert.deepEqual(await sent(bot, groupOf(-12)), [-1012, undefined, 2]);
  assert.deepEqual(await sent(bot, groupOf(-12)), [-1012, undefined, 1]);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { connect, type Store } from "../../src/store/redis.ts";
import { scanKeys } from "../../src/store/scan-keys.ts";
import { newChat, patienceMs, progressText } from "./chat.ts";
import { type ModelLine, openModelLine } from "./telegram-line.ts";

let line: ModelLine;
let store: Store;
before(async () => {
  line = await openModelLine({
    MODEL_ROUTING: "openai:m",
    MODEL_SYNTHESIS: "openai:m",
    MODEL_ESCALATION: "openai:m",
  });
  store = connect({ socketPath: join(line.service.dataFolder, "redis.sock") });
});
after(async () => {
  await store?.close();
  await line?.close();
});

/** Keys in whose name the chat stands. */
async function keysOf(chatId: number): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const page of scanKeys(store, "*"))
    found.push(...page.filter((key) => new RegExp(`(^|\\D)${chatId}(\\D|$)`).test(key)));
  return found;
}

const forget = async (chatId: number): Promise<string> => {
  const { code, stdout, stderr } = await line.service.cli("forget", `telegram:${chatId}`, "--yes");
  assert.equal(code, 0, stdout + stderr);
  return stdout;
};

test("who is forgotten while a question is in work and another waits is nowhere afterwards, and is promised nothing", async () => {
  const { telegram, models } = line;
  const chat = newChat(telegram);
  await chat.ask("600519 现在多少钱");
  models.hold();
  chat.say("000858 现在多少钱");
  chat.say("300750 现在多少钱");
  const promised = () => telegram.chat(chat.id).some(({ text = "" }) => progressText.test(text));
  await telegram.waitFor(promised, patienceMs, "the progress message");
  assert.match(await forget(chat.id), /left 剩余: 0/);
  await telegram.waitFor(() => !promised(), patienceMs, "the progress message to be taken back");
  assert.deepEqual(await keysOf(chat.id), []);
  models.release();
  await newChat(telegram).ask("600519 现在多少钱");
  assert.deepEqual(await keysOf(chat.id), []);
});

test("a second time finds what a job of a turn that is gone has left", async () => {
  const chat = newChat(line.telegram);
  const { redis, keys } = store;
  const job = `telegram-7-${chat.id}-1`;
  const [jobKey, completed] = [`${keys.queuePrefix}:inbound:${job}`, `${keys.queuePrefix}:inbound:completed`];
  await redis.hset(jobKey, "name", "inbound");
  await redis.zadd(completed, 1, job);
  await forget(chat.id);
  assert.deepEqual(await keysOf(chat.id), []);
  assert.equal(await redis.zscore(completed, job), null);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { ModelsEmulator } from "../emulators/models.ts";
import type { TelegramEmulator } from "../emulators/telegram.ts";
import { type Chat, newChat, patienceMs } from "./chat.ts";
import type { Service } from "./service.ts";
import { type ModelLine, openModelLine } from "./telegram-line.ts";

const chatCount = 10;
const perChat = 6;
/** Wait from the first message to the kill, in parts of the way that the service has got through the messages. */
const killsAfter = [0.05, 0.5];
const codes = ["600519", "000858", "300750", "002594", "601318", "000001"];
const repeated = /^\(可能重复\) /;

let line: ModelLine;
let telegram: TelegramEmulator;
let models: ModelsEmulator;
let service: Service;

before(async () => {
  line = await openModelLine({ LOG_LEVEL: "error" }, { latencyMs: 60 });
  ({ telegram, models, service } = line);
});
after(() => line?.close());

const answered = (chats: readonly Chat[], asked: readonly (readonly number[])[]): number =>
  chats.reduce(
    (sum, chat, at) => sum + (asked[at] ?? []).filter((id) => chat.answersTo(id).length > 0).length,
    0,
  );

/** How often each different question was put to the models: equal ones are the same call made again. */
function timesAsked(): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const call of models.calls) {
    const key = JSON.stringify([call.system.slice(0, 40), call.messages]);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

test("killed at two points under load, every message has its one answer, in order, and no finished call is paid again", async () => {
  const chats = Array.from({ length: chatCount }, () => newChat(telegram));
  const total = chatCount * perChat;
  // The number in the question makes every model call one of its own, so that a call made again shows.
  const asked = chats.map((chat, row) =>
    codes.map((code, column) => chat.say(`${code} 现在多少钱 #${row * perChat + column + 1}`)),
  );
  let inFlight = 0;
  for (const share of killsAfter) {
    await telegram.waitFor(() => answered(chats, asked) >= share * total, patienceMs);
    // Somewhere inside the turns that run, not at an answer.
    await pause(35);
    await service.kill();
    inFlight += chatCount;
    await service.start();
  }
  await telegram.waitFor(() => answered(chats, asked) === total, patienceMs, "all messages to be answered");
  // What was sent just before a kill may come once more.
  await pause(1500);

  chats.forEach((chat, at) => {
    const ids = asked[at] ?? [];
    for (const [index, id] of ids.entries()) {
      const [first, ...more] = chat.answersTo(id).map(({ text }) => text ?? "");
      assert.match((first ?? "").replace(repeated, ""), new RegExp(`\\(${codes[index]}\\.S[HZ]\\) 当前价 ¥`));
      assert.ok(
        more.length <= killsAfter.length && more.every((text) => repeated.test(text)),
        more.join("\n"),
      );
    }
    assert.deepEqual(chat.answered(), ids, "the chat's order");
  });
  const extra = [...timesAsked().values()].reduce((sum, times) => sum + times - 1, 0);
  assert.equal(timesAsked().size, total * 2, "every message was routed and written once, whoever asked");
  assert.ok(extra <= inFlight, `${extra} calls made again, at most one for each turn that was killed`);
  assert.match(
    (await chats[0]?.ask("/source")) ?? "",
    /^平安银行\(000001\.SZ\) 当前价/,
    "the memory has outlived it",
  );
});

test("an orderly stop under load loses nothing either", async () => {
  models.setLatency(200);
  const chats = Array.from({ length: 5 }, () => newChat(telegram));
  const asked = chats.map((chat) => codes.slice(0, 3).map((code) => chat.say(`${code} 现在多少钱`)));
  await models.waitFor(() => models.waiting() > 0, patienceMs, "the models to be asked");
  await service.stop({ keep: true });
  await service.start();
  await telegram.waitFor(() => answered(chats, asked) === 15, patienceMs);
  for (const [at, chat] of chats.entries())
    for (const id of asked[at] ?? []) assert.equal(chat.answersTo(id).length, 1);
});

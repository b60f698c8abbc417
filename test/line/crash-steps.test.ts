import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Turn } from "#contract";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { connect, type Store } from "../../src/store/redis.ts";
import type { ModelsEmulator } from "../emulators/models.ts";
import type { TelegramEmulator } from "../emulators/telegram.ts";
import { newChat, patienceMs } from "./chat.ts";
import type { Service } from "./service.ts";
import { type ModelLine, openModelLine } from "./telegram-line.ts";

const cited = /^贵州茅台\(600519\.SH\) 当前价 ¥/;
const repeated = /^\(可能重复\) /;
/** Slow enough that a kill comes in the middle of what it is meant to hit. */
const slowMs = 400;

let line: ModelLine;
let telegram: TelegramEmulator;
let models: ModelsEmulator;
let service: Service;
let store: Store;
let journal: Journal;

before(async () => {
  line = await openModelLine({
    MODEL_ROUTING: "openai:router",
    MODEL_SYNTHESIS: "openai:writer",
    LOG_LEVEL: "error",
  });
  ({ telegram, models, service } = line);
  store = connect({ socketPath: `${service.dataFolder}/redis.sock` });
  journal = createJournal(store, { days: 30, wallMs: Date.now });
});
after(async () => {
  await store.close();
  await line?.close();
});

const asked = (model: string) => models.calls.filter((call) => call.model === model).length;

interface Moment {
  readonly name: string;
  /** Makes the moment last: the model that shall be slow, or what Telegram does with the answer. */
  readonly slowModel?: "router" | "writer";
  readonly fault?: "hang" | "accept_then_drop";
  /** True once the turn stands there. */
  readonly reached: (turn: Turn | null, turnId: string) => boolean | Promise<boolean>;
  /** Calls of each model for the one question: what an earlier run has paid for is not asked again. */
  readonly calls: { readonly router: number; readonly writer: number };
  /** Whether the answer may come a second time, marked. */
  readonly mayRepeat?: boolean;
}

const passed = (stage: string) => (turn: Turn | null) =>
  turn?.stages.some((record) => record.stage === stage) === true;
const sends = () => telegram.calls.get("sendmessage") ?? 0;
let sendsBefore = 0;
/** Whether the model that is slow has been asked. */
let inModel = false;

/** In the order of the way of one message. */
const moments: readonly Moment[] = [
  {
    name: "after it is accepted",
    slowModel: "router",
    reached: (turn) => turn !== null,
    calls: { router: 2, writer: 1 },
  },
  {
    name: "in route",
    slowModel: "router",
    reached: () => inModel,
    calls: { router: 2, writer: 1 },
  },
  {
    name: "after route and the tool calls",
    slowModel: "writer",
    reached: passed("execute"),
    calls: { router: 1, writer: 2 },
  },
  {
    name: "after verify, in synthesis",
    slowModel: "writer",
    reached: (turn) => passed("verify")(turn) && inModel,
    calls: { router: 1, writer: 2 },
  },
  {
    name: "after guard, between send and receipt, where nothing was taken",
    fault: "hang",
    reached: () => sends() > sendsBefore,
    calls: { router: 1, writer: 1 },
    mayRepeat: true,
  },
  {
    name: "between send and receipt, where the answer was taken",
    fault: "accept_then_drop",
    reached: () => sends() > sendsBefore,
    calls: { router: 1, writer: 1 },
    mayRepeat: true,
  },
  {
    name: "after the receipt",
    reached: async (_, turnId) => (await store.redis.hget(store.keys.ledger(turnId), "0:s")) === "delivered",
    calls: { router: 1, writer: 1 },
  },
];

for (const { name, slowModel, fault, reached, calls, mayRepeat = false } of moments) {
  test(`killed ${name}: one answer, and what was paid for is not paid for again`, async () => {
    const chat = newChat(telegram);
    const before = { router: asked("router"), writer: asked("writer") };
    sendsBefore = sends();
    inModel = false;
    models.respond(({ model }) => {
      if (model !== slowModel) return undefined;
      inModel = true;
      return { kind: "slow", ms: slowMs };
    });
    if (fault !== undefined) telegram.fail("sendMessage", { kind: fault });
    const question = chat.say("600519 现在多少钱");
    const turnId = `telegram-${telegram.bot.id}-${chat.id}-${question}`;
    const deadline = performance.now() + patienceMs;
    while (!(await reached(await journal.read(turnId), turnId)))
      assert.ok(performance.now() < deadline, "the moment came");
    await service.kill();
    models.respond(() => undefined);
    telegram.clearFaults();
    await service.start();
    const next = chat.say("000858 现在多少钱");
    await chat.answerTo(next);
    const texts = chat.answersTo(question).map(({ text }) => text ?? "");
    assert.match((texts[0] ?? "").replace(repeated, ""), cited);
    assert.ok(
      texts.length <= (mayRepeat ? 2 : 1) && texts.slice(1).every((text) => repeated.test(text)),
      texts.join(),
    );
    assert.equal((await journal.read(turnId))?.state, "completed");
    // The next question has cost one call of each.
    const paid = { router: asked("router") - before.router - 1, writer: asked("writer") - before.writer - 1 };
    assert.ok(paid.router <= calls.router && paid.writer <= calls.writer, JSON.stringify(paid));
  });
}

test("killed between the record and its job: the place in the chat's order brings the job back", async () => {
  const chat = newChat(telegram);
  await chat.ask("600519 现在多少钱");
  await service.kill();
  // What a crash after the first of the two writes leaves behind.
  const question = telegram.userSays(chat.id, "000858 现在多少钱");
  const messageId = question.message?.message_id ?? 0;
  const id = `telegram-${telegram.bot.id}-${chat.id}-${messageId}`;
  const key = `telegram/${telegram.bot.id}/${chat.id}`;
  await journal.create(
    {
      id,
      platform: "telegram",
      accountId: String(telegram.bot.id),
      chatId: String(chat.id),
      chatKind: "direct",
      senderId: String(chat.id),
      text: "000858 现在多少钱",
      attachments: [],
      addressed: true,
      platformMessageId: String(messageId),
      sentAt: "2026-05-07T10:32:00+08:00",
      event: "new",
    },
    {
      acceptedMs: Date.now(),
      place: {
        keys: [
          store.keys.order("inbound", key),
          store.keys.orderedChats("inbound"),
          store.keys.arrivals("inbound"),
        ],
        chat: key,
        id,
      },
    },
  );
  await service.start();
  const answer = await chat.answerTo(messageId);
  assert.match(answer.text ?? "", /^五粮液\(000858\.SZ\) 当前价/);
  assert.equal(chat.answersTo(messageId).length, 1);
});

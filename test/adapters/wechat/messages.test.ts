import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type AdapterStore, AppError, type IncomingMessage, markOfText } from "#contract";
import { eventually } from "../../support/eventually.ts";
import { partFor } from "../contract.ts";
import { openStore } from "../weixin/harness.ts";
import { intoWorld } from "./harness.ts";
import { type Bot, createBot } from "./start.ts";
import { botId, createWorld, messageTypes, personId, roomId, type World } from "./world.ts";

let world: World;
let leave: () => void;
let redis: { readonly store: AdapterStore; close(): Promise<void> };
before(async () => {
  redis = await openStore();
  world = createWorld();
  leave = intoWorld(world);
});
after(async () => {
  leave();
  await redis.close();
});

/** What was handed in up to the next message in the person's chat and in the room: all before them has been dealt with. */
async function takenBefore({ host }: Bot, count: number) {
  const isEnd = ({ text }: IncomingMessage) => text === "the end";
  world.say("the end");
  world.say("@前门\u2005the end", { room: roomId });
  await host.waitFor(() => host.received.slice(count).filter(isEnd).length === 2);
  return host.received.slice(count).filter((message) => !isEnd(message));
}

describe("what comes in", () => {
  let bot: Bot;
  before(async () => {
    bot = await createBot({ store: redis.store });
    await bot.adapter.start();
  });
  after(() => bot.close());

  test("a direct message says who wrote it, when, and in which chat", async () => {
    const count = bot.host.received.length;
    const sentMs = Date.now();
    const id = world.say("600519", { sentMs });
    const [message] = await takenBefore(bot, count);
    assert.deepEqual(message, {
      ...{ id: `wechat-${botId}-${id}`, platform: "wechat", accountId: botId, chatId: personId },
      ...{ chatKind: "direct", senderId: personId, senderName: `用户 ${personId}`, text: "600519" },
      ...{ attachments: [], addressed: true, platformMessageId: id, event: "new" },
      sentAt: new Date(sentMs).toISOString(),
    });
  });

  test("a puppet that counts in seconds is understood", async () => {
    const count = bot.host.received.length;
    const seconds = Math.floor(Date.now() / 1000);
    world.say("in seconds", { sentMs: seconds });
    const [message] = await takenBefore(bot, count);
    assert.equal(message?.sentAt, new Date(seconds * 1000).toISOString());
  });

  test("a room is heard only when we are mentioned, by the list or by name, and the mention is taken out", async () => {
    const count = bot.host.received.length;
    world.say("nobody asked us", { room: roomId });
    world.say("@张三\u2005600519", { room: roomId, mentions: [personId] });
    world.say("@前门\u2005600519", { room: roomId, mentions: [botId] });
    world.say("\uff20前门 000858", { room: roomId });
    world.say("@前门\u2005", { room: roomId, type: messageTypes.image });
    const taken = await takenBefore(bot, count);
    assert.deepEqual(
      taken.map(({ text, chatId, chatKind, senderId }) => ({ text, chatId, chatKind, senderId })),
      ["600519", "000858"].map((text) => ({ text, chatId: roomId, chatKind: "group", senderId: personId })),
    );
    assert.deepEqual(
      taken.map(({ chatTitle }) => chatTitle),
      ["炒股群", "炒股群"],
    );
  });

  test("a room whose name the puppet cannot tell is heard all the same", async (t) => {
    const count = bot.host.received.length;
    t.mock.method(world.puppet(), "roomPayload", () => Promise.reject(new Error("no such room")));
    world.say("@前门\u2005600519", { room: roomId, mentions: [botId] });
    const taken = await takenBefore(bot, count);
    assert.deepEqual(
      taken.map(({ text, chatTitle }) => [text, chatTitle]),
      [["600519", undefined]],
    );
  });

  test("a quoted message is taken off the reply's text and goes no further than its mark", async () => {
    const count = bot.host.received.length;
    const line = "- - - - - - - - - - - - - - -";
    world.say(`「前门:贵州茅台 当前价\n¥1」\n${line}\n它的市盈率呢`);
    world.say(`「前门\uff1a贵州茅台 当前价 ¥1」\n${line}\n@前门\u2005来源`, { room: roomId });
    world.say(`「张三:@前门\u2005五粮液」\n${line}\n是吗`, { room: roomId });
    world.say("「价值」投资是什么");
    const taken = await takenBefore(bot, count);
    const quotedMark = markOfText("贵州茅台 当前价 ¥1");
    assert.deepEqual(
      taken.map(({ text, quotedMark: mark }) => [text, mark]),
      [
        ["它的市盈率呢", quotedMark],
        ["来源", quotedMark],
        ["「价值」投资是什么", undefined],
      ],
    );
  });

  test("our own messages, old ones, notices, newsletters and WeChat's own accounts are ignored", async () => {
    const count = bot.host.received.length;
    world.puppet().mocker.createContact({ id: "gh_news", name: "News", type: 2 });
    world.say("ours", { from: botId });
    world.say("old", { sentMs: Date.now() - 60_000 });
    world.say("recalled", { type: messageTypes.recalled });
    world.say("a notice", { type: messageTypes.unknown });
    world.say("a newsletter", { from: "gh_news" });
    world.say("welcome", { from: "weixin" });
    assert.deepEqual(await takenBefore(bot, count), []);
  });

  test("pictures, voice and stickers come in as such, without the XML that stands in their text", async () => {
    const count = bot.host.received.length;
    for (const type of [messageTypes.image, messageTypes.audio, messageTypes.emoticon])
      world.say("<msg><img /></msg>", { type });
    const taken = await takenBefore(bot, count);
    assert.deepEqual(
      taken.map(({ text, attachments }) => [text, attachments]),
      [
        ["", [{ kind: "photo" }]],
        ["", [{ kind: "voice" }]],
        ["", [{ kind: "sticker" }]],
      ],
    );
  });

  test("the order is that of the announcements, however long the puppet takes to tell what one says", async () => {
    const count = bot.host.received.length;
    const puppet = world.puppet();
    const slowly = puppet.messagePayload.bind(puppet);
    const first = Promise.withResolvers<void>();
    let asked = 0;
    Object.assign(puppet, {
      messagePayload: async (id: string) => {
        asked += 1;
        if (asked === 1) await first.promise;
        else if (asked === 3) first.resolve();
        return slowly(id);
      },
    });
    for (const text of ["one", "two", "three"]) world.say(text);
    const taken = await takenBefore(bot, count);
    assert.deepEqual(
      taken.map(({ text }) => text),
      ["one", "two", "three"],
    );
    Object.assign(puppet, { messagePayload: slowly });
  });

  test("a picture that does not go through is told, and its text is not said twice", async () => {
    const before = world.seen().length;
    world.onSend = (_, text) => {
      if (text === "chart.png") throw new Error("socket hang up");
      return "sent";
    };
    const chat = { platform: "wechat", accountId: botId, chatId: personId };
    const artifacts = [{ name: "chart.png", mediaType: "image/png" as const, base64: "aGk=" }];
    assert.equal((await bot.adapter.send(partFor(chat, "走势图", { artifacts }))).status, "delivered");
    world.onSend = undefined;
    assert.deepEqual(world.seen().slice(before), ["走势图", "图片可能没有发出去;没看到的话请再问一次。"]);
  });

  test("a message that nobody knows costs no other, and is told", async () => {
    const count = bot.host.received.length;
    world.announce("no-such-message");
    world.say("behind it");
    await bot.host.waitFor(() => bot.host.received[count], 20_000);
    assert.deepEqual(bot.counted, ["unreadable"]);
  });
});

describe("over a restart", () => {
  test("what was announced but not held is asked for again, before anything new", async () => {
    const first = await createBot({ store: redis.store });
    let isReached = false;
    first.host.door = () => {
      isReached = true;
      first.host.host.log.debug({}, "the door is closed");
      throw new AppError("INTAKE_DOWN");
    };
    await first.adapter.start();
    world.say("before the stop");
    await first.host.waitFor(() => isReached);
    await first.close();
    assert.equal(first.host.received.length, 0);
    const second = await createBot({ store: redis.store });
    await second.adapter.start();
    world.say("after the start");
    await second.host.waitFor(() => second.host.received.length === 2);
    assert.deepEqual(
      second.host.received.map(({ text }) => text),
      ["before the stop", "after the start"],
    );
    await second.close();
    const third = await createBot({ store: redis.store });
    await third.adapter.start();
    assert.deepEqual(await takenBefore(third, 0), []);
    await third.close();
  });

  for (const isAway of [false, true])
    test(`what a killed process was told of is asked for by the one that stood by${isAway ? ", once Redis is back" : ""}`, async () => {
      let failures = isAway ? 1 : 0;
      const entries: AdapterStore["entries"] = async (group) => {
        if (failures-- > 0) throw new AppError("INTAKE_DOWN");
        return redis.store.entries(group);
      };
      const turn = Promise.withResolvers<void>();
      const standby = await createBot({
        store: { ...redis.store, entries },
        timings: { standbyMs: 50 },
        over: { alone: (_name, signal, work) => turn.promise.then(() => work(signal)) },
      });
      await standby.adapter.start();
      const killed = await createBot({ store: redis.store, timings: { turnMs: 50 } });
      killed.host.door = () => new Promise(() => {});
      await killed.adapter.start();
      const id = world.say("told to the killed one");
      await eventually("the note of it", async () => (await redis.store.entries("pending")).has(id));
      turn.resolve();
      await standby.host.waitFor(() => standby.host.received[0], 20_000);
      assert.equal(standby.host.received[0]?.platformMessageId, id);
      await Promise.all([standby.close(), killed.close()]);
    });

  test("what was written while nobody was there is new; on the very first start all of it is old", async () => {
    const fresh = await openStore();
    const sentMs = Date.now() - 60_000;
    const first = await createBot({ store: fresh.store });
    await first.adapter.start();
    world.say("before the first start", { sentMs });
    assert.deepEqual(await takenBefore(first, 0), []);
    await first.close();
    const second = await createBot({ store: fresh.store });
    await second.adapter.start();
    world.say("while it was down", { sentMs });
    world.say("yesterday", { sentMs: sentMs - 86_400_000 });
    const taken = await takenBefore(second, 0);
    assert.deepEqual(
      taken.map(({ text }) => text),
      ["while it was down"],
    );
    await second.close();
    await fresh.close();
  });
});

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, test } from "node:test";
import { AppError, type IncomingMessage } from "#contract";
import { createTelegramEmulator, type TelegramEmulator } from "../../emulators/telegram.ts";
import { type Bot, createBot } from "./start.ts";

let telegram: TelegramEmulator;
let bot: Bot;

beforeEach(async () => {
  telegram = await createTelegramEmulator();
  bot = await createBot(telegram);
});
afterEach(async () => {
  await bot.close();
  await telegram.close();
});

const texts = (): string[] => bot.host.received.map((message) => message.text);
const accept = (message: IncomingMessage) => ({ accepted: true, turnId: message.id }) as const;
const refuse = () => {
  throw new AppError("INTAKE_DOWN");
};

describe("the offset", () => {
  test("is not moved over a message that waits at the door, nor over what came with it", async () => {
    const opened = Promise.withResolvers<void>();
    bot.host.door = async (message) => {
      if (message.chatId === "1") await opened.promise;
      return accept(message);
    };
    telegram.userSays(1, "slow");
    telegram.userSays(2, "quick");
    await bot.adapter.start();
    await bot.host.waitFor(() => texts().includes("quick"));
    assert.deepEqual(texts(), ["quick"]);
    assert.equal(telegram.pending(), 2);
    opened.resolve();
    await telegram.waitFor(() => telegram.pending() === 0);
    assert.deepEqual(texts(), ["quick", "slow"]);
  });

  test("is not moved by a stop in the middle: the next start gets the same message under the same id", async () => {
    const ids: string[] = [];
    bot.host.door = (message) => {
      ids.push(message.id);
      bot.host.host.log.debug({}, "refused");
      return refuse();
    };
    telegram.userSays(1, "600519");
    await bot.adapter.start();
    await bot.host.waitFor(() => ids.length > 0);
    await bot.adapter.stop();
    assert.equal(telegram.pending(), 1);
    bot.host.door = accept;
    await bot.adapter.start();
    const message = await bot.host.waitFor(() => bot.host.received[0]);
    assert.equal(message.id, ids[0]);
    await telegram.waitFor(() => telegram.pending() === 0);
  });

  test("is confirmed by the stop, so that held messages do not come again", async () => {
    await bot.adapter.start();
    telegram.userSays(1, "600519");
    await bot.host.waitFor(() => texts().length === 1);
    await bot.adapter.stop();
    assert.equal(telegram.pending(), 0);
  });
});

describe("while messages cannot be held", () => {
  test("each is tried until it is, and none of a chat overtakes another", async () => {
    let refusals = 3;
    bot.host.door = (message) => (refusals-- > 0 ? refuse() : accept(message));
    for (const text of ["one", "two", "three"]) telegram.userSays(1, text);
    await bot.adapter.start();
    await telegram.waitFor(() => telegram.pending() === 0);
    assert.deepEqual(texts(), ["one", "two", "three"]);
  });

  test("a message that trips over a defect is given up after some tries and does not block the others", async () => {
    bot.host.door = (message) => {
      if (message.text === "defect") throw new TypeError("defect");
      return accept(message);
    };
    telegram.userSays(1, "defect");
    telegram.userSays(1, "600519");
    await bot.adapter.start();
    await telegram.waitFor(() => telegram.pending() === 0);
    assert.deepEqual(texts(), ["600519"]);
  });
});

describe("what comes in", () => {
  test("the same update twice comes in under one id", async () => {
    await bot.adapter.start();
    const update = telegram.userSays(1, "600519");
    await telegram.waitFor(() => telegram.pending() === 0);
    telegram.repeat(update);
    await telegram.waitFor(() => telegram.pending() === 0);
    await bot.host.waitFor(() => texts().length === 2);
    assert.equal(bot.host.received[0]?.id, bot.host.received[1]?.id);
  });

  test("edits, buttons, groups and stickers come in; bots and junk do not, and nothing stays unconfirmed", async () => {
    await bot.adapter.start();
    const first = telegram.userSays(1, "600519");
    telegram.userSays(1, "000858", { edited: first.message?.message_id ?? 0 });
    telegram.userSays(1, "", { sticker: true });
    telegram.userSays(1, "beep", { from: { is_bot: true } });
    telegram.userSays(-100, "not for the bot");
    telegram.userSays(-100, "@qianmen_bot 茅台", { entities: [{ type: "mention", offset: 0, length: 12 }] });
    telegram.pushRaw({ message: {} });
    telegram.pushRaw({ message: { message_id: 1, chat: { id: "x" } } });
    telegram.press(1, 1, "/source t1");
    await telegram.waitFor(() => telegram.pending() === 0);
    const seen = bot.host.received.map((row) => `${row.chatKind} ${row.event} ${row.text}`).sort();
    assert.deepEqual(seen, [
      "direct button /source t1",
      "direct edited 000858",
      "direct new ",
      "direct new 600519",
      "group new 茅台",
    ]);
    assert.deepEqual(bot.host.malformed, []);
    await telegram.waitFor(() => telegram.calls.get("answercallbackquery") === 1);
  });
});

describe("a bad line to Telegram", () => {
  test("errors, 429 and dropped connections of getUpdates are sat out", async () => {
    await bot.adapter.start();
    telegram.fail("getUpdates", { kind: "error", status: 502 });
    telegram.fail("getUpdates", { kind: "too_many", retryAfter: 0 });
    telegram.fail("getUpdates", { kind: "drop" });
    telegram.fail("getUpdates", { kind: "error", status: 409, description: "Conflict" });
    telegram.userSays(1, "600519");
    await telegram.waitFor(() => telegram.pending() === 0);
    telegram.userSays(1, "000858");
    await bot.host.waitFor(() => texts().length === 2);
    assert.deepEqual(texts(), ["600519", "000858"]);
    await bot.host.waitFor(() => bot.adapter.health().ok);
  });

  test("a start without Telegram succeeds, says so in its health, and connects later", async () => {
    telegram.fail("getMe", { kind: "drop" }, 3);
    telegram.fail("deleteWebhook", { kind: "error", status: 500 }, 2);
    await bot.adapter.start();
    assert.equal(bot.adapter.health().ok, false);
    telegram.userSays(1, "600519");
    await bot.host.waitFor(() => texts().length === 1);
    assert.equal(bot.adapter.health().ok, true);
  });

  test("a start whose request is never answered goes on without it", async () => {
    const patient = await createBot(telegram, {}, { startPatienceMs: 5, requestTimeoutMs: 50 });
    telegram.fail("getMe", { kind: "hang" });
    await patient.adapter.start();
    telegram.userSays(1, "600519");
    await patient.host.waitFor(() => patient.host.received.length === 1);
    await patient.close();
  });

  test("a server that knows neither webhooks nor menus still serves", async () => {
    for (const method of ["deleteWebhook", "setMyCommands"])
      telegram.fail(
        method,
        { kind: "error", status: 404, description: "Not Found" },
        Number.POSITIVE_INFINITY,
      );
    await bot.adapter.start();
    assert.equal(bot.adapter.health().ok, true);
    telegram.userSays(1, "600519");
    await bot.host.waitFor(() => texts().length === 1);
  });

  test("a stop while Telegram cannot be reached ends at once", async () => {
    telegram.fail("getMe", { kind: "hang" }, Number.POSITIVE_INFINITY);
    const patient = await createBot(telegram, {}, { startPatienceMs: 5, requestTimeoutMs: 60_000 });
    await patient.adapter.start();
    await patient.close();
    assert.equal(patient.adapter.health().ok, false);
  });

  test("a webhook left over from before is taken away", async () => {
    await fetch(`${telegram.root}/bot${telegram.token}/setWebhook?url=https://example.com/hook`);
    telegram.userSays(1, "600519");
    await bot.adapter.start();
    await bot.host.waitFor(() => texts().length === 1);
  });
});

describe("settings that will never work", () => {
  test("a wrong token refuses to start, and names no token", async () => {
    const wrong = await createBot({ root: telegram.root, token: "123456:not-the-token" });
    await assert.rejects(wrong.adapter.start(), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, "CONFIG_INVALID");
      assert.match(error.message, /TELEGRAM_BOT_TOKEN/);
      assert.equal(error.message.includes("not-the-token"), false);
      return true;
    });
    await wrong.close();
  });

  test("no token appears in a log or a reason, whatever the server answers or the address is", async () => {
    const server = createServer((request, response) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ ok: false, error_code: 500, description: `at ${request.url}` }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const token = "123456:very-secret-token";
    const part = {
      turnId: "t",
      part: 0,
      of: 1,
      platform: "telegram",
      accountId: "1",
      chatId: "1",
      text: "x",
    };
    for (const place of [root, "http://127.0.0.1:1"]) {
      const echoing = await createBot({ root: place, token });
      await echoing.adapter.start();
      const outcome = await echoing.adapter.send({ ...part, buttons: [] });
      const told = JSON.stringify([outcome, echoing.adapter.health(), echoing.host.logged]);
      assert.equal(told.includes("very-secret-token"), false, told);
      await echoing.close();
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

test("the commands are offered in English, and in Chinese to those whose Telegram is Chinese", async () => {
  telegram.fail("setMyCommands", { kind: "error", status: 500 });
  await bot.adapter.start();
  const menu = async (language: string) => {
    const answer = await fetch(
      `${telegram.root}/bot${telegram.token}/getMyCommands?language_code=${language}`,
    );
    return (await answer.json()) as { result: unknown };
  };
  await telegram.waitFor(() => (telegram.calls.get("setmycommands") ?? 0) >= 3);
  assert.deepEqual((await menu("")).result, [
    { command: "help", description: "How to use" },
    { command: "source", description: "Where the numbers come from" },
  ]);
  assert.deepEqual((await menu("zh")).result, [
    { command: "help", description: "怎么用" },
    { command: "source", description: "数字的来源" },
  ]);
});

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, type TestContext, test } from "node:test";
import { Bot, GrammyError, HttpError, InputFile } from "grammy";
import { createTelegramEmulator, type TelegramEmulator } from "./telegram.ts";

let telegram: TelegramEmulator;
let bot: Bot;

const newBot = (token = telegram.token): Bot => new Bot(token, { client: { apiRoot: telegram.root } });

/** grammY's types ask for the signal of a shim that its Node build uses; the global one works as well. */
type ShimSignal = NonNullable<Parameters<Bot["api"]["getMe"]>[0]>;
const shim = (signal: AbortSignal): ShimSignal => signal as unknown as ShimSignal;

beforeEach(async () => {
  telegram = await createTelegramEmulator({ webhookRetryMs: 5 });
  bot = newBot();
});
afterEach(() => telegram.close());

const rejectsWith = (code: number, description: RegExp) => (error: unknown) => {
  assert.ok(error instanceof GrammyError);
  assert.equal(error.error_code, code);
  assert.match(error.description, description);
  return true;
};

test("a wrong token is unauthorized and an unknown method is not found", async () => {
  await assert.rejects(newBot("1:wrong").api.getMe(), rejectsWith(401, /Unauthorized/));
  const response = await fetch(`${telegram.root}/bot${telegram.token}/noSuchMethod`);
  assert.equal(response.status, 404);
  assert.deepEqual(await response.json(), { ok: false, error_code: 404, description: "Not Found" });
});

describe("polling with grammY", () => {
  test("a message arrives once, is answered with a quote, and is confirmed", async () => {
    const seen: string[] = [];
    bot.on("message:text", async (context) => {
      seen.push(context.message.text);
      await context.reply("¥1801.23", { reply_parameters: { message_id: context.message.message_id } });
    });
    const running = bot.start({ timeout: 5 });
    const update = telegram.userSays(11, "600519 现在多少钱?");
    const reply = await telegram.waitFor(() => telegram.sent.find((entry) => entry.chatId === 11));
    await telegram.waitFor(() => telegram.pending() === 0);
    await bot.stop();
    await running;
    assert.deepEqual(seen, ["600519 现在多少钱?"]);
    assert.equal(reply.replyTo, update.message?.message_id);
    assert.deepEqual(
      telegram.chat(11).map((message) => message.text),
      ["600519 现在多少钱?", "¥1801.23"],
    );
  });

  test("what is not confirmed by an offset is served again, and `repeat` serves a confirmed one again", async () => {
    const update = telegram.userSays(12, "hello");
    assert.equal((await bot.api.getUpdates()).length, 1);
    assert.equal((await bot.api.getUpdates()).length, 1);
    assert.deepEqual(await bot.api.getUpdates({ offset: update.update_id + 1 }), []);
    telegram.repeat(update);
    const again = await bot.api.getUpdates({ offset: update.update_id + 1 });
    assert.deepEqual(
      again.map((row) => row.update_id),
      [update.update_id],
    );
    assert.deepEqual(await bot.api.getUpdates({ offset: update.update_id + 1 }), []);
  });

  test("kinds that were not allowed are not served", async () => {
    await bot.api.getUpdates({ allowed_updates: ["callback_query"] });
    telegram.userSays(13, "unheard");
    const sent = await bot.api.sendMessage(13, "press", {
      reply_markup: { inline_keyboard: [[{ text: "来源", callback_data: "/source t1" }]] },
    });
    telegram.press(13, sent.message_id, "/source t1");
    const batch = await bot.api.getUpdates();
    assert.deepEqual(
      batch.map((row) => row.callback_query?.data),
      ["/source t1"],
    );
    assert.equal(await bot.api.answerCallbackQuery(batch[0]?.callback_query?.id ?? ""), true);
    await assert.rejects(bot.api.answerCallbackQuery("query0"), rejectsWith(400, /query ID is invalid/));
    await bot.api.getUpdates({ offset: (batch[0]?.update_id ?? 0) + 1, allowed_updates: [] });
  });

  test("a second poller ends the first one with a conflict", async () => {
    const first = bot.api.getUpdates({ timeout: 20 });
    await telegram.waitFor(() => (telegram.calls.get("getupdates") ?? 0) > 0);
    const refused = assert.rejects(first, rejectsWith(409, /terminated by other getUpdates/));
    await bot.api.getUpdates();
    await refused;
  });

  test("a client that leaves in the middle of a poll costs nothing", async () => {
    const leaving = new AbortController();
    const poll = bot.api.getUpdates({ timeout: 20 }, shim(leaving.signal));
    leaving.abort();
    await assert.rejects(poll);
    const { update_id } = telegram.userSays(14, "still here");
    const batch = await bot.api.getUpdates({ offset: update_id });
    assert.equal(batch.length, 1);
    await bot.api.getUpdates({ offset: update_id + 1 });
  });
});

describe("sending", () => {
  test("limits and missing messages are refused in Telegram's words", async () => {
    await assert.rejects(bot.api.sendMessage(21, "x".repeat(4097)), rejectsWith(400, /message is too long/));
    await assert.rejects(bot.api.sendMessage(21, "  "), rejectsWith(400, /message text is empty/));
    await assert.rejects(
      bot.api.sendMessage(21, "hi", { reply_parameters: { message_id: 999 } }),
      rejectsWith(400, /message to be replied not found/),
    );
    const sent = await bot.api.sendMessage(21, "hi", {
      reply_parameters: { message_id: 999, allow_sending_without_reply: true },
    });
    assert.equal(sent.reply_to_message, undefined);
    telegram.block(21);
    await assert.rejects(bot.api.sendMessage(21, "hi"), rejectsWith(403, /blocked by the user/));
    telegram.unblock(21);
  });

  test("an edit is applied, an identical one refused, a foreign or missing message not edited", async () => {
    const { message_id } = await bot.api.sendMessage(22, "正在查询");
    await bot.api.editMessageText(22, message_id, "¥1801.23");
    await assert.rejects(
      bot.api.editMessageText(22, message_id, "¥1801.23"),
      rejectsWith(400, /message is not modified/),
    );
    await assert.rejects(
      bot.api.editMessageText(22, 999, "x"),
      rejectsWith(400, /message to edit not found/),
    );
    const question = telegram.userSays(22, "mine");
    await assert.rejects(
      bot.api.editMessageText(22, question.message?.message_id ?? 0, "x"),
      rejectsWith(400, /message can't be edited/),
    );
    assert.equal(telegram.chat(22).find((message) => message.message_id === message_id)?.text, "¥1801.23");
    assert.deepEqual(
      telegram.sent.filter((entry) => entry.chatId === 22).map((entry) => entry.method),
      ["sendMessage", "editMessageText"],
    );
  });

  test("photos, chat actions and menus are taken", async () => {
    const photo = await bot.api.sendPhoto(23, new InputFile(Buffer.from("png"), "chart.png"), {
      caption: "近30日",
    });
    assert.equal(photo.caption, "近30日");
    assert.equal(photo.photo[0]?.file_size, 3);
    await bot.api.sendChatAction(23, "typing");
    assert.deepEqual(telegram.actions.at(-1), { chatId: 23, action: "typing" });
    const menu = [{ command: "help", description: "怎么用" }];
    await bot.api.setMyCommands(menu, { language_code: "zh" });
    assert.deepEqual(await bot.api.getMyCommands({ language_code: "zh" }), menu);
    assert.deepEqual(await bot.api.getMyCommands(), []);
  });
});

describe("faults", () => {
  test("429 says how long to wait, and only as often as planned", async () => {
    telegram.fail("sendMessage", { kind: "too_many", retryAfter: 3 });
    await assert.rejects(bot.api.sendMessage(31, "hi"), (error: unknown) => {
      assert.ok(error instanceof GrammyError);
      assert.equal(error.parameters.retry_after, 3);
      return true;
    });
    await bot.api.sendMessage(31, "hi");
    assert.equal(telegram.chat(31).length, 1);
  });

  test("a dropped call is not accepted; one accepted and then dropped is", async () => {
    telegram.fail("sendMessage", { kind: "drop" });
    await assert.rejects(bot.api.sendMessage(32, "lost"), HttpError);
    telegram.fail("sendMessage", { kind: "accept_then_drop" });
    await assert.rejects(bot.api.sendMessage(32, "kept"), HttpError);
    assert.deepEqual(
      telegram.chat(32).map((message) => message.text),
      ["kept"],
    );
  });

  test("500 and a hang are met by sends, while `*` leaves polling alone", async () => {
    telegram.fail("*", { kind: "error", status: 500 });
    assert.deepEqual(await bot.api.getUpdates(), []);
    await assert.rejects(bot.api.sendMessage(33, "hi"), rejectsWith(500, /Internal Server Error/));
    telegram.fail("sendMessage", { kind: "hang" });
    await assert.rejects(bot.api.sendMessage(33, "hi", {}, shim(AbortSignal.timeout(50))));
    assert.equal(telegram.chat(33).length, 0);
  });
});

test("a webhook gets its secret, is retried until it accepts, and keeps a chat's order", async (context: TestContext) => {
  const texts: string[] = [];
  const secrets = new Set<unknown>();
  let refusals = 2;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      secrets.add(request.headers["x-telegram-bot-api-secret-token"]);
      if (refusals-- > 0) return response.writeHead(500).end();
      texts.push(JSON.parse(body).message.text);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  await bot.api.setWebhook(url, { secret_token: "s3cret" });
  await assert.rejects(bot.api.getUpdates(), rejectsWith(409, /webhook is active/));
  for (const text of ["one", "two", "three"]) telegram.userSays(41, text);
  await telegram.waitFor(() => telegram.pending() === 0);
  assert.deepEqual(texts, ["one", "two", "three"]);
  assert.deepEqual([...secrets], ["s3cret"]);
  const info = await bot.api.getWebhookInfo();
  assert.equal(info.url, url);
  assert.match(info.last_error_message ?? "", /500/);
  await bot.api.deleteWebhook();
  assert.equal((await bot.api.getWebhookInfo()).url, "");
});

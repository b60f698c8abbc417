import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, afterEach, before, describe, test } from "node:test";
import type { OutboundPart } from "#contract";
import { createTransport, transportFault } from "../../../adapters/telegram/transport.ts";
import { createShortFetch } from "../../../src/http/short-fetch.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../../emulators/telegram.ts";
import { partFor } from "../contract.ts";
import { type Bot, createBot } from "./start.ts";

let telegram: TelegramEmulator;
let bot: Bot;

before(async () => {
  telegram = await createTelegramEmulator();
  bot = await createBot(telegram);
  await bot.adapter.start();
});
after(async () => {
  await bot.close();
  await telegram.close();
});
afterEach(() => telegram.clearFaults());

const chat = { platform: "telegram", accountId: "7000000001", chatId: "77" };
const send = (text: string, over: Partial<OutboundPart> = {}) => bot.adapter.send(partFor(chat, text, over));
const edit = async (receipt: string, text: string) =>
  bot.adapter.edit?.(receipt, partFor(chat, text)) ?? assert.fail("telegram can edit");
const receipt = async (text: string): Promise<string> => {
  const outcome = await send(text);
  return outcome.status === "delivered" ? outcome.receipt : assert.fail(outcome.status);
};

describe("a sent part", () => {
  test("is plain text that quotes its question, with buttons and without link previews", async () => {
    const question = telegram.userSays(77, "600519").message?.message_id;
    await send("贵州茅台(600519.SH) <b>_*", {
      replyTo: String(question),
      buttons: [{ label: "来源", action: "/source t1" }],
    });
    const entry = telegram.sent.at(-1);
    assert.equal(entry?.replyTo, question);
    assert.equal(entry?.text, "贵州茅台(600519.SH) <b>_*");
    assert.equal(entry?.params.parse_mode, undefined);
    assert.deepEqual(entry?.params.link_preview_options, { is_disabled: true });
    assert.deepEqual(entry?.params.reply_markup, {
      inline_keyboard: [[{ text: "来源", callback_data: "/source t1" }]],
    });
  });

  test("goes without the quote when the question is gone or its id is none of Telegram's", async () => {
    assert.equal((await send("late", { replyTo: "999999" })).status, "delivered");
    assert.equal((await send("odd", { replyTo: "not-a-number" })).status, "delivered");
  });

  test("loses a button that Telegram would refuse rather than its text", async () => {
    const buttons = [{ label: "来源", action: `/source ${"源".repeat(30)}` }];
    assert.equal((await send("with a long button", { buttons })).status, "delivered");
  });

  test("that is too long or goes to who blocked the bot is refused", async () => {
    assert.equal((await send("长".repeat(4097))).status, "refused");
    telegram.block(77);
    assert.equal((await send("blocked")).status, "refused");
    telegram.unblock(77);
  });

  test("waits as long as Telegram says after a 429", async () => {
    telegram.fail("sendMessage", { kind: "too_many", retryAfter: 7 });
    const outcome = await send("again");
    assert.equal(outcome.status, "retry");
    assert.equal(outcome.status === "retry" && outcome.afterMs, 7000);
  });

  test("may be retried after a revoked token", async () => {
    telegram.fail("sendMessage", { kind: "error", status: 401 });
    assert.equal((await send("again")).status, "retry");
  });

  test("may be retried where a proxy in front refused it with a page of its own: Telegram has not", async () => {
    for (const status of [403, 404]) {
      telegram.fail("sendMessage", { kind: "page", status });
      assert.equal((await send(`behind a proxy that answers ${status}`)).status, "retry");
    }
    const id = await receipt("正在查询");
    telegram.fail("editMessageText", { kind: "page", status: 403 });
    assert.equal((await edit(id, "答案")).status, "retry");
    telegram.fail("sendMessage", { kind: "page", status: 502 });
    assert.equal((await send("handed on, perhaps")).status, "unknown");
    await receipt("well again");
  });

  test("goes to the supergroup that its group has become, without the quote: there ids are others", async () => {
    telegram.fail("sendMessage", { kind: "moved", to: -1009 });
    assert.equal((await send("答案", { replyTo: "1" })).status, "delivered");
    const entry = telegram.sent.at(-1);
    assert.deepEqual(
      [entry?.chatId, entry?.text, entry?.params.reply_parameters],
      [-1009, "答案", undefined],
    );
    telegram.fail("sendMessage", { kind: "moved", to: -1009 }, Number.POSITIVE_INFINITY);
    assert.equal((await send("moved from there as well")).status, "refused");
    telegram.fail("editMessageText", { kind: "moved", to: -1009 });
    assert.equal((await edit("1", "not that message there")).status, "refused");
  });

  test("is unknown after a server error, for it may have been taken", async () => {
    for (const status of [500, 502]) {
      const count = telegram.chat(77).length;
      telegram.fail("sendMessage", { kind: "accept_then_error", status });
      assert.equal((await send(`taken, then ${status}`)).status, "unknown");
      assert.equal(telegram.chat(77).length, count + 1);
      telegram.fail("sendMessage", { kind: "error", status });
      assert.equal((await send(`${status} at once`)).status, "unknown");
    }
    await receipt("well again");
  });

  test("waits after a server error until Telegram answers anything at all, and is not tried before", async () => {
    const count = telegram.chat(77).length;
    telegram.fail("sendMessage", { kind: "error", status: 502 });
    assert.equal((await send("the first")).status, "unknown");
    telegram.fail("getMe", { kind: "error", status: 502 }, 2);
    const outcome = await send("the second");
    assert.deepEqual(outcome, { status: "retry", afterMs: 2000, reason: "502 Bad Gateway" });
    assert.equal((await edit("1", "the second")).status, "retry");
    assert.equal(telegram.chat(77).length, count);
    assert.equal((await send("the third")).status, "delivered");
    assert.equal((await send("the fourth")).status, "delivered");
    assert.equal(telegram.chat(77).length, count + 2);
  });

  test("is unknown when the connection drops, for it may have been taken", async () => {
    const count = telegram.chat(77).length;
    telegram.fail("sendMessage", { kind: "accept_then_drop" });
    assert.equal((await send("taken, but we cannot know")).status, "unknown");
    assert.equal(telegram.chat(77).length, count + 1);
    telegram.fail("sendMessage", { kind: "drop" });
    assert.equal((await send("not taken, but we cannot know")).status, "unknown");
  });

  test("is unknown when nobody answers in time", async () => {
    const silent = await createTelegramEmulator();
    const hasty = await createBot(silent, {}, { requestTimeoutMs: 200 });
    await hasty.adapter.start();
    silent.fail("sendMessage", { kind: "hang" }, Number.POSITIVE_INFINITY);
    assert.equal((await hasty.adapter.send(partFor(chat, "never answered"))).status, "unknown");
    await hasty.close();
    await silent.close();
  });

  test("may be retried when no connection came about: then it certainly was not taken", async () => {
    const gone = await createTelegramEmulator();
    const lonely = await createBot(gone, {}, { startPatienceMs: 1000 });
    await lonely.adapter.start();
    await gone.close();
    const outcome = await lonely.adapter.send(partFor(chat, "anyone?"));
    assert.equal(outcome.status, "retry");
    await lonely.close();
  });
});

describe("an edit", () => {
  test("replaces the text, and is delivered when it already read so", async () => {
    const id = await receipt("正在查询");
    assert.deepEqual(await edit(id, "答案"), { status: "delivered", receipt: id });
    assert.deepEqual(await edit(id, "答案"), { status: "delivered", receipt: id });
    assert.equal(telegram.chat(77).at(-1)?.text, "答案");
  });

  test("of a message that is gone or not ours is refused", async () => {
    const theirs = telegram.userSays(77, "question").message?.message_id;
    assert.equal((await edit("999999", "x")).status, "refused");
    assert.equal((await edit(String(theirs), "x")).status, "refused");
    assert.equal((await edit("not a receipt", "x")).status, "refused");
  });

  test("that dropped is unknown, and doing it again settles it", async () => {
    const id = await receipt("正在查询");
    telegram.fail("editMessageText", { kind: "accept_then_drop" });
    assert.equal((await edit(id, "答案")).status, "unknown");
    assert.equal((await edit(id, "答案")).status, "delivered");
  });

  test("waits as long as Telegram says after a 429", async () => {
    const id = await receipt("正在查询");
    telegram.fail("editMessageText", { kind: "too_many", retryAfter: 3 });
    assert.deepEqual(
      { ...(await edit(id, "答案")), reason: "" },
      { status: "retry", afterMs: 3000, reason: "" },
    );
  });
});

test("who is sent on to another address does not go there with the token, and has sent nothing", async () => {
  const visited: (string | undefined)[] = [];
  const portal = createServer((request, response) => {
    visited.push(request.url);
    response.writeHead(307, { location: "/login" }).end();
  }).listen(0, "127.0.0.1");
  await once(portal, "listening");
  const address = portal.address();
  const root = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const fetch = createShortFetch({ fallback: globalThis.fetch });
  const transport = createTransport({ fetch, requestTimeoutMs: 5000, pollTimeoutMs: 5000 });
  const fault = await transport(`${root}/bot7:key/sendMessage`, { body: "{}" }).then(
    () => undefined,
    (error: unknown) => transportFault(error),
  );
  portal.close();
  assert.deepEqual(fault, { code: "UNEXPECTED_REDIRECT", written: false });
  assert.deepEqual(visited, ["/bot7:key/sendMessage"]);
});

test("health says that nothing gets out, from the third failure to the next answer that does", async () => {
  const isOk = () => bot.adapter.health().ok;
  await receipt("before");
  telegram.fail("sendMessage", { kind: "too_many", retryAfter: 1 }, 3);
  for (let i = 0; i < 3; i += 1) await send("a flood");
  assert.equal(isOk(), true);
  telegram.fail("sendMessage", { kind: "error", status: 502 }, 3);
  await send("first");
  await send("second");
  assert.equal(isOk(), true);
  await send("third");
  assert.deepEqual(bot.adapter.health(), { ok: false, detail: "cannot send: 502 Bad Gateway" });
  await receipt("fourth");
  assert.equal(isOk(), true);
});

test("typing is shown, and a failure of it goes unnoticed", async () => {
  await bot.adapter.typing?.(chat);
  await telegram.waitFor(() => telegram.actions.length === 1);
  assert.deepEqual(telegram.actions, [{ chatId: 77, action: "typing" }]);
  telegram.fail("sendChatAction", { kind: "error", status: 500 });
  await bot.adapter.typing?.(chat);
});

describe("a part with a picture", () => {
  const png = Buffer.from("not really a picture");
  const artifacts = [{ name: "chart.png", mediaType: "image/png" as const, base64: png.toString("base64") }];
  const buttons = [{ label: "来源", action: "/source t1" }];

  test("is a photo with the text below, quoting its question, with its buttons", async () => {
    const question = telegram.userSays(77, "茅台K线图").message?.message_id;
    const outcome = await send("收盘价 ¥1791.73", { artifacts, buttons, replyTo: String(question) });
    assert.equal(outcome.status, "delivered");
    const entry = telegram.sent.at(-1);
    assert.deepEqual(
      [entry?.method, entry?.text, entry?.replyTo],
      ["sendPhoto", "收盘价 ¥1791.73", question],
    );
    assert.deepEqual(entry?.params.reply_markup, {
      inline_keyboard: [[{ text: "来源", callback_data: "/source t1" }]],
    });
  });

  test("takes the place of a progress text", async () => {
    const shown = await receipt("正在查询");
    const part = partFor(chat, "收盘价 ¥1791.73", { artifacts, buttons });
    assert.deepEqual(await bot.adapter.edit?.(shown, part), { status: "delivered", receipt: shown });
    const entry = telegram.sent.at(-1);
    assert.deepEqual([entry?.method, entry?.text], ["editMessageMedia", "收盘价 ¥1791.73"]);
  });

  describe("that Telegram refuses", () => {
    const refused = {
      kind: "error",
      status: 400,
      description: "Bad Request: not enough rights to send photos to the chat",
    } as const;

    test("is told without its picture, and says so", async () => {
      telegram.fail("sendPhoto", refused, 2);
      assert.equal((await send("收盘价 ¥1791.73", { artifacts, buttons })).status, "delivered");
      const entry = telegram.sent.at(-1);
      assert.deepEqual([entry?.method, entry?.text], ["sendMessage", "收盘价 ¥1791.73\n(图片没能显示)"]);
      assert.ok(entry?.params.reply_markup !== undefined);
      await send("close 1791.73", { artifacts });
      assert.equal(telegram.sent.at(-1)?.text, "close 1791.73\n(the picture could not be shown)");
    });

    test("takes the place of a progress text without it", async () => {
      const shown = await receipt("正在查询");
      telegram.fail("editMessageMedia", refused);
      const part = partFor(chat, "收盘价 ¥1791.73", { artifacts });
      assert.deepEqual(await bot.adapter.edit?.(shown, part), { status: "delivered", receipt: shown });
      assert.equal(telegram.chat(77).at(-1)?.text, "收盘价 ¥1791.73\n(图片没能显示)");
    });

    test("for the chat's sake or for now keeps it", async () => {
      const outcomeOf = async (status: number) => {
        telegram.fail("sendPhoto", { kind: "error", status });
        return (await send(`refused with ${status}`, { artifacts })).status;
      };
      const count = telegram.sent.length;
      assert.deepEqual(
        [await outcomeOf(403), await outcomeOf(429), await outcomeOf(502)],
        ["refused", "retry", "unknown"],
      );
      assert.equal(telegram.sent.length, count);
      await receipt("well again");
    });
  });
});

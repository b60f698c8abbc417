import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type IncomingMessage, incomingMessage } from "#contract";
import { readUpdate } from "../../../adapters/telegram/read-update.ts";

const bot = { id: 7000000001, username: "qianmen_bot" };
const view = { bot, commands: new Set(["help", "source"]), nowMs: 1_778_121_125_000 };
const person = { id: 42, is_bot: false, first_name: "小", last_name: "王" };
const direct = { id: 42, type: "private" };
const group = { id: -1001234567890, type: "supergroup", title: "股友" };
const date = 1_778_121_000;

const read = (fields: object, kind = "message"): IncomingMessage | undefined =>
  readUpdate({ update_id: 1, [kind]: { message_id: 7, date, from: person, ...fields } }, view).message;

const inGroup = (text: string, fields: object = {}) => read({ chat: group, text, ...fields });
const mention = (text: string, name: string) => ({
  entities: [{ type: "mention", offset: text.indexOf(name), length: name.length }],
});

describe("the title of a group", () => {
  test("comes with a message and with a button, cut; a direct chat has none", () => {
    assert.equal(inGroup("/help")?.chatTitle, "股友");
    const long = read({ chat: { ...group, title: ` ${"群".repeat(63)}🚀🚀 ` }, text: "/help" });
    assert.equal(long?.chatTitle, `${"群".repeat(63)}🚀`);
    assert.equal(read({ chat: { ...group, title: " " }, text: "/help" })?.chatTitle, undefined);
    assert.equal(read({ chat: { ...direct, title: "no group" }, text: "hi" })?.chatTitle, undefined);
    const press = { id: "cb1", from: person, data: "source", message: { message_id: 7, chat: group } };
    assert.equal(readUpdate({ update_id: 1, callback_query: press }, view).message?.chatTitle, "股友");
  });
});

describe("a direct message", () => {
  test("becomes a message under the schema, its id built from bot, chat and message", () => {
    const message = read({ chat: direct, text: "600519 现在多少钱?" });
    assert.deepEqual(message, {
      id: "telegram-7000000001-42-7",
      platform: "telegram",
      accountId: "7000000001",
      chatId: "42",
      chatKind: "direct",
      addressed: true,
      senderId: "42",
      senderName: "小 王",
      text: "600519 现在多少钱?",
      attachments: [],
      platformMessageId: "7",
      sentAt: "2026-05-07T02:30:00.000Z",
      event: "new",
    });
    assert.equal(incomingMessage.safeParse(message).success, true);
  });

  test("keeps its text as it is, also when empty, blank or very long", () => {
    for (const text of ["", "   ", "🚀🚀", "问".repeat(10_000), " /help "])
      assert.equal(read({ chat: direct, text })?.text, text);
  });

  test("that quotes another names it", () => {
    assert.equal(read({ chat: direct, text: "来源?", reply_to_message: { message_id: 5 } })?.replyTo, "5");
  });

  test("that quotes what stands in another chat quotes something that nobody here knows", () => {
    const elsewhere = { external_reply: { origin: { type: "user" }, message_id: 5 } };
    assert.equal(read({ chat: direct, text: "来源?", ...elsewhere })?.replyTo, "");
    assert.equal(read({ chat: direct, text: "来源?" })?.replyTo, undefined);
  });

  test("of a topic quotes only what it replies to, not the message that opened the topic", () => {
    const topic = { is_topic_message: true, message_thread_id: 5 };
    const replying = (id: number) =>
      read({ chat: direct, text: "它呢", ...topic, reply_to_message: { message_id: id } })?.replyTo;
    assert.deepEqual([replying(5), replying(6)], [undefined, "6"]);
  });

  test("with a picture, a voice or a sticker says what it is, and its caption is the text", () => {
    const photo = [{ file_id: "f", width: 1, height: 1 }];
    assert.deepEqual(read({ chat: direct, photo, caption: "这只呢" })?.attachments, [{ kind: "photo" }]);
    assert.equal(read({ chat: direct, photo, caption: "这只呢" })?.text, "这只呢");
    assert.deepEqual(read({ chat: direct, voice: { file_id: "f" } })?.attachments, [{ kind: "voice" }]);
    assert.deepEqual(read({ chat: direct, sticker: { file_id: "f" } })?.attachments, [{ kind: "sticker" }]);
    assert.deepEqual(read({ chat: direct, dice: { emoji: "🎲", value: 4 } })?.attachments, [
      { kind: "other" },
    ]);
  });

  test("with neither text nor anything else is an empty message", () => {
    assert.equal(read({ chat: direct })?.text, "");
  });

  test("that arrives without sender or date is still a message", () => {
    const message = read({ chat: direct, text: "600519", from: undefined, date: undefined });
    assert.equal(message?.senderId, "42");
    assert.equal(message?.sentAt, new Date(view.nowMs).toISOString());
  });
});

describe("an edited message", () => {
  test("has the id of the original and the time of the edit", () => {
    const message = read({ chat: direct, text: "000858", edit_date: date + 60 }, "edited_message");
    assert.equal(message?.id, "telegram-7000000001-42-7");
    assert.equal(message?.event, "edited");
    assert.equal(message?.sentAt, "2026-05-07T02:31:00.000Z");
  });

  test("without words asks nothing: a live location moves", () => {
    assert.equal(
      read({ chat: direct, location: { latitude: 1, longitude: 1 } }, "edited_message"),
      undefined,
    );
  });
});

describe("a pressed button", () => {
  const press = (fields: object) =>
    readUpdate({ update_id: 1, callback_query: { id: "123456", from: person, ...fields } }, view);

  test("is a message whose text is the button's action, with the pressed message to quote", () => {
    const { message, callbackId } = press({ data: "/source t1", message: { message_id: 9, chat: direct } });
    assert.equal(callbackId, "123456");
    assert.equal(message?.id, "telegram-7000000001-42-cb123456");
    assert.equal(message?.event, "button");
    assert.equal(message?.text, "/source t1");
    assert.equal(message?.platformMessageId, "9");
    assert.equal(incomingMessage.safeParse(message).success, true);
  });

  test("without data or message is only answered", () => {
    assert.deepEqual(
      Object.keys(press({ message: { message_id: 9, chat: direct } })).includes("message"),
      false,
    );
    const withoutMessage = press({ data: "/source t1" });
    assert.equal(withoutMessage.message, undefined);
    assert.equal(withoutMessage.callbackId, "123456");
  });
});

describe("in a group", () => {
  test("talk among people is none of ours", () => {
    assert.equal(inGroup("茅台涨了"), undefined);
    assert.equal(inGroup("问 @other_bot", mention("问 @other_bot", "@other_bot")), undefined);
    assert.equal(inGroup("@qianmen_bot_2 你好", mention("@qianmen_bot_2 你好", "@qianmen_bot_2")), undefined);
  });

  test("a mention addresses us and is taken out, whatever its case and place", () => {
    const cases = [
      ["@qianmen_bot 600519 现在多少钱", "600519 现在多少钱"],
      ["600519 现在多少钱 @Qianmen_Bot", "600519 现在多少钱"],
      ["请 @qianmen_bot 看看茅台", "请 看看茅台"],
      ["🚀 @qianmen_bot", "🚀"],
    ] as const;
    for (const [text, rest] of cases) {
      const name = text.match(/@\w+/)?.[0] ?? "";
      const message = inGroup(text, mention(text, name));
      assert.equal(message?.text, rest);
      assert.equal(message?.chatKind, "group");
      assert.equal(message?.addressed, true);
      assert.equal(message?.id, "telegram-7000000001--1001234567890-7");
      assert.equal(incomingMessage.safeParse(message).success, true);
    }
  });

  test("a mention is found where the entities did not arrive, and by the bot's id where it is named otherwise", () => {
    assert.equal(inGroup("@qianmen_bot 茅台")?.text, "茅台");
    const named = { entities: [{ type: "text_mention", offset: 0, length: 2, user: { id: bot.id } }] };
    assert.equal(inGroup("前门 茅台", named)?.text, "茅台");
  });

  test("a mention in a caption counts", () => {
    const caption = "@qianmen_bot 这只";
    const entities = { caption_entities: mention(caption, "@qianmen_bot").entities };
    const message = read({ chat: group, photo: [{}], caption, ...entities });
    assert.equal(message?.text, "这只");
  });

  test("a reply to one of our messages addresses us, a reply to a person does not", () => {
    const quoting = (id: number) => ({
      reply_to_message: { message_id: 3, from: { id, is_bot: id === bot.id } },
    });
    assert.equal(inGroup("它的市盈率呢", quoting(bot.id))?.replyTo, "3");
    assert.equal(inGroup("它的市盈率呢", quoting(43)), undefined);
  });

  test("a command is ours with our name or by being one of ours, never with another bot's name", () => {
    assert.equal(inGroup("/help@qianmen_bot")?.text, "/help");
    assert.equal(inGroup("/anything@QIANMEN_BOT 600519")?.text, "/anything 600519");
    assert.equal(inGroup("/source")?.text, "/source");
    assert.equal(inGroup("/ban 42"), undefined);
    assert.equal(inGroup("/help@other_bot"), undefined);
    const reply = { reply_to_message: { message_id: 3, from: { id: bot.id, is_bot: true } } };
    assert.equal(inGroup("/help@other_bot", reply), undefined);
  });

  test("an anonymous administrator is a person, a linked channel is not", () => {
    const asGroup = { from: { id: 1087968824, is_bot: true, first_name: "Group" }, sender_chat: group };
    assert.equal(inGroup("@qianmen_bot 茅台", asGroup)?.senderId, String(group.id));
    const asChannel = { sender_chat: { id: -1009, type: "channel" } };
    assert.equal(inGroup("@qianmen_bot 茅台", asChannel), undefined);
  });
});

describe("what is not a person's message", () => {
  test("messages of bots, channel posts and service messages are ignored", () => {
    assert.equal(read({ chat: direct, text: "hi", from: { id: 43, is_bot: true } }), undefined);
    assert.equal(read({ chat: { id: -1009, type: "channel" }, text: "news" }), undefined);
    assert.equal(read({ chat: direct, pinned_message: { message_id: 3 } }), undefined);
    assert.equal(read({ chat: direct, some_future_notice: {} }), undefined);
    assert.equal(readUpdate({ update_id: 1, channel_post: { text: "news" } }, view).message, undefined);
  });

  test("updates with missing fields are ignored", () => {
    const updates = [
      {},
      null,
      7,
      "x",
      [],
      { update_id: 1 },
      { update_id: 1, message: {} },
      { message: null },
    ];
    for (const update of updates) assert.equal(readUpdate(update, view).message, undefined);
    assert.equal(read({ chat: direct, text: "x", message_id: undefined }), undefined);
    assert.equal(read({ chat: { type: "private" }, text: "x" }), undefined);
  });

  test("no shape of an update throws, and what comes out keeps the schema", () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom(person, direct, group, "@qianmen_bot", date, 7));
    const whole = {
      message_id: 7,
      date,
      chat: direct,
      from: person,
      text: "600519",
      id: "1",
      data: "/source",
    };
    const keys = [
      ...Object.keys(whole),
      "edit_date",
      "caption",
      "entities",
      "reply_to_message",
      "photo",
      "message",
    ];
    // a sound body of which any field may be replaced by anything
    const body = fc.dictionary(fc.constantFrom(...keys), field).map((fields) => ({ ...whole, ...fields }));
    const kinds = fc.constantFrom("message", "edited_message", "callback_query", "poll");
    let messages = 0;
    fc.assert(
      fc.property(kinds, body, (kind, fields) => {
        const { message } = readUpdate({ update_id: 1, [kind]: fields }, view);
        if (message === undefined) return;
        messages += 1;
        assert.equal(incomingMessage.safeParse(message).error, undefined);
      }),
      { numRuns: 2000 },
    );
    assert.ok(messages > 0);
  });
});

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { ModelsEmulator } from "../emulators/models.ts";
import type { TelegramEmulator } from "../emulators/telegram.ts";
import { type Chat, newChat, patienceMs, progressText } from "./chat.ts";
import { type ModelLine, openModelLine } from "./telegram-line.ts";

const question = "600519 现在多少钱";
const cited = /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23\(sample, 2026-05-07 10:32\)/;

let line: ModelLine;
let telegram: TelegramEmulator;
let models: ModelsEmulator;

before(async () => {
  line = await openModelLine({
    MODEL_ROUTING: "builtin",
    MODEL_SYNTHESIS: "openai:writer",
    MODEL_ESCALATION: "openai:writer",
  });
  ({ telegram, models } = line);
});
afterEach(() => {
  telegram.clearFaults();
  models.clearFaults();
  models.release();
});
after(() => line?.close());

/** Sends something that takes until the models are released; resolves with its message when the model has been asked. */
async function sayAndHold(chat: Chat, text: string): Promise<number> {
  models.hold();
  const asked = chat.say(text);
  await models.waitFor(() => models.waiting() > 0, patienceMs, "the model to be asked");
  return asked;
}

test("a question gets one cited answer that quotes it and carries the button 来源", async () => {
  const chat = newChat(telegram);
  const answer = await chat.answerTo(chat.say(question));
  assert.match(answer.text ?? "", cited);
  const { inline_keyboard: rows } = answer.reply_markup as { inline_keyboard: { text: string }[][] };
  assert.deepEqual(
    rows.map((row) => row.map(({ text }) => text)),
    [["来源"]],
  );
  assert.equal(chat.said().length, 1);
});

test("sample data on a platform where people ask: answers that show some say so in their language, others do not; the start warns", async () => {
  const chat = newChat(telegram);
  assert.match(await chat.ask(question), /\n示例数据,非真实行情。$/);
  assert.match(await chat.ask("How much is 600519 now?"), /\nSample data, not real quotes\.$/);
  const { caption } = await chat.answerTo(chat.say("画一下茅台最近一个月的走势图"));
  assert.match(caption ?? "", /\n示例数据,非真实行情。$/);
  assert.doesNotMatch(await chat.ask("市盈率是什么意思"), /非真实行情/);
  assert.match(
    line.service.output(),
    /^ {2}warning +telegram: people are answered with made-up sample data/m,
  );
});

test("the button and 这个数哪来的 list source, table, dates and tool call of every number", async () => {
  const chat = newChat(telegram);
  const answer = await chat.answerTo(chat.say(question));
  const { inline_keyboard: rows } = answer.reply_markup as { inline_keyboard: { callback_data: string }[][] };
  telegram.press(chat.id, answer.message_id, rows[0]?.[0]?.callback_data ?? "");
  const pressed = await telegram.waitFor(() => chat.said()[1]?.text, patienceMs, "the list of sources");
  const asked = await chat.ask("这个数哪来的");
  assert.equal(asked, pressed);
  const numbers = (answer.text ?? "").replace(/\([^()]*\)/g, "").match(/\d[\d.]+/g) ?? [];
  assert.ok(numbers.length >= 2);
  for (const number of numbers) assert.ok(asked.includes(number), number);
  for (const line of asked.split("\n")) {
    assert.match(
      line,
      /来源 sample; 表 \w+; 数据时间 2026-05-07 10:32:05; 取数时间 2026-05-07 10:32:05; 编号 tc_\w+/,
    );
  }
});

test("a button pressed under an older answer lists that answer's numbers, and its query is answered", async () => {
  const chat = newChat(telegram);
  const first = await chat.answerTo(chat.say(question));
  await chat.ask("五粮液现在多少钱");
  const { inline_keyboard: rows } = first.reply_markup as { inline_keyboard: { callback_data: string }[][] };
  const answered = telegram.calls.get("answercallbackquery") ?? 0;
  telegram.press(chat.id, first.message_id, rows[0]?.[0]?.callback_data ?? "");
  const list = await telegram.waitFor(() => chat.said()[2]?.text, patienceMs);
  assert.match(list, /600519\.SH/);
  assert.doesNotMatch(list, /000858/);
  await telegram.waitFor(() => (telegram.calls.get("answercallbackquery") ?? 0) > answered, patienceMs);
});

test("a bare code goes on in the language of its conversation, and so do its sources", async () => {
  const chat = newChat(telegram);
  await chat.ask("price of Moutai");
  assert.match(await chat.ask("000858"), /^Wuliangye\(000858\.SZ\) current price/);
  assert.match(await chat.ask("/source"), /^Wuliangye\(000858\.SZ\) .+ — source sample; table/);
  assert.match(await chat.ask("五粮液呢"), /^五粮液\(000858\.SZ\) 当前价/);
  assert.match(await chat.ask("600519"), /^贵州茅台\(600519\.SH\) 当前价/);
});

test("somebody else's answer cannot be listed from another chat", async () => {
  const owner = newChat(telegram);
  const answer = await owner.answerTo(owner.say(question));
  const { inline_keyboard: rows } = answer.reply_markup as { inline_keyboard: { callback_data: string }[][] };
  const stranger = newChat(telegram);
  const list = await stranger.ask(rows[0]?.[0]?.callback_data ?? "");
  assert.match(list, /^还没有带数字的回答/);
});

test("commands answer at once and in both languages where nothing was said yet", async () => {
  const chat = newChat(telegram);
  for (const command of ["/start", "/help"]) {
    const answer = await chat.ask(command);
    assert.match(answer, /600519/);
    assert.match(answer, /\/(help|source)/);
    assert.match(answer, /\p{Script=Han}[\s\S]*(Hello|Just ask)/u);
  }
  assert.equal(await chat.ask("/cancel"), "没有正在处理的问题。");
  assert.equal(await chat.ask("/nonsense"), "没有这个命令。发送 /help 查看能做什么。");
});

test("commands are registered with Telegram, in English and in Chinese", async () => {
  await telegram.waitFor(() => (telegram.calls.get("setmycommands") ?? 0) >= 2, patienceMs);
  const ask = async (language: string) => {
    const url = `${telegram.root}/bot${telegram.token}/getMyCommands?language_code=${language}`;
    const { result } = (await (await fetch(url)).json()) as { result: { command: string }[] };
    return result.map(({ command }) => command);
  };
  assert.deepEqual(await ask("zh"), ["start", "help", "new", "source", "cancel"]);
  assert.deepEqual(await ask(""), ["start", "help", "new", "source", "cancel"]);
});

test("follow-ups find their company and their question; /new forgets both", async () => {
  const chat = newChat(telegram);
  await chat.ask("600519 现在多少钱");
  assert.match(
    await chat.ask("它的市盈率呢"),
    /^贵州茅台\(600519\.SH\) 市盈率\(TTM\) [\d.]+倍\(sample, 2026-05-06\)/,
  );
  assert.match(await chat.ask("五粮液呢"), /^五粮液\(000858\.SZ\) 市盈率\(TTM\)/);
  assert.equal(await chat.ask("/new"), "好的,开始新的对话。");
  assert.match(await chat.ask("它的市盈率呢"), /^没能理解要查什么/);
  assert.equal(await chat.ask("/source"), "还没有带数字的回答可以查出处。");
});

for (const [reply, company] of [
  ["1", "平安银行(000001.SZ)"],
  ["2", "中国平安(601318.SH)"],
  ["中国平安", "中国平安(601318.SH)"],
  ["000001", "平安银行(000001.SZ)"],
] as const) {
  test(`an ambiguous name is asked back, and ${reply} settles it`, async () => {
    const chat = newChat(telegram);
    const back = await chat.ask("平安昨天收盘多少");
    assert.match(back, /1\. 平安银行\(000001\.SZ\)\n2\. 中国平安\(601318\.SH\)/);
    assert.doesNotMatch(back, /¥|%/);
    const answer = await chat.ask(reply);
    assert.ok(answer.startsWith(`${company} 收盘价 ¥`), answer);
    assert.match(answer, /\(sample, 2026-05-06\)/);
  });
}

test("in a group only a mention, a reply or a command is answered, each sender with a memory of their own", async () => {
  const group = newChat(telegram, "group");
  group.say("600519 现在多少钱");
  const mention = "@qianmen_bot 600519 现在多少钱";
  const entities = [{ type: "mention", offset: 0, length: "@qianmen_bot".length }];
  const asked = group.say(mention, { entities, from: { id: 501 } });
  const answer = await group.answerTo(asked);
  assert.match(answer.text ?? "", cited);
  const reply = await group.ask("它的市盈率呢", { replyTo: answer.message_id, from: { id: 501 } });
  assert.match(reply, /600519\.SH\) 市盈率/);
  const bare = group.say("@qianmen_bot 它的市盈率呢", { entities, from: { id: 502 } });
  assert.doesNotMatch((await group.answerTo(bare)).text ?? "", /市盈率\(TTM\) \d/);
  const other = await group.ask("它的市盈率呢", { replyTo: answer.message_id, from: { id: 502 } });
  assert.match(other, /600519\.SH\) 市盈率/, "what is quoted is everybody's");
  assert.match(await group.ask("/help@qianmen_bot", { from: { id: 502 } }), /\/source/);
  assert.equal(group.said().length, 5, "the message to nobody got no answer");
});

test("the same update twice is one question and one answer", async () => {
  const chat = newChat(telegram);
  const update = telegram.userSays(chat.id, question);
  await chat.answerTo(update.message?.message_id ?? 0);
  telegram.repeat(update);
  await chat.ask("/help");
  assert.equal(chat.said().length, 2);
});

test("an edit replaces a question that still waits", async () => {
  const chat = newChat(telegram);
  const slow = await sayAndHold(chat, question);
  const waiting = chat.say("五粮液现在多少钱");
  await telegram.waitFor(() => telegram.pending() === 0, patienceMs);
  chat.say("宁德时代现在多少钱", { edited: waiting });
  await telegram.waitFor(() => telegram.pending() === 0, patienceMs);
  models.release();
  const answer = await chat.answerTo(waiting);
  assert.match(answer.text ?? "", /^宁德时代\(300750\.SZ\)/);
  assert.match((await chat.answerTo(slow)).text ?? "", cited);
  assert.equal(chat.said().length, 2);
});

test("an edit after the answer is told to be sent anew, and the answer stands", async () => {
  const chat = newChat(telegram);
  const asked = chat.say(question);
  await chat.answerTo(asked);
  chat.say("五粮液现在多少钱", { edited: asked });
  const notice = await telegram.waitFor(() => chat.answersTo(asked)[1]?.text, patienceMs);
  assert.equal(notice, "这条消息已在处理,修改不会生效。请把新问题重新发一遍。");
  assert.match(chat.answersTo(asked)[0]?.text ?? "", cited);
});

test("what is no question gets a clear answer and costs no model call", async () => {
  const chat = newChat(telegram);
  const before = models.calls.length;
  const unreadable = "目前只能读文字,看不了图片、语音或贴纸。请用文字提问。";
  assert.equal(await chat.ask("", { sticker: true }), unreadable);
  assert.equal(await chat.ask("", { photo: true }), unreadable);
  assert.equal(await chat.ask("", { voice: true }), unreadable);
  for (const empty of ["   ", "\u200b"]) assert.match(await chat.ask(empty), /^没有收到文字/);
  assert.match(await chat.ask("😀👍🏽"), /^收到😊/);
  assert.match(await chat.ask("茅台".repeat(5000)), /^消息太长\(上限 8,192 个字符\)/);
  assert.equal(models.calls.length, before);
});

test("a photo's caption is a question", async () => {
  const chat = newChat(telegram);
  assert.match(await chat.ask(question, { photo: true }), cited);
});

test("a bot's message, an update of unknown kind and one with missing fields are passed over", async () => {
  const chat = newChat(telegram);
  chat.say(question, { from: { id: 99, is_bot: true } });
  telegram.pushRaw({ poll: { id: "1" } });
  telegram.pushRaw({ message: { message_id: 5 } });
  telegram.pushRaw({ callback_query: { id: "77", from: { id: 1, is_bot: false, first_name: "U" } } });
  assert.match(await chat.ask(question), cited);
  assert.equal(chat.said().length, 1);
});

test("a slow answer shows typing, then a progress message that becomes the answer", async () => {
  const chat = newChat(telegram);
  const asked = await sayAndHold(chat, question);
  const typing = () => telegram.actions.filter(({ chatId }) => chatId === chat.id);
  const sent = () => telegram.sent.filter(({ chatId }) => chatId === chat.id);
  await telegram.waitFor(() => typing().length > 0 && sent().length > 0, patienceMs, "the progress");
  models.release();
  const answer = await chat.answerTo(asked);
  assert.ok(typing().every(({ action }) => action === "typing"));
  const here = sent();
  assert.deepEqual(
    here.map(({ method }) => method),
    ["sendMessage", "editMessageText"],
  );
  assert.match(here[0]?.text ?? "", progressText);
  assert.equal(here[0]?.replyTo, asked);
  assert.equal(here[0]?.messageId, here[1]?.messageId);
  assert.match(answer.text ?? "", cited);
  assert.ok(answer.reply_markup, "the edited answer has its button");
  assert.equal(telegram.chat(chat.id).length, 2, "question and answer, nothing else");
  await chat.ask("五粮液现在多少钱");
  assert.match(
    await chat.ask("它的市盈率呢", { replyTo: answer.message_id }),
    /^贵州茅台\(600519\.SH\) 市盈率/,
  );
});

test("/cancel ends what is being answered and what waits, is said once, and the chat goes on", async () => {
  const chat = newChat(telegram);
  const running = await sayAndHold(chat, question);
  const waiting = chat.say("五粮液现在多少钱");
  await telegram.waitFor(() => telegram.pending() === 0, patienceMs);
  assert.equal(await chat.ask("/cancel"), "已取消 2 个问题。");
  models.release();
  assert.match(await chat.ask("宁德时代现在多少钱"), /300750/);
  assert.deepEqual([chat.answersTo(running).length, chat.answersTo(waiting).length], [0, 0]);
  assert.equal(chat.said().length, 2);
});

test("a rate limit of Telegram's is waited for, and order is kept", async () => {
  const chat = newChat(telegram);
  telegram.fail("sendMessage", { kind: "too_many", retryAfter: 1 });
  const first = chat.say(question);
  const second = chat.say("五粮液现在多少钱");
  await Promise.all([chat.answerTo(first), chat.answerTo(second)]);
  assert.deepEqual([chat.answered(), chat.said().length], [[first, second], 2]);
});

test("a connection cut after acceptance is sent once more at most, marked as a possible repeat", async () => {
  const chat = newChat(telegram);
  telegram.fail("sendMessage", { kind: "accept_then_drop" });
  const asked = chat.say(question);
  await telegram.waitFor(() => chat.answersTo(asked).length === 2, patienceMs, "the second send");
  const [first, second] = chat.answersTo(asked).map(({ text }) => text ?? "");
  assert.match(first ?? "", cited);
  assert.equal(second, `(可能重复) ${first}`);
  await chat.ask("/help");
  assert.equal(chat.answersTo(asked).length, 2);
});

test("a send that met a server error is repeated once, marked, for Telegram may have taken it", async () => {
  const chat = newChat(telegram);
  telegram.fail("sendMessage", { kind: "accept_then_error", status: 502 });
  const asked = chat.say(question);
  await telegram.waitFor(() => chat.answersTo(asked).length === 2, patienceMs);
  const [first, second] = chat.answersTo(asked);
  assert.match(first?.text ?? "", cited);
  assert.equal(second?.text, `(可能重复) ${first?.text}`);
});

test("server errors without end cost one answer two sends, and the chat goes on", async () => {
  const chat = newChat(telegram);
  telegram.fail("sendMessage", { kind: "accept_then_error", status: 500 }, 2);
  const asked = chat.say(question);
  assert.match(await chat.ask("五粮液现在多少钱"), /000858/);
  assert.equal(chat.answersTo(asked).length, 2);
});

test("a chat that has blocked the bot holds nobody else up", async () => {
  const [blocker, other] = [newChat(telegram), newChat(telegram)];
  telegram.block(blocker.id);
  blocker.say(question);
  assert.match(await other.ask(question), cited);
  telegram.unblock(blocker.id);
  assert.match(await blocker.ask("五粮液现在多少钱"), /000858/);
});

test("every message of one chat is answered in its order while chats run side by side", async () => {
  const chats = Array.from({ length: 6 }, () => newChat(telegram));
  const codes = ["600519", "000858", "300750", "002594", "601318"];
  const asked = chats.map((chat) => codes.map((code) => chat.say(`${code} 多少钱`)));
  await telegram.waitFor(() => chats.every((chat) => chat.said().length === codes.length), patienceMs);
  chats.forEach((chat, at) => {
    const ids = asked[at] ?? [];
    assert.deepEqual(chat.answered(), ids);
    for (const [index, id] of ids.entries())
      assert.match(chat.answersTo(id)[0]?.text ?? "", new RegExp(`${codes[index]}\\.`));
  });
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TelegramEmulator, TgMessage } from "../emulators/telegram.ts";
import { type Chat, newChat } from "./chat.ts";
import type { Service } from "./service.ts";
import { openTelegramLine, type TelegramLine } from "./telegram-line.ts";

let line: TelegramLine;
let telegram: TelegramEmulator;
let service: Service;

before(async () => {
  line = await openTelegramLine();
  ({ telegram, service } = line);
});
after(() => line?.close());

const answered = (chat: Chat, text: string): Promise<TgMessage> => chat.answerTo(chat.say(text));
const askBack = /^引用的那条消息里没有可以接着问的股票/;
const moutaiPe = /^贵州茅台\(600519\.SH\) 市盈率\(TTM\) [\d.]+倍.*\(sample, 2026-05-06\)/;

/** Two answers about two companies, the older one to be quoted. */
async function twoAnswers() {
  const chat = newChat(telegram);
  const older = await answered(chat, "600519 现在多少钱");
  const newer = await answered(chat, "五粮液现在多少钱");
  return { chat, older, newer };
}

test("它 in a reply to an earlier answer is that answer's company, and the conversation goes on from there", async () => {
  const { chat, older, newer } = await twoAnswers();
  const quoting = { replyTo: older.message_id };
  assert.match(await chat.ask("它的市盈率呢", quoting), moutaiPe);
  assert.match(await chat.ask("它的市净率呢"), /^贵州茅台\(600519\.SH\) 市净率/);
  assert.match(await chat.ask("它的市盈率呢", { replyTo: newer.message_id }), /^五粮液\(000858\.SZ\) 市盈率/);
  assert.match(await chat.ask("昨天收盘呢", quoting), /^贵州茅台\(600519\.SH\) 收盘价 .*2026-05-06/);
});

test("a reply to one's own earlier question means its answer", async () => {
  const chat = newChat(telegram);
  const own = chat.say("600519 的市盈率");
  await chat.answerTo(own);
  await chat.ask("宁德时代现在多少钱");
  assert.match(await chat.ask("那五粮液呢", { replyTo: own }), /^五粮液\(000858\.SZ\) 市盈率/);
});

test("来源 in a reply lists the quoted answer's sources, in other words too", async () => {
  const { chat, older } = await twoAnswers();
  for (const words of ["来源", "这个数哪来的", "/source", "这些数据都是从哪里拿到的"]) {
    const listing = await chat.ask(words, { replyTo: older.message_id });
    assert.match(listing, /贵州茅台/, words);
    assert.doesNotMatch(listing, /五粮液|000858/, words);
  }
});

test("a quote of which nothing is known is asked back where it matters, and passed over where a company is named", async () => {
  const { chat } = await twoAnswers();
  const stranger = { message_id: 999_999, from: { id: 99, is_bot: true, first_name: "Other" } };
  const quoting = { extra: { reply_to_message: stranger } };
  assert.match(await chat.ask("它的市盈率呢", quoting), askBack);
  assert.match(await chat.ask("昨天呢", quoting), askBack);
  assert.match(await chat.ask("和600519比呢", quoting), askBack);
  assert.match(await chat.ask("来源", quoting), /^引用的那条消息里没有可以查出处的数字/);
  assert.match(await chat.ask("大盘怎么样", quoting), /上证指数/);
  assert.match(await chat.ask("600519 的市盈率", quoting), moutaiPe);
  assert.match(await chat.ask("它的市盈率呢"), moutaiPe, "the conversation itself is as it was");
});

test("a quote of another chat's message, or of a notice about no company, is never the newest company", async () => {
  const [chat, another] = [newChat(telegram), newChat(telegram)];
  const far = another.say("600519 现在多少钱", { messageId: 5000 });
  const older = await another.answerTo(far);
  await another.ask("五粮液现在多少钱");
  assert.match(await another.ask("它的市盈率呢", { replyTo: far }), moutaiPe);
  await chat.ask("五粮液现在多少钱");
  const elsewhere = { message_id: far, from: telegram.bot, text: older.text ?? "" };
  assert.match(await chat.ask("它的市盈率呢", { extra: { reply_to_message: elsewhere } }), askBack);
  assert.match(await chat.ask("它的市盈率呢", { extra: { external_reply: { chat: { id: 1 } } } }), askBack);
  const notice = await answered(chat, "/help");
  assert.match(await chat.ask("它的市盈率呢", { replyTo: notice.message_id }), askBack);
});

test("in a group another person's answer may be quoted for its company, not for their list", async () => {
  const group = newChat(telegram, "group");
  const entities = [{ type: "mention", offset: 0, length: "@qianmen_bot".length }];
  const ask = (text: string, id: number) =>
    group.answerTo(group.say(`@qianmen_bot ${text}`, { entities, from: { id } }));
  const price = await ask("600519 现在多少钱", 501);
  await ask("把五粮液加入自选", 501);
  const list = await ask("我的自选", 501);
  await ask("宁德时代现在多少钱", 502);
  const quote = (message: TgMessage) => ({ replyTo: message.message_id, from: { id: 502 } });
  assert.match(await group.ask("它的市盈率呢", quote(price)), moutaiPe);
  assert.match(await group.ask("我的自选", quote(list)), /^你的自选还是空的/);
  assert.match(await group.ask("它的市盈率呢", quote(list)), askBack);
});

test("a quote leads to its answer across a restart, and nowhere once its person is forgotten", async () => {
  const { chat, older } = await twoAnswers();
  const other = await twoAnswers();
  await service.stop({ keep: true });
  await service.start();
  assert.match(await chat.ask("它的市盈率呢", { replyTo: older.message_id }), moutaiPe);
  const { code, stdout, stderr } = await service.cli("forget", `telegram:${chat.id}`, "--yes");
  assert.equal(code, 0, stdout + stderr);
  await chat.ask("五粮液现在多少钱");
  assert.match(await chat.ask("它的市盈率呢", { replyTo: older.message_id }), askBack);
  assert.match(await other.chat.ask("它的市盈率呢", { replyTo: other.older.message_id }), moutaiPe);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bot, createBots } from "./start.ts";

const createBot = await createBots();

const sends = ({ channel }: Bot): number => channel.calls.get("sendmessage") ?? 0;

test("an answer is delivered with the channel's own id, exact to the last digit", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const outcome = await bot.adapter.send(bot.part("当前价 ¥1801.23"));
  const [shown] = bot.channel.shown();
  assert.deepEqual(outcome, { status: "delivered", receipt: shown?.messageId });
  assert.ok(BigInt(shown?.messageId ?? 0) > 2n ** 53n);
  assert.deepEqual(bot.channel.violations, []);
});

test("a part that is sent again is shown once and keeps its receipt", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const part = bot.part("答案");
  const first = await bot.adapter.send(part);
  assert.deepEqual(await bot.adapter.send(part), first);
  assert.equal(sends(bot), 1);
});

test("two parts of one turn are two messages", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const part = bot.part("一", { of: 2 });
  await bot.adapter.send(part);
  await bot.adapter.send({ ...part, part: 1, text: "二" });
  assert.deepEqual(bot.texts(), ["一", "二"]);
});

test("a yes without a message id is unconfirmed, not tried again, and offered once when the person writes", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "silent" });
  const outcome = await bot.adapter.send(bot.part("当前价 ¥1801.23"));
  assert.equal(outcome.status, "unconfirmed");
  assert.equal(sends(bot), 1);
  assert.deepEqual(bot.counted, ["unconfirmed"]);
  await bot.hears("在吗");
  await bot.channel.waitFor(() => bot.texts().length > 0);
  await bot.hears("还在吗");
  await bot.adapter.send(bot.part("在"));
  assert.deepEqual(bot.texts(), ["(可能重复,上一条可能没有送达) 当前价 ¥1801.23", "在"]);
});

test("what is offered again past its time is told as of its time", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "silent" });
  const validUntil = "2026-05-07T10:33:00+08:00";
  await bot.adapter.send(bot.part("当前价 1", { agedText: "截至 10:32 价格 1", validUntil }));
  bot.advance(600_000);
  await bot.hears("在吗");
  await bot.channel.waitFor(() => bot.texts().length > 0);
  assert.deepEqual(bot.texts(), ["(可能重复,上一条可能没有送达) 截至 10:32 价格 1"]);
});

for (const errmsg of ["prepare failed", "unknown error"])
  test(`-2 "${errmsg}": held, and nothing more is tried before the person writes again`, async () => {
    const bot = await createBot();
    await bot.hears("600519");
    const [first, second] = [bot.part("一"), bot.part("二")];
    assert.equal(await bot.adapter.mayWrite?.(first), true);
    bot.channel.fail("sendmessage", { kind: "ret", ret: -2, errmsg });
    assert.equal((await bot.adapter.send(first)).status, "held");
    assert.equal((await bot.adapter.send(second)).status, "held");
    assert.equal(await bot.adapter.mayWrite?.(first), false);
    assert.equal(sends(bot), 1);
    await bot.hears("继续");
    assert.equal(await bot.adapter.mayWrite?.(first), true);
    assert.equal((await bot.adapter.send(first)).status, "delivered");
    assert.deepEqual(bot.texts(), ["一"]);
  });

const throttles = [
  { ret: -2, errmsg: "rate limited" },
  { ret: -2, errmsg: "freq limit" },
  { ret: -2 },
  { ret: -13 },
] as const;
for (const fault of throttles)
  test(`${JSON.stringify(fault)}: one try more after half a minute, then held`, async () => {
    const bot = await createBot();
    await bot.hears("600519");
    const part = bot.part("答案");
    bot.channel.fail("sendmessage", { kind: "ret", ...fault }, 2);
    const first = await bot.adapter.send(part);
    assert.ok(first.status === "retry" && first.afterMs >= 30_000);
    assert.equal((await bot.adapter.send(part)).status, "held");
    await bot.hears("继续");
    assert.equal((await bot.adapter.send(part)).status, "delivered");
    assert.equal(sends(bot), 3);
  });

test("-14: tried again later, and nothing is given up", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "ret", ret: -14, errmsg: "session timeout" });
  const part = bot.part("答案");
  assert.equal((await bot.adapter.send(part)).status, "retry");
  assert.equal((await bot.adapter.send(part)).status, "delivered");
});

const lost = [{ kind: "status", status: 502 }, { kind: "drop" }, { kind: "hang" }] as const;
for (const fault of lost)
  test(`${JSON.stringify(fault)}: sent once more under the same client id`, async () => {
    const bot = await createBot(fault.kind === "hang" ? { timings: { requestMs: 2000 } } : {});
    await bot.hears("600519");
    bot.channel.fail("sendmessage", fault);
    assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
    assert.deepEqual(bot.texts(), ["答案"]);
    assert.equal(sends(bot), 2);
  });

test("an answer that was taken and whose receipt got lost is not shown twice", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "accept_then_drop" });
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "unconfirmed");
  assert.deepEqual(bot.texts(), ["答案"]);
  assert.equal(sends(bot), 2);
});

test("without any answer there are three sends at the most, then it is offered when the person writes", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "status", status: 500 }, 3);
  const part = bot.part("答案");
  assert.equal((await bot.adapter.send(part)).status, "unknown");
  assert.equal((await bot.adapter.send({ ...part, text: "(可能重复) 答案" })).status, "unknown");
  assert.equal(sends(bot), 3);
  await bot.hears("在吗");
  await bot.channel.waitFor(() => bot.texts().length > 0);
  assert.deepEqual(bot.texts(), ["(可能重复,上一条可能没有送达) 答案"]);
});

test("an offer without any answer is made again with the next message", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "silent" });
  await bot.adapter.send(bot.part("答案"));
  bot.channel.fail("sendmessage", { kind: "drop" }, 2);
  await bot.hears("在吗");
  await bot.channel.waitFor(() => sends(bot) === 3);
  await bot.hears("还在吗");
  await bot.channel.waitFor(() => bot.texts().length > 0);
  assert.deepEqual(bot.texts(), ["(可能重复,上一条可能没有送达) 答案"]);
});

test("HTTP 4xx is a refusal", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "status", status: 400 });
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "refused");
  assert.equal(sends(bot), 1);
});

test("seven answers a question, then the request to write, then the rest with the next message", async () => {
  const bot = await createBot({ budget: 8 });
  await bot.hears("600519");
  const parts = Array.from({ length: 9 }, (_, at) => bot.part(`第${at + 1}条`));
  for (const part of parts.slice(0, 7)) assert.equal((await bot.adapter.send(part)).status, "delivered");
  const [, , , , , , , eighth = bot.part(""), ninth = bot.part("")] = parts;
  assert.equal((await bot.adapter.send(eighth)).status, "held");
  assert.equal((await bot.adapter.send(eighth)).status, "held");
  assert.equal((await bot.adapter.send(ninth)).status, "held");
  assert.equal(bot.texts().at(-1), "内容还没发完,回复任意内容继续。");
  assert.equal(bot.texts().length, 8);
  const received = bot.host.received.length;
  bot.channel.userSays("继续");
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  for (const part of [eighth, ninth]) assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.deepEqual(bot.texts().slice(-2), ["第8条", "第9条"]);
  assert.equal(bot.host.received.length, received, "the word that was asked for is no question");
});

test("after the request to write, a question is still a question", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  for (let at = 0; at < 8; at++) await bot.adapter.send(bot.part(String(at)));
  await bot.hears("五粮液呢");
  assert.equal(bot.host.received.at(-1)?.text, "五粮液呢");
});

test("a window ends after a day, and what is held for two days is given up", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const part = bot.part("答案");
  bot.advance(25 * 3_600_000);
  assert.equal((await bot.adapter.send(part)).status, "held");
  assert.equal(await bot.adapter.mayWrite?.(part), false);
  bot.advance(24 * 3_600_000);
  assert.equal(await bot.adapter.mayWrite?.(part), true);
  assert.equal((await bot.adapter.send(part)).status, "refused");
  assert.equal(sends(bot), 0);
  // The person hears of it as soon as they can be written to.
  bot.channel.advance(49 * 3_600_000);
  await bot.hears("在吗");
  await bot.adapter.send(bot.part("在"));
  await bot.adapter.send(bot.part("还有"));
  assert.deepEqual(bot.texts(), [
    "(积压太多或太久,有 1 条较早的回答没有发出;还需要的话请再问一次。)\n在",
    "还有",
  ]);
});

test("what was held for a day goes out with the newest token as soon as the person writes", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const part = bot.part("答案");
  for (const clock of [bot, bot.channel]) clock.advance(25 * 3_600_000);
  assert.equal((await bot.adapter.send(part)).status, "held");
  bot.channel.userSays("继续");
  // Fetched is not yet taken in: the new token counts once it is kept.
  for (let look = 0; look < 10_000 && (await bot.adapter.mayWrite?.(part)) === false; look += 1)
    await sleep(10);
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.deepEqual(bot.texts(), ["答案"]);
});

test("messages to one person keep their distance", async () => {
  const bot = await createBot({ timings: { sendPaceMs: 120 } });
  await bot.hears("600519");
  const startedMs = performance.now();
  await Promise.all([bot.adapter.send(bot.part("一")), bot.adapter.send(bot.part("二"))]);
  assert.ok(performance.now() - startedMs >= 119);
  assert.deepEqual(bot.texts(), ["一", "二"]);
});

test("a typing ticket that has run out is fetched anew", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const chat = bot.part("");
  await bot.adapter.typing?.(chat);
  await bot.channel.waitFor(() => bot.channel.typing.length === 1);
  bot.channel.fail("sendtyping", { kind: "ret", ret: -1 });
  await bot.adapter.typing?.(chat);
  await bot.channel.waitFor(() => bot.channel.typing.length === 2);
  assert.equal(bot.channel.calls.get("getconfig"), 2);
});

test("typing is shown with a ticket and taken away with the answer", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const part = bot.part("答案");
  await bot.adapter.typing?.(part);
  await bot.channel.waitFor(() => bot.channel.typing.length === 1);
  await bot.adapter.typing?.(part);
  await bot.channel.waitFor(() => bot.channel.typing.length === 2);
  await bot.adapter.send(part);
  await bot.channel.waitFor(() => bot.channel.typing.length === 3);
  assert.deepEqual(
    bot.channel.typing.map(({ status }) => status),
    [1, 1, 2],
  );
  assert.equal(bot.channel.calls.get("getconfig"), 1);
});

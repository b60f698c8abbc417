import assert from "node:assert/strict";
import { test } from "node:test";
import { createWire } from "../../../adapters/weixin/wire.ts";
import { listen } from "../../emulators/http.ts";
import { createBots, until } from "./start.ts";

const createBot = await createBots();

const sends = (bot: Awaited<ReturnType<typeof createBot>>) => bot.channel.calls.get("sendmessage") ?? 0;
const polls = (bot: Awaited<ReturnType<typeof createBot>>) => bot.channel.calls.get("getupdates") ?? 0;

const brokenPolls = {
  "a gateway's HTML under 502": { kind: "raw", status: 502, body: "<html>502 Bad Gateway</html>" },
  "HTML under 200": { kind: "raw", body: "<html>please log in</html>" },
  "JSON that is cut": { kind: "raw", body: '{"ret":0,"msgs":[{"mess' },
  "a list": { kind: "raw", body: "[]" },
  "a bare word": { kind: "raw", body: "null" },
  nothing: { kind: "raw", body: "" },
  "a code as text": { kind: "raw", body: '{"ret":"-1"}' },
  "what is nested too deep": { kind: "raw", body: `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}` },
  "messages that are none": { kind: "raw", body: '{"ret":0,"msgs":[null,1,"x",[],{"item_list":{}}]}' },
  "messages that are no list": { kind: "raw", body: '{"ret":0,"msgs":{"0":{}}}' },
} as const;
for (const [name, fault] of Object.entries(brokenPolls))
  test(`a poll answered by ${name} costs no message`, async () => {
    const bot = await createBot();
    bot.channel.fail("getupdates", fault, 2);
    await bot.hears("600519");
    assert.equal(bot.host.received.at(-1)?.text, "600519");
  });

test("-14 as text is -14", async () => {
  const bot = await createBot();
  bot.channel.fail("getupdates", { kind: "raw", body: '{"ret":"0","errcode":"-14"}' }, 50);
  await until(() => bot.counted.includes("login_required"));
});

test("a refusal as text is a refusal, not a silent yes", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "raw", body: '{"ret":"-2","errmsg":"prepare failed"}' });
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "held");
});

test("messages whose ids are zero, have lost their digits or are the same float are all taken", async () => {
  const bot = await createBot();
  const ids = ["0", "0", "7.497484083968569e18", "7.497484083968569e18", "7497484083968569000.0"];
  for (const [at, message_id] of ids.entries())
    bot.channel.userSays(`第${at}问`, { message_id, client_id: `c${at}` });
  await bot.host.waitFor(() => bot.host.received.length === ids.length);
  assert.equal(new Set(bot.host.received.map(({ id }) => id)).size, ids.length);
  assert.deepEqual(bot.host.malformed, []);
});

test("without a cursor the same messages come again, not in a hot loop, and each keeps its id", async () => {
  const bot = await createBot();
  const noCursor = ({ get_updates_buf: _, ...rest }: Readonly<Record<string, unknown>>) => rest;
  bot.channel.fail("getupdates", { kind: "alter", alter: noCursor }, 1000);
  bot.channel.userSays("600519");
  const startedMs = performance.now();
  await bot.host.waitFor(() => bot.host.received.length >= 4, 15_000);
  assert.equal(new Set(bot.host.received.map(({ id }) => id)).size, 1);
  // Four looks have three pauses between them, each longer than the one before; a slow machine only waits longer.
  assert.ok(performance.now() - startedMs >= 200 + 400);
  bot.channel.clearFaults();
});

test("empty answers that nobody held, each with a new cursor, are not asked for in a hot loop", async () => {
  const bot = await createBot();
  await bot.channel.waitFor(() => polls(bot) > 0);
  let cursor = 0;
  const alter = () => ({ ret: 0, msgs: [], get_updates_buf: `word${cursor++}` });
  bot.channel.fail("getupdates", { kind: "alter", alter }, 1000);
  bot.channel.userSays("never handed out");
  const startedMs = performance.now();
  await until(() => cursor >= 4);
  // Four looks have three pauses between them, each longer than the one before; a slow machine only waits longer.
  assert.ok(performance.now() - startedMs >= 200 + 400);
  bot.channel.clearFaults();
});

test("one item that cannot be read does not cost the text beside it", async () => {
  const bot = await createBot();
  bot.channel.userSends([null as never, 7 as never, { type: 1, text_item: { text: "600519" } }]);
  await bot.host.waitFor(() => bot.host.received.length === 1);
  assert.equal(bot.host.received[0]?.text, "600519");
});

test("a message from a far future does not shut out the windows of those after it", async () => {
  const bot = await createBot();
  await bot.channel.waitFor(() => polls(bot) > 0);
  bot.channel.userSays("一", { create_time_ms: 4e12 });
  await bot.host.waitFor(() => bot.host.received.length === 1);
  bot.channel.userSays("二", { create_time_ms: bot.host.host.clock.wallMs() });
  await bot.host.waitFor(() => bot.host.received.length === 2);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
  const [{ sentAt } = { sentAt: "" }] = bot.host.received;
  assert.ok(Date.parse(sentAt) <= bot.host.host.clock.wallMs());
});

test("a clock that jumps back costs nothing", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.advance(-6 * 3_600_000);
  assert.equal((await bot.adapter.send(bot.part("一"))).status, "delivered");
  await bot.hears("000858");
  assert.equal((await bot.adapter.send(bot.part("二"))).status, "delivered");
});

test("a message without a context token leaves the window that there is", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const [known] = bot.channel.account().stream;
  for (const [at, context_token] of ["", undefined].entries())
    bot.channel.repeat({
      ...known,
      message_id: `9${at}`,
      item_list: [{ type: 11 + at }],
      context_token,
    } as never);
  await bot.host.waitFor(() => bot.host.received.length === 3);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
});

test("two megabytes of text come in whole", async () => {
  const bot = await createBot({ timings: { requestMs: 20_000, pollMarginMs: 20_000 } });
  const text = "茅".repeat(700_000);
  bot.channel.userSays(text);
  await bot.host.waitFor(() => bot.host.received.length === 1, 20_000);
  assert.equal(bot.host.received[0]?.text.length, text.length);
});

test("a refusal in the middle of an answer keeps what has been shown and brings the rest later, in order", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const parts = ["一", "二", "三"].map((text, part) => bot.part(text, { turnId: "weixin-t", part, of: 3 }));
  const [first = bot.part(""), ...rest] = parts;
  assert.equal((await bot.adapter.send(first)).status, "delivered");
  bot.channel.fail("sendmessage", { kind: "ret", ret: -2, errmsg: "prepare failed" });
  for (const part of rest) assert.equal((await bot.adapter.send(part)).status, "held");
  await bot.hears("继续");
  for (const part of parts) assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.deepEqual(bot.texts(), ["一", "二", "三"]);
});

test("HTTP 429 is a throttle, not a refusal", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "status", status: 429 });
  const part = bot.part("答案");
  assert.equal((await bot.adapter.send(part)).status, "retry");
  assert.equal((await bot.adapter.send(part)).status, "delivered");
});

test("an answer to a send that cannot be read is no delivery, and the text is shown once", async () => {
  for (const body of ["<html></html>", "[]", '{"ret":0,"message_id":0}', '{"ret":0,"message_id":null}']) {
    const bot = await createBot();
    await bot.hears("600519");
    bot.channel.fail("sendmessage", { kind: "raw", body }, 2);
    const { status } = await bot.adapter.send(bot.part("答案"));
    assert.ok(status === "unknown" || status === "unconfirmed", `${body}: ${status}`);
    assert.deepEqual(bot.texts(), []);
    await bot.close();
  }
});

test("1,800 characters that all are emoji go out as they are", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const text = "🀄".repeat(900);
  assert.equal(text.length, bot.adapter.maxCharacters);
  assert.equal((await bot.adapter.send(bot.part(text))).status, "delivered");
  assert.deepEqual(bot.texts(), [text]);
});

test("a redirect is not followed: neither token nor text leaves for another host", async () => {
  let visits = 0;
  const elsewhere = await listen((exchange) => {
    visits += 1;
    exchange.json(200, { ret: 0, message_id: 1 });
  });
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.fail("sendmessage", { kind: "raw", status: 307, body: "", location: elsewhere.root }, 2);
  const { status } = await bot.adapter.send(bot.part("答案"));
  assert.equal(status, "unknown");
  assert.equal(visits, 0);
  assert.ok(sends(bot) >= 1);
  await elsewhere.close();
});

test("an answer without end is cut off at the time-out", async () => {
  const endless = await listen((exchange) => exchange.stall("application/json", '{"ret":0,'));
  const call = createWire({ fetch: globalThis.fetch, clientVersion: "2.4.9" });
  const answer = await call({ url: endless.root, body: {}, timeoutMs: 100 });
  assert.deepEqual(answer, { kind: "none", code: "TimeoutError", written: true });
  await endless.close();
});

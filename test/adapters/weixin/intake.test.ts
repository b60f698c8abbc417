import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError, markOfText } from "#contract";
import { createBots, until } from "./start.ts";

const createBot = await createBots();

const text = (words: string) => [{ type: 1, text_item: { text: words } }];

test("ids above 2^53 are told apart", async () => {
  const bot = await createBot();
  const ids = ["7497484083968569736", "7497484083968569737"];
  for (const [at, message_id] of ids.entries()) bot.channel.userSays(`第${at}问`, { message_id });
  await bot.host.waitFor(() => bot.host.received.length === 2);
  assert.equal(Number(ids[0]), Number(ids[1]), "a double holds both as one");
  assert.deepEqual(
    bot.host.received.map(({ platformMessageId }) => platformMessageId),
    ids,
  );
  assert.equal(new Set(bot.host.received.map(({ id }) => id)).size, 2);
});

test("a message without ids is known again by its sender's id, else by what it holds", async () => {
  const bot = await createBot();
  const none = { message_id: undefined } as const;
  const first = bot.channel.userSays("一", none as never);
  bot.channel.repeat(first);
  const bare = bot.channel.userSays("二", { ...none, client_id: undefined } as never);
  bot.channel.repeat(bare);
  bot.channel.userSays("三", { ...none, client_id: undefined } as never);
  await bot.host.waitFor(() => bot.host.received.length === 5);
  const ids = bot.host.received.map(({ id }) => id);
  assert.equal(ids[0], ids[1]);
  assert.equal(ids[2], ids[3]);
  assert.equal(new Set(ids).size, 3);
});

test("the same words under another id within three seconds are one message; later they are another", async () => {
  const bot = await createBot();
  const at = Date.parse("2026-05-07T10:32:00+08:00");
  const first = bot.channel.userSays("600519", { create_time_ms: at });
  bot.channel.repeat({ ...first, create_time_ms: at + 3000 }, { newId: true });
  bot.channel.repeat({ ...first, create_time_ms: at + 3001 }, { newId: true });
  bot.channel.userSays("000858", { create_time_ms: at + 3100 });
  await bot.host.waitFor(() => bot.host.received.length === 3);
  assert.deepEqual(
    bot.host.received.map((message) => message.text),
    ["600519", "600519", "000858"],
  );
  assert.deepEqual(bot.counted, ["duplicate"]);
});

test("the same question asked anew is never taken for a second delivery, in whatever order a crash has both handed out again", async () => {
  const at = Date.parse("2026-05-07T10:32:00+08:00");
  for (const again of [[0], [1], [0, 1], [1, 0], [0, 1, 0, 1]]) {
    const bot = await createBot();
    const asked = [0, 3001].map((ms) => bot.channel.userSays("600519", { create_time_ms: at + ms }));
    for (const index of again) bot.channel.repeat(asked[index] ?? assert.fail());
    await bot.host.waitFor(() => bot.host.received.length === asked.length + again.length);
    const ids = bot.host.received.map(({ id }) => id);
    assert.deepEqual(
      ids,
      [0, 1, ...again].map((index) => ids[index]),
    );
    assert.notEqual(ids[0], ids[1]);
    assert.deepEqual(bot.counted, []);
    await bot.close();
  }
});

test("nobody but the person who scanned is heard, and no group, no bot, nothing withdrawn", async () => {
  const bot = await createBot();
  bot.channel.userSays("fremd", { from_user_id: "o9cq80Other@im.wechat" });
  bot.channel.userSays("groß", { from_user_id: bot.userId.toUpperCase() });
  bot.channel.userSays("group", { group_id: "g@chatroom" });
  bot.channel.userSays("bot", { message_type: 2 });
  bot.channel.userSays("gone", { delete_time_ms: 1 });
  bot.channel.userSays("here");
  await bot.host.waitFor(() => bot.host.received.length > 0);
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  assert.deepEqual(
    bot.host.received.map((message) => message.text),
    ["here"],
  );
  assert.deepEqual(bot.counted, ["stranger"]);
});

test("voice is read by its transcript, pictures and files are named, a quote points to what it quotes", async () => {
  const bot = await createBot();
  bot.channel.userSends([{ type: 3, voice_item: { text: "茅台多少钱", playtime: 1500 } }]);
  bot.channel.userSends([{ type: 2, image_item: { media: { encrypt_query_param: "x" } } }]);
  bot.channel.userSends([{ type: 4, file_item: { file_name: "a.pdf" } }]);
  bot.channel.userSends([{ ...text("这个数哪来的")[0], ref_msg: { svr_id: "7497484083968569736" } }]);
  await bot.host.waitFor(() => bot.host.received.length === 4);
  const [voice, picture, file, quote] = bot.host.received;
  assert.deepEqual(
    [voice?.text, voice?.attachments],
    ["茅台多少钱", [{ kind: "voice", text: "茅台多少钱" }]],
  );
  assert.deepEqual([picture?.text, picture?.attachments], ["", [{ kind: "photo" }]]);
  assert.deepEqual([file?.text, file?.attachments], ["", [{ kind: "file" }]]);
  assert.deepEqual([quote?.text, quote?.replyTo], ["这个数哪来的", "7497484083968569736"]);
  assert.deepEqual(bot.host.malformed, []);
});

test("an item without a number is known by what it holds", async () => {
  const bot = await createBot();
  bot.channel.userSends([{ text_item: { text: "600519" } }, { image_item: {} }, { odd_item: {} }]);
  bot.channel.userSends([{ voice_item: { text: "茅台多少钱" } }]);
  await bot.host.waitFor(() => bot.host.received.length === 2);
  assert.deepEqual(
    bot.host.received.map(({ text: words, attachments }) => [words, attachments]),
    [
      ["600519", [{ kind: "photo" }, { kind: "other" }]],
      ["茅台多少钱", [{ kind: "voice", text: "茅台多少钱" }]],
    ],
  );
});

test("a quoted text goes no further than its mark; a quote that says neither id nor text is still one", async () => {
  const bot = await createBot();
  const quoted = { title: "前门", message_item: { type: 1, text_item: { text: "贵州茅台 当前价\n¥1" } } };
  const refs = [quoted, { svr_id: "0", title: "[图片]" }, {}, { ...quoted, svr_id: "7497484083968569736" }];
  for (const [at, ref_msg] of refs.entries()) bot.channel.userSends([{ ...text(`来源${at}`)[0], ref_msg }]);
  await bot.host.waitFor(() => bot.host.received.length === 4);
  const quotedMark = markOfText("贵州茅台 当前价 ¥1");
  assert.deepEqual(
    bot.host.received.map(({ replyTo, quotedMark: mark }) => [replyTo, mark]),
    [
      ["", quotedMark],
      ["", undefined],
      [undefined, undefined],
      ["7497484083968569736", quotedMark],
    ],
  );
  assert.ok(bot.host.received.every((message) => !JSON.stringify(message).includes("茅台")));
});

test("the cursor stands still until every message of the batch is held", async () => {
  const bot = await createBot();
  let isOpen = false;
  bot.host.door = (message) => {
    if (!isOpen && message.text === "二") throw new AppError("INTAKE_DOWN");
    return { accepted: true, turnId: message.id };
  };
  for (const words of ["一", "二", "三"]) bot.channel.userSays(words);
  await bot.host.waitFor(() => bot.host.logged.some((line) => line.includes("INTAKE_DOWN")));
  await bot.adapter.stop();
  assert.ok(bot.channel.pending() >= 2);
  isOpen = true;
  await bot.adapter.start();
  await bot.host.waitFor(() => bot.host.received.some((message) => message.text === "三"));
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  const distinct = new Map(bot.host.received.map(({ id, text: words }) => [id, words]));
  assert.deepEqual([...distinct.values()], ["一", "二", "三"]);
});

test("after a restart the stream goes on where it was left", async () => {
  const bot = await createBot();
  await bot.hears("一");
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  await bot.adapter.stop();
  bot.channel.userSays("二");
  await bot.adapter.start();
  await bot.host.waitFor(() => bot.host.received.length === 2);
  assert.deepEqual(
    bot.host.received.map((message) => message.text),
    ["一", "二"],
  );
  assert.equal(bot.channel.calls.get("msg/notifystop"), 1);
  assert.equal(bot.channel.calls.get("msg/notifystart"), 2);
});

test("an older message that is handed out again does not take the window back", async () => {
  const bot = await createBot();
  const first = bot.channel.userSays("一", { create_time_ms: 1_000 });
  bot.channel.userSays("二", { create_time_ms: 2_000_000 });
  bot.channel.repeat(first);
  await bot.host.waitFor(() => bot.host.received.length === 3);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
  assert.deepEqual(bot.texts(), ["答案"]);
});

test("the same words under another id bring the newer token; an older one is left alone", async () => {
  const bot = await createBot();
  const first = bot.channel.userSays("600519", { create_time_ms: 1_000 });
  bot.channel.userSays("600519", { create_time_ms: 2_000 });
  bot.channel.repeat({ ...first, create_time_ms: 1_500 }, { newId: true });
  await until(() => bot.counted.length === 2);
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
  assert.equal(bot.host.received.length, 1);
});

test("failing polls are repeated, and told in the health", async () => {
  const bot = await createBot();
  // The channel's own time for an empty poll is known from its first answer.
  await bot.hears("你好");
  bot.channel.fail("getupdates", { kind: "status", status: 502 }, 2);
  bot.channel.fail("getupdates", { kind: "ret", ret: -1 }, 2);
  bot.channel.fail("getupdates", { kind: "drop" }, 2);
  bot.channel.fail("getupdates", { kind: "hang" }, 1);
  await until(() => !bot.adapter.health().ok);
  await bot.hears("600519");
  await until(() => bot.adapter.health().ok);
  assert.equal(bot.adapter.health().detail, "1 account");
});

test("the same words under another id are told apart by the channel's clock, however far that is from ours", async () => {
  for (const start of [1_000_000, Date.parse("2031-01-01T00:00:00Z")]) {
    const bot = await createBot();
    const first = bot.channel.userSays("600519", { create_time_ms: start });
    bot.channel.repeat({ ...first, create_time_ms: start + 2000 }, { newId: true });
    bot.channel.repeat({ ...first, create_time_ms: start + 3_600_000 }, { newId: true });
    bot.channel.userSays("000858", { create_time_ms: start + 3_600_001 });
    await bot.host.waitFor(() => bot.host.received.length === 3);
    assert.deepEqual(
      bot.host.received.map((message) => message.text),
      ["600519", "600519", "000858"],
    );
    assert.deepEqual(bot.counted, ["duplicate"]);
    await bot.close();
  }
});

test("after the channel's clock was set back answers go out with the token of what came last", async () => {
  const bot = await createBot();
  const startMs = bot.host.host.clock.wallMs();
  const texts = ["一", "二", "三"];
  for (const [at, words] of texts.entries())
    bot.channel.userSays(words, { create_time_ms: startMs - at * 3_600_000 });
  await bot.host.waitFor(() => bot.host.received.length === texts.length);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
});

test("a message without a token opens the window anew, with the token that there is", async () => {
  const bot = await createBot({ budget: 20 });
  await bot.hears("600519");
  for (let at = 0; at < 7; at += 1)
    assert.equal((await bot.adapter.send(bot.part(`第${at}答`))).status, "delivered");
  const part = bot.part("第八答");
  assert.equal((await bot.adapter.send(part)).status, "held");
  const [known] = bot.channel.account().stream;
  const { context_token: _, ...bare } = { ...known, message_id: "77", client_id: "77" };
  bot.channel.repeat({ ...bare, item_list: text("继续") } as never);
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  assert.equal((await bot.adapter.send(part)).status, "delivered");
});

test("numbers that came as text are read as numbers", async () => {
  const bot = await createBot();
  const asText = { message_type: "1", create_time_ms: "1778121125000", delete_time_ms: "0" } as never;
  bot.channel.userSends([{ type: "1", text_item: { text: "600519" } }], asText);
  bot.channel.userSays("gone", { delete_time_ms: "5" });
  bot.channel.userSays("000858");
  await bot.host.waitFor(() => bot.host.received.length === 2);
  assert.deepEqual(
    bot.host.received.map((message) => message.text),
    ["600519", "000858"],
  );
  assert.equal(bot.host.received[0]?.sentAt, new Date(1_778_121_125_000).toISOString());
});

test("without any time the second delivery of the newest message brings its token, and that of an older one does not", async () => {
  const bot = await createBot();
  const timeless = { create_time_ms: undefined } as never;
  const first = bot.channel.userSays("600519", timeless);
  bot.channel.userSays("000858", timeless);
  bot.channel.userSays("000858", timeless);
  bot.channel.repeat(first, { newId: true });
  await until(() => bot.counted.length === 2);
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  assert.equal(bot.host.received.length, 2);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
});

test("polls that nobody answers are empty ones, not failures: nothing is waited for after them", async () => {
  const bot = await createBot({
    timings: { pollMarginMs: 50, pollRetryMs: 3_600_000, pollPauseMs: 3_600_000 },
  });
  // The channel's own time for an empty poll is known from its first answer.
  await bot.hears("600519");
  bot.channel.fail("getupdates", { kind: "hang" }, 3);
  await bot.hears("000858");
  assert.equal(bot.adapter.health().ok, true);
});

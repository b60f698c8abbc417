import assert from "node:assert/strict";
import { test } from "node:test";
import { createBots } from "./start.ts";

const createBot = await createBots();

const report = (text: string) =>
  ({
    name: "qianmen-2026-05-07.txt",
    mediaType: "text/plain",
    base64: Buffer.from(`\u{feff}${text}\n`).toString("base64"),
  }) as const;

test("answers that were given up are counted once each, and told with the next that goes out", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  const [first, second, third] = [bot.part("一"), bot.part("二"), bot.part("三")];
  for (const part of [first, first, second]) await bot.adapter.gaveUp?.(part);
  bot.channel.fail("sendmessage", { kind: "ret", ret: -2, errmsg: "prepare failed" });
  assert.equal((await bot.adapter.send(third)).status, "held");
  await bot.hears("在吗");
  assert.equal((await bot.adapter.send(third)).status, "delivered");
  assert.equal((await bot.adapter.send(bot.part("四"))).status, "delivered");
  assert.deepEqual(bot.texts(), [
    "(积压太多或太久,有 2 条较早的回答没有发出;还需要的话请再问一次。)\n三",
    "四",
  ]);
  assert.equal(bot.counted.filter((what) => what === "given_up").length, 3);
});

test("nothing that is added to an answer makes it longer than one message may be", async () => {
  for (const character of ["答", "a"]) {
    const bot = await createBot();
    // As the gateway cuts them: with room for the question's beginning and a mark.
    const text = character.repeat(bot.adapter.maxCharacters - 33);
    await bot.hears("600519");
    await bot.adapter.gaveUp?.(bot.part("一"));
    bot.channel.fail("sendmessage", { kind: "silent" });
    assert.equal((await bot.adapter.send(bot.part(text))).status, "unconfirmed");
    await bot.hears("在吗");
    await bot.channel.waitFor(() => bot.texts().length === 1);
    assert.equal((await bot.adapter.send(bot.part(text))).status, "delivered");
    assert.equal((await bot.adapter.send(bot.part(character))).status, "delivered");
    const [again = "", long = "", short = ""] = bot.texts();
    assert.ok(again.endsWith(text) && again.length > text.length && [...again].length <= 1800);
    assert.equal(long, text);
    assert.match(short, /^\((积压太多或太久,有 1 条|Too much was waiting).*\n(答|a)$/);
    await bot.close();
  }
});

test("a report that is too long for messages is a file, encrypted like pictures, and reads as it was written", async () => {
  const bot = await createBot();
  await bot.hears("分析");
  const part = bot.part("开头\n(全文见随后的文件)", { artifacts: [report("全文 ¥1801.23")] });
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  const [text, file] = bot.channel.shown();
  assert.equal(text?.text, part.text);
  assert.equal(file?.kind, "file");
  assert.equal(file?.fileName, "qianmen-2026-05-07.txt");
  assert.equal(file?.bytes?.toString(), "\u{feff}全文 ¥1801.23\n");
});

test("a file that the channel refuses is said in messages instead, and what has gone out is not said again", async () => {
  const bot = await createBot();
  await bot.hears("分析");
  const lines = Array.from({ length: 200 }, (_, at) => `第${at}行 贵州茅台(600519.SH) 价格 ¥1801.23`);
  const part = bot.part("开头\n(全文见随后的文件)", { artifacts: [report(lines.join("\n"))] });
  bot.channel.fail("cdn", { kind: "status", status: 403 }, 9);
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  const said = bot.texts().slice(1);
  assert.ok(said.length > 1);
  assert.equal(said.join("\n"), lines.join("\n"));
  for (const text of said) assert.ok([...text].length <= 1800);
  await bot.adapter.send(part);
  assert.equal(bot.texts().length, 1 + said.length);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Bot, createBots } from "./start.ts";

const createBot = await createBots();

const sends = ({ channel }: Bot): number => channel.calls.get("sendmessage") ?? 0;

const picture = {
  name: "k.png",
  mediaType: "image/png",
  base64: Buffer.from("png bytes").toString("base64"),
} as const;

test("a picture follows its text, encrypted as the channel wants it; a file keeps its name", async () => {
  const bot = await createBot();
  await bot.hears("600519 K线");
  const file = {
    name: "report.txt",
    mediaType: "text/plain",
    base64: Buffer.from("长文").toString("base64"),
  } as const;
  const outcome = await bot.adapter.send(bot.part("日K", { artifacts: [picture, file] }));
  assert.equal(outcome.status, "delivered");
  const shown = bot.channel.shown();
  assert.deepEqual(
    shown.map(({ kind }) => kind),
    ["text", "image", "file"],
  );
  assert.equal(shown[1]?.bytes?.toString(), "png bytes");
  assert.equal(shown[2]?.bytes?.toString(), "长文");
  assert.equal(shown[2]?.fileName, "report.txt");
});

test("a picture that cannot be uploaded now is tried again without its text", async () => {
  const bot = await createBot();
  await bot.hears("600519 K线");
  bot.channel.fail("cdn", { kind: "status", status: 503 }, 3);
  const part = bot.part("日K", { artifacts: [picture] });
  assert.equal((await bot.adapter.send(part)).status, "retry");
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.deepEqual(
    bot.channel.shown().map(({ kind }) => kind),
    ["text", "image"],
  );
});

test("a place to upload to is a whole address or a path, and one that is not the channel's is passed over", async () => {
  const path = { upload_full_url: "/c2c/upload?encrypted_query_param=a&filekey=b", upload_param: undefined };
  for (const place of [path, { upload_full_url: "https://cdn.example/upload?filekey=b" }]) {
    const bot = await createBot();
    await bot.hears("走势");
    bot.channel.fail("getuploadurl", { kind: "alter", alter: (answer) => ({ ...answer, ...place }) });
    const artifacts = [{ name: "k.png", mediaType: "image/png", base64: "aGk=" }] as const;
    await bot.adapter.send(bot.part("走势图", { artifacts: [...artifacts] }));
    assert.deepEqual(
      bot.channel.shown().map(({ kind }) => kind),
      ["text", "image"],
    );
    await bot.close();
  }
});

test("a picture that may not have arrived is sent three times at the most, then the next message brings word of it", async () => {
  const bot = await createBot();
  await bot.hears("走势");
  const artifacts = [{ name: "k.png", mediaType: "image/png", base64: "aGk=" }] as const;
  const part = bot.part("走势图", { artifacts: [...artifacts] });
  bot.channel.fail("sendmessage", { kind: "slow", ms: 0 });
  bot.channel.fail("sendmessage", { kind: "status", status: 502 }, 3);
  assert.equal((await bot.adapter.send(part)).status, "retry");
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.equal(sends(bot), 4);
  await bot.hears("图呢");
  await bot.channel.waitFor(() => bot.texts().length === 2);
  assert.match(bot.texts().at(-1) ?? "", /^刚才的图片或文件可能没有送达/);
});

test("where the text had no answer, word of its picture comes with the offer of the text, and only if it did not follow", async () => {
  for (const isLost of [true, false]) {
    const bot = await createBot();
    await bot.hears("走势");
    bot.channel.fail("sendmessage", { kind: "status", status: 502 }, 2);
    const artifacts = [{ name: "k.png", mediaType: "image/png", base64: "aGk=" }] as const;
    const part = bot.part("走势图", { artifacts: [...artifacts] });
    assert.equal((await bot.adapter.send(part)).status, "unknown");
    if (!isLost) assert.equal((await bot.adapter.send(part)).status, "delivered");
    // What is offered with a message has gone out when the answer to the one after it has.
    for (const words of ["图呢", "好吧"]) {
      await bot.hears(words);
      await bot.channel.waitFor(() => bot.channel.pending() === 0);
      await bot.adapter.send(bot.part(`答${words}`));
    }
    const offered = [
      "(可能重复,上一条可能没有送达) 走势图",
      "刚才的图片或文件可能没有送达;没看到的话请再问一次。",
    ];
    assert.deepEqual(
      bot
        .texts()
        .filter((text) => !text.startsWith("答"))
        .toSorted(),
      (isLost ? offered : ["", "走势图"]).toSorted(),
    );
    await bot.close();
  }
});

test("a picture whose text was taken without an id is tried again without the text", async () => {
  const bot = await createBot();
  await bot.hears("走势");
  bot.channel.fail("sendmessage", { kind: "silent" });
  bot.channel.fail("cdn", { kind: "status", status: 503 }, 3);
  const artifacts = [{ name: "k.png", mediaType: "image/png", base64: "aGk=" }] as const;
  const part = bot.part("走势图", { artifacts: [...artifacts] });
  assert.equal((await bot.adapter.send(part)).status, "retry");
  assert.equal((await bot.adapter.send(part)).status, "unconfirmed");
  assert.deepEqual(
    bot.channel.shown().map(({ kind }) => kind),
    ["image"],
  );
  assert.equal(sends(bot), 2);
});

test("a picture that the channel refuses costs the picture, not the answer, and the person is told once", async () => {
  const bot = await createBot();
  await bot.hears("600519 K线");
  bot.channel.fail("cdn", { kind: "status", status: 403 }, 2);
  const part = bot.part("日K", { artifacts: [picture] });
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.deepEqual(bot.texts(), ["日K", "图片没有发出去;还需要的话请再问一次。"]);
});

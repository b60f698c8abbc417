import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { patienceMs } from "../../line/chat.ts";
import { type Service, startService } from "../../line/service.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { botId, messageTypes, personId, roomId } from "./world.ts";

let gateway: Gateway;
let service: Service;
before(async () => {
  gateway = await createGateway();
  await gateway.start();
  service = await startService({
    ...gateway.settings,
    DATA_SOURCES: "sample",
  });
});
after(async () => {
  await service.stop().finally(() => gateway.stop());
  await gateway.puppet.stop();
});

const shows = (pattern: RegExp, chatId: string) => {
  const { world } = gateway;
  return world.waitFor(() => world.seen(chatId).find((text) => pattern.test(text)), patienceMs, `${pattern}`);
};

test("a question in a direct chat and one in a room are answered there, each number with its source", async () => {
  gateway.world.say("600519 现在多少钱");
  gateway.world.say("@前门\u2005五粮液现在多少钱", { room: roomId, mentions: [botId] });
  const cited = /\(\d{6}\.S[HZ]\) 当前价 ¥\d+\.\d\d\(sample, 2026-05-07 \d\d:\d\d\)/;
  assert.match(await shows(/贵州茅台/, personId), cited);
  assert.match(await shows(/五粮液/, roomId), cited);
});

test("a quoted answer is what a follow-up is about; another's text is asked back", async () => {
  const { world } = gateway;
  const quoting = (quoted: string, text: string) =>
    `「前门:${quoted}」\n- - - - - - - - - - - - - - -\n${text}`;
  const older = await shows(/^贵州茅台.*当前价/, personId);
  world.say("比亚迪现在多少钱");
  await shows(/^比亚迪/, personId);
  world.say(quoting(older, "它的市盈率呢"));
  await shows(/^贵州茅台\(600519\.SH\) 市盈率/, personId);
  world.say(quoting("宁德时代(300750.SZ) 当前价 ¥1", "它的市净率呢"));
  await shows(/^引用的那条消息里没有可以接着问的股票/, personId);
});

test("a picture is acknowledged", async () => {
  gateway.world.say("", { type: messageTypes.image });
  await shows(/看不了图片/, personId);
});

test("the login command finds the account in, through the running service", async () => {
  const { code, stdout } = await service.cli("login", "wechat");
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Connected before/);
});

test("an orderly stop leaves the gateway logged in", async () => {
  await service.stop({ keep: true });
  assert.equal(gateway.puppet.isLoggedIn, true);
  await service.start();
});

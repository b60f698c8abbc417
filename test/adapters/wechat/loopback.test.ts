import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Adapter } from "#contract";
import wechat from "../../../adapters/wechat/index.ts";
import { usualTimings } from "../../../adapters/wechat/timings.ts";
import { createWechat } from "../../../adapters/wechat/wechat.ts";
import { partFor } from "../contract.ts";
import { createTestHost, type TestHost } from "../support/test-host.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { realClock } from "./harness.ts";
import { botId, personId } from "./world.ts";

const timings = { ...usualTimings, startPatienceMs: 60_000, firstDelayMs: 20, maxDelayMs: 100, idleMs: 200 };
const chat = { platform: "wechat", accountId: botId, chatId: personId };
/** A connection over gRPC takes its time on a loaded machine. */
const patienceMs = 120_000;

let gateway: Gateway;
let host: TestHost;
let adapter: Adapter;

const configOf = (over: object = {}) => wechat.settings.schema.parse({ ...gateway.settings, ...over });

before(async () => {
  gateway = await createGateway();
  await gateway.start();
  host = await createTestHost(configOf(), { clock: realClock });
  adapter = createWechat(host.host, timings);
  await adapter.start();
});
after(async () => {
  await adapter.stop();
  await gateway.stop();
  await gateway.puppet.stop();
  await host.close();
});

test("through the gRPC gateway a question comes in and its answer goes out, picture and all", async () => {
  assert.deepEqual(adapter.health(), { ok: true, detail: "logged in, wechaty-puppet-service" });
  gateway.world.say("600519 现在多少钱");
  const message = await host.waitFor(() => host.received[0], patienceMs);
  assert.equal(message.text, "600519 现在多少钱");
  assert.equal(message.senderId, personId);
  const base64 = Buffer.from("a picture").toString("base64");
  const artifacts = [{ name: "chart.png", mediaType: "image/png" as const, base64 }];
  const outcome = await adapter.send(partFor(chat, "当前价 ¥1801.23", { artifacts }));
  assert.equal(outcome.status, "delivered");
  const [text, picture] = gateway.world.sent;
  assert.equal(text?.text, "当前价 ¥1801.23");
  assert.deepEqual({ name: picture?.text, base64: picture?.base64 }, { name: "chart.png", base64 });
});

test("what the gateway says of a send decides what becomes of it", async () => {
  const nowhere = { ...chat, chatId: "nobody" };
  assert.equal((await adapter.send(partFor(nowhere, "?"))).status, "refused");
  gateway.world.onSend = () => undefined;
  assert.equal((await adapter.send(partFor(chat, "no id"))).status, "unconfirmed");
  gateway.world.onSend = () => {
    throw new Error("socket hang up");
  };
  assert.equal((await adapter.send(partFor(chat, "broken"))).status, "unknown");
  gateway.world.onSend = undefined;
});

test("a quiet gateway that answers pings is kept, however long nobody writes", async () => {
  const before = gateway.connections();
  let dongs = 0;
  gateway.puppet.on("dong", () => {
    dongs += 1;
    host.host.log.debug({ dongs }, "dong");
  });
  await host.waitFor(() => dongs >= 4, patienceMs);
  assert.equal(gateway.connections(), before);
});

test("a gateway that goes away and comes back is connected again, and messages come in", async () => {
  const count = host.received.length;
  await gateway.stop();
  await host.waitFor(() => !adapter.health().ok, patienceMs);
  assert.equal((await adapter.send(partFor(chat, "nobody there"))).status, "retry");
  await gateway.start();
  await host.waitFor(() => adapter.health().ok, patienceMs);
  gateway.world.say("五粮液");
  await host.waitFor(() => host.received[count], patienceMs);
  assert.equal((await adapter.send(partFor(chat, "答"))).status, "delivered");
});

test("a stop leaves the gateway's account logged in, and the next start finds it so", async () => {
  await adapter.stop();
  assert.equal(gateway.puppet.isLoggedIn, true);
  await adapter.start();
  assert.equal(adapter.health().ok, true);
});

test("a token that the gateway refuses stops the start, and stands in no log", async () => {
  await adapter.stop();
  const WECHATY_PUPPET_TOKEN = "insecure_not-the-token";
  const stranger = await createTestHost(configOf({ WECHATY_PUPPET_TOKEN }), { clock: realClock });
  await assert.rejects(createWechat(stranger.host, timings).start(), { code: "CONFIG_INVALID" });
  assert.equal(stranger.logged.join("\n").includes(WECHATY_PUPPET_TOKEN), false);
  await stranger.close();
});

test("no token is logged, and no reason for a puppet's trouble tells what was written", () => {
  const log = host.logged.join("\n");
  for (const secret of [gateway.token, "600519", "五粮液"]) assert.equal(log.includes(secret), false, secret);
});

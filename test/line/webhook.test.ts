import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { newChat, patienceMs } from "./chat.ts";
import { freePort, type Service, startService } from "./service.ts";

const secret = "a-secret-of-this-test";
let telegram: TelegramEmulator;
let service: Service;

before(async () => {
  telegram = await createTelegramEmulator();
  const port = await freePort();
  service = await startService({
    HTTP_PORT: String(port),
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    TELEGRAM_WEBHOOK_URL: `http://127.0.0.1:${port}`,
    TELEGRAM_WEBHOOK_SECRET: secret,
    DATA_SOURCES: "sample",
  });
});
after(async () => {
  await service.stop();
  await telegram.close();
});

const post = (headers: Record<string, string>, body: string): Promise<Response> =>
  fetch(`${service.url}/webhooks/telegram`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

const update = (chatId: number, messageId: number) =>
  JSON.stringify({
    update_id: 900_000 + messageId,
    message: {
      message_id: messageId,
      date: 1_778_120_000,
      chat: { id: chatId, type: "private" },
      from: { id: chatId, is_bot: false, first_name: "U" },
      text: "600519 现在多少钱",
    },
  });

test("by webhook a question is pushed, accepted and answered", async () => {
  const chat = newChat(telegram);
  const answer = await chat.ask("600519 现在多少钱");
  assert.match(answer, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23\(sample, 2026-05-07 10:32\)/);
  await telegram.waitFor(() => telegram.pending() === 0, patienceMs, "the update to be acknowledged");
  assert.equal(telegram.calls.get("getupdates") ?? 0, 0);
});

test("a wrong or missing secret is turned away and nothing is answered", async () => {
  const chat = newChat(telegram);
  const wrong: Record<string, string>[] = [
    {},
    { "x-telegram-bot-api-secret-token": "" },
    { "x-telegram-bot-api-secret-token": `${secret}x` },
    { "x-telegram-bot-api-secret-token": secret.slice(1) },
  ];
  for (const headers of wrong) {
    const response = await post(headers, update(chat.id, 1));
    assert.equal(response.status, 401);
    assert.doesNotMatch(await response.text(), new RegExp(secret));
  }
  await chat.ask("/help");
  assert.equal(chat.said().length, 1);
});

test("the right secret with something that is no update does no harm", async () => {
  const headers = { "x-telegram-bot-api-secret-token": secret };
  for (const body of ["", "{", "[]", '"x"', '{"update_id":"x"}']) {
    const response = await post(headers, body);
    assert.ok(response.status < 500, `${body} → ${response.status}`);
    await response.arrayBuffer();
  }
  const chat = newChat(telegram);
  assert.match(await chat.ask("五粮液现在多少钱"), /000858/);
});

test("an update pushed twice is answered once", async () => {
  const chat = newChat(telegram);
  const headers = { "x-telegram-bot-api-secret-token": secret };
  const pushed = update(chat.id, 50);
  const statuses = (await Promise.all([post(headers, pushed), post(headers, pushed)])).map(
    ({ status }) => status,
  );
  assert.deepEqual(statuses, [200, 200]);
  await telegram.waitFor(() => chat.said().length > 0, patienceMs);
  await chat.ask("/help", { messageId: 60 });
  assert.equal(chat.said().length, 2);
});

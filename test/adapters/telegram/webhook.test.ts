import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Adapter, AppError } from "#contract";
import { createTelegramEmulator, type TelegramEmulator } from "../../emulators/telegram.ts";
import { type Bot, createBot } from "./start.ts";

const secret = "a-secret_For-Telegram";

let telegram: TelegramEmulator;
let bot: Bot;
let site: Awaited<ReturnType<typeof mount>>;

beforeEach(async () => {
  telegram = await createTelegramEmulator({ webhookRetryMs: 5 });
  site = await mount(() => bot.adapter);
  bot = await createBot(telegram, { TELEGRAM_WEBHOOK_URL: site.root, TELEGRAM_WEBHOOK_SECRET: secret });
});
afterEach(async () => {
  await bot.close();
  await telegram.close();
  await site.close();
});

/** Serves an adapter's webhook where the service would. */
async function mount(adapter: () => Adapter) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    const body = request.method === "GET" ? null : Buffer.concat(chunks);
    const init = { method: request.method ?? "GET", headers, body };
    const webhook = request.url === "/webhooks/telegram" ? adapter().webhook : undefined;
    const answer = await webhook?.(new Request(`http://localhost${request.url}`, init));
    response.writeHead(answer?.status ?? 404);
    response.end(await answer?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const post = (body: string, given?: string) =>
  fetch(`${site.root}/webhooks/telegram`, {
    method: "POST",
    body,
    ...(given === undefined ? {} : { headers: { "x-telegram-bot-api-secret-token": given } }),
  });

const question = JSON.stringify({
  update_id: 1,
  message: { message_id: 1, date: 1, chat: { id: 5, type: "private" }, from: { id: 5 }, text: "600519" },
});

test("Telegram is told the address and the secret, and its updates come in", async () => {
  await bot.adapter.start();
  telegram.userSays(1, "600519");
  await telegram.waitFor(() => telegram.pending() === 0);
  assert.deepEqual(
    bot.host.received.map((message) => message.text),
    ["600519"],
  );
  assert.equal(telegram.calls.has("getupdates"), false);
});

test("updates come in one after another, so that what was written first is held first", async () => {
  let [under, most] = [0, 0];
  bot.host.door = async (message) => {
    under += 1;
    most = Math.max(most, under);
    // The first ones take the longest.
    await sleep(20 - Number(message.text));
    under -= 1;
    return { accepted: true, turnId: message.id };
  };
  await bot.adapter.start();
  for (let at = 0; at < 12; at += 1) telegram.userSays(at % 3, String(at));
  await telegram.waitFor(() => telegram.pending() === 0);
  assert.equal(most, 1);
  assert.deepEqual(
    bot.host.received.map(({ text }) => text),
    Array.from({ length: 12 }, (_, at) => String(at)),
  );
});

test("what cannot be held is refused, comes again and is held under the same id", async () => {
  const ids: string[] = [];
  bot.host.door = (message) => {
    ids.push(message.id);
    if (ids.length < 3) throw new AppError("INTAKE_DOWN");
    return { accepted: true, turnId: message.id };
  };
  await bot.adapter.start();
  telegram.userSays(1, "600519");
  await telegram.waitFor(() => telegram.pending() === 0);
  assert.equal(ids.length, 3);
  assert.equal(new Set(ids).size, 1);
});

describe("a request to the webhook", () => {
  test("without the secret, with a wrong or an empty one is refused without a word", async () => {
    await bot.adapter.start();
    for (const given of [undefined, "", "wrong", `${secret}x`, secret.toUpperCase()]) {
      const answer = await post(question, given);
      assert.equal(answer.status, 401);
      assert.equal(await answer.text(), "");
    }
    assert.deepEqual(bot.host.received, []);
  });

  test("with the secret is answered 200 once the message is held", async () => {
    await bot.adapter.start();
    const arrived = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    bot.host.door = async (message) => {
      arrived.resolve();
      await opened.promise;
      return { accepted: true, turnId: message.id };
    };
    let answered = false;
    const answer = post(question, secret).finally(() => {
      answered = true;
    });
    await arrived.promise;
    assert.equal(answered, false);
    opened.resolve();
    assert.equal((await answer).status, 200);
    assert.equal(bot.host.received.length, 1);
  });

  test("that is not JSON is a 400, JSON that is no update is taken and ignored, and a GET is a 405", async () => {
    await bot.adapter.start();
    assert.equal((await post("{not json", secret)).status, 400);
    assert.equal((await post("", secret)).status, 400);
    assert.equal((await post("{}", secret)).status, 200);
    assert.equal((await post("[1]", secret)).status, 200);
    assert.equal((await fetch(`${site.root}/webhooks/telegram`)).status, 405);
    assert.deepEqual(bot.host.received, []);
  });

  test("before the start and after the stop is a 500, so that Telegram comes again", async () => {
    assert.equal((await post(question, secret)).status, 500);
    await bot.adapter.start();
    assert.equal((await post(question, secret)).status, 200);
    await bot.adapter.stop();
    assert.equal((await post(question, secret)).status, 500);
  });
});

test("a webhook without a secret refuses to start", async () => {
  const open = await createBot(telegram, { TELEGRAM_WEBHOOK_URL: site.root });
  await assert.rejects(open.adapter.start(), (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "CONFIG_INVALID");
    assert.match(error.message, /TELEGRAM_WEBHOOK_SECRET/);
    return true;
  });
  await open.close();
});

test("an adapter that polls has no webhook", async () => {
  const polling = await createBot(telegram);
  assert.equal(polling.adapter.webhook, undefined);
  await polling.close();
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { probeTelegram } from "../../../adapters/telegram/probe.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../../emulators/telegram.ts";

let telegram: TelegramEmulator;

before(async () => {
  telegram = await createTelegramEmulator();
});

after(() => telegram.close());

const probe = (token: string, apiRoot = telegram.root) => {
  const config = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot };
  return probeTelegram({ config, fetch: globalThis.fetch }, AbortSignal.timeout(120_000));
};

test("a right token is answered with the bot's name", async () => {
  assert.deepEqual(await probe(telegram.token), { ok: true, detail: `@${telegram.bot.username}` });
});

test("a wrong token and a dead address are faults that do not tell the token", async () => {
  const wrong = await probe("1234:wrong-token");
  assert.equal(wrong.ok, false);
  assert.match(wrong.detail, /401/);
  const dead = await probe("1234:wrong-token", "http://127.0.0.1:9");
  assert.equal(dead.ok, false);
  assert.doesNotMatch(`${wrong.detail}${dead.detail}`, /wrong-token/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { telegramSettings } from "../../../adapters/telegram/settings.ts";

const read = (settings: Readonly<Record<string, string>>) => {
  const config = telegramSettings.schema.parse({
    TELEGRAM_BOT_TOKEN: "1:abc",
    TELEGRAM_WEBHOOK_SECRET: "secret",
    ...settings,
  });
  return {
    faults: telegramSettings.faults?.(config) ?? [],
    cautions: telegramSettings.cautions?.(config) ?? [],
  };
};

test("a webhook's address may be bare or end in the path that the service mounts", () => {
  for (const url of ["https://bot.example.com", "https://bot.example.com/webhooks/telegram"])
    assert.deepEqual(read({ TELEGRAM_WEBHOOK_URL: url }), { faults: [], cautions: [] }, url);
});

test("another path is pointed out with the one that is mounted: only a proxy could lead there", () => {
  for (const path of ["/tg", "/webhooks/telegram/", "/webhook"]) {
    const { faults, cautions } = read({ TELEGRAM_WEBHOOK_URL: `https://bot.example.com${path}` });
    assert.deepEqual(faults, []);
    assert.match(
      cautions[0] ?? "",
      /takes Telegram's pushes at \/webhooks\/telegram; .*=https:\/\/bot\.example\.com$/,
    );
  }
});

test("Telegram's own API pushes to https alone; another Bot API server may push to http", () => {
  const plain = { TELEGRAM_WEBHOOK_URL: "http://bot.example.com" };
  assert.match(read(plain).faults[0] ?? "", /^TELEGRAM_WEBHOOK_URL: .*https/);
  assert.deepEqual(read({ ...plain, TELEGRAM_API_ROOT: "http://127.0.0.1:8081" }).faults, []);
});

import { defineAdapter } from "#contract";
import { telegramSettings } from "./settings.ts";
import { createTelegram, telegramLimits } from "./telegram.ts";

export default defineAdapter({
  platform: "telegram",
  summary: { zh: "Telegram 机器人(长轮询或 webhook)", en: "Telegram bot (long polling or webhook)" },
  settings: telegramSettings,
  public: true,
  // Groups are negative; an @name is none: people change it.
  isId: (id) => /^-?[1-9][0-9]{0,15}$/.test(id),
  idExample: "123456789",
  isOn: (config) =>
    config.TELEGRAM_BOT_TOKEN === undefined
      ? { on: false, hint: "set TELEGRAM_BOT_TOKEN" }
      : { on: true, detail: config.TELEGRAM_WEBHOOK_URL === undefined ? "long polling" : "webhook" },
  async probe(host, signal) {
    // grammY is loaded only when it is needed.
    const { probeTelegram } = await import("./probe.ts");
    return probeTelegram(host, signal);
  },
  create: (host) => createTelegram(host),
  limits: telegramLimits,
});

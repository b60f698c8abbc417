import { z } from "zod";
import type { Settings } from "#contract";

/** Telegram puts the token into the path of every request, so nothing but path-safe characters may stand in it. */
const schema = z.object({
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9:_-]+$/, "must be the token as BotFather gave it, e.g. 123456789:AAE…")
    .optional(),
  TELEGRAM_API_ROOT: z
    .url({ protocol: /^https?$/, error: "must be a web address, e.g. https://api.telegram.org" })
    .default("https://api.telegram.org"),
  TELEGRAM_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: "must be the public address, e.g. https://bot.example.com" })
    .optional(),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,256}$/, "must be 1 to 256 letters, digits, - or _")
    .optional(),
});

export const telegramSettings: Settings<typeof schema> = {
  schema,
  secrets: ["TELEGRAM_BOT_TOKEN", "TELEGRAM_WEBHOOK_SECRET"],
  faults: (config) =>
    config.TELEGRAM_BOT_TOKEN !== undefined &&
    config.TELEGRAM_WEBHOOK_URL !== undefined &&
    config.TELEGRAM_WEBHOOK_SECRET === undefined
      ? [
          "TELEGRAM_WEBHOOK_SECRET: a webhook needs it; write a long random one (openssl rand -hex 24 makes one), or unset TELEGRAM_WEBHOOK_URL for long polling",
        ]
      : [],
};

export type TelegramConfig = z.infer<typeof schema>;

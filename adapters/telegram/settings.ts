import { z } from "zod";
import type { Settings } from "#contract";

/** Where the service mounts this adapter's webhook. */
export const webhookPath = "/webhooks/telegram";

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
  faults({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret, ...rest }) {
    if (token === undefined || url === undefined) return [];
    const isTelegrams = new URL(rest.TELEGRAM_API_ROOT).hostname === "api.telegram.org";
    return [
      ...(secret === undefined
        ? [
            "TELEGRAM_WEBHOOK_SECRET: a webhook needs it; write a long random one (openssl rand -hex 24 makes one), or unset TELEGRAM_WEBHOOK_URL for long polling",
          ]
        : []),
      ...(isTelegrams && !url.startsWith("https:")
        ? [
            "TELEGRAM_WEBHOOK_URL: Telegram pushes to https alone; write https://…, or unset it for long polling",
          ]
        : []),
    ];
  },
  cautions({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_URL: url }) {
    if (token === undefined || url === undefined) return [];
    const { pathname, origin } = new URL(url);
    return pathname === "/" || pathname === webhookPath
      ? []
      : [
          `TELEGRAM_WEBHOOK_URL: its path is ${pathname}, and this service takes Telegram's pushes at ${webhookPath}; unless a proxy leads the one to the other write TELEGRAM_WEBHOOK_URL=${origin}`,
        ];
  },
};

export type TelegramConfig = z.infer<typeof schema>;

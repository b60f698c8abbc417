import { createTelegramEmulator } from "../../emulators/telegram.ts";
import type { Platform } from "../contract.ts";

/** A direct chat of the Telegram emulator. */
export async function createPlatform(): Promise<Platform> {
  const telegram = await createTelegramEmulator();
  const chatId = 501;
  let last: ReturnType<typeof telegram.userSays> | undefined;
  const seen = () =>
    telegram.chat(chatId).flatMap((message) => (message.from?.is_bot === true ? [message.text ?? ""] : []));
  return {
    config: { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root },
    chat: { platform: "telegram", accountId: String(telegram.bot.id), chatId: String(chatId) },
    async open() {
      // the person's chat exists as soon as they write
    },
    async say(text) {
      last = telegram.userSays(chatId, text);
    },
    async sayAgain() {
      if (last !== undefined) telegram.repeat(last);
    },
    acknowledged: async () => void (await telegram.waitFor(() => telegram.pending() === 0)),
    unacknowledged: telegram.pending,
    seen,
    sees: async (text) => void (await telegram.waitFor(() => seen().includes(text))),
    close: telegram.close,
  };
}

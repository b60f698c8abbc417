import { apiSignal, createBotApi } from "./bot-api.ts";
import { describe, readFailure } from "./failure.ts";
import type { TelegramConfig } from "./settings.ts";

const timeoutMs = 6000;

/** Asks Telegram who the token belongs to. */
export async function probeTelegram(
  { config, fetch }: { readonly config: TelegramConfig; readonly fetch: typeof globalThis.fetch },
  signal: AbortSignal,
): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const token = config.TELEGRAM_BOT_TOKEN ?? "";
  const api = createBotApi({
    token,
    apiRoot: config.TELEGRAM_API_ROOT,
    fetch,
    requestTimeoutMs: timeoutMs,
    pollTimeoutMs: timeoutMs,
  });
  try {
    const me = await api.getMe(apiSignal(signal));
    return { ok: true, detail: `@${me.username ?? me.id}` };
  } catch (error) {
    return { ok: false, detail: describe(readFailure(error), token) };
  }
}

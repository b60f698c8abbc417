import type { Adapter, AdapterHost } from "#contract";
import telegram from "../../../adapters/telegram/index.ts";
import type { TelegramTimings } from "../../../adapters/telegram/session.ts";
import { createTelegram } from "../../../adapters/telegram/telegram.ts";
import type { TelegramEmulator } from "../../emulators/telegram.ts";
import { createTestHost, type TestHost } from "../support/test-host.ts";

/** Short waits, so that what is retried is retried within a test. */
export const testTimings: TelegramTimings = {
  requestTimeoutMs: 60_000,
  pollSeconds: 5,
  startPatienceMs: 60_000,
  firstDelayMs: 5,
  maxDelayMs: 20,
};

export interface Bot {
  readonly adapter: Adapter;
  readonly host: TestHost;
  close(): Promise<void>;
}

/** The adapter before the emulator, not yet started. */
export async function createBot(
  emulator: Pick<TelegramEmulator, "root" | "token">,
  config: Record<string, string> = {},
  timings: Partial<TelegramTimings> = {},
  over: Partial<AdapterHost<never>> = {},
): Promise<Bot> {
  const settings = telegram.settings.schema.parse({
    TELEGRAM_BOT_TOKEN: emulator.token,
    TELEGRAM_API_ROOT: emulator.root,
    ...config,
  });
  const host = await createTestHost(settings, over);
  const adapter = createTelegram(host.host, { ...testTimings, ...timings });
  return {
    adapter,
    host,
    async close() {
      await adapter.stop();
      await host.close();
    },
  };
}

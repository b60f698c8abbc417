import { createModelsEmulator, type ModelsEmulator } from "../emulators/models.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { type Service, type Settings, startService } from "./service.ts";

/** A service on the sample data behind the Telegram emulator. */
export interface TelegramLine {
  readonly telegram: TelegramEmulator;
  readonly service: Service;
  close(): Promise<void>;
}

/** An emulator left open would keep the test's process, and with it the reason why the rest did not start. */
async function closedUnless<Value>(
  emulator: { close(): Promise<void> },
  opening: Promise<Value>,
): Promise<Value> {
  try {
    return await opening;
  } catch (error) {
    await emulator.close();
    throw error;
  }
}

export async function openTelegramLine(settings: Settings = {}): Promise<TelegramLine> {
  const telegram = await createTelegramEmulator();
  const starting = startService({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    DATA_SOURCES: "sample",
    ...settings,
  });
  const service = await closedUnless(telegram, starting);
  return {
    ...{ telegram, service },
    async close() {
      await service.stop();
      await telegram.close();
    },
  };
}

/** The same with a server of the OpenAI wire. */
export interface ModelLine extends TelegramLine {
  readonly models: ModelsEmulator;
}

export async function openModelLine(
  settings: Settings = {},
  options: Parameters<typeof createModelsEmulator>[0] = {},
): Promise<ModelLine> {
  const models = await createModelsEmulator(options);
  const opening = openTelegramLine({
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
    ...settings,
  });
  const line = await closedUnless(models, opening);
  return {
    ...line,
    models,
    async close() {
      await line.close();
      await models.close();
    },
  };
}

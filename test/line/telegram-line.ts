import { createModelsEmulator, type ModelsEmulator } from "../emulators/models.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { type Service, type Settings, startService } from "./service.ts";

/** A service on the sample data behind the Telegram emulator. */
export interface TelegramLine {
  readonly telegram: TelegramEmulator;
  readonly service: Service;
  close(): Promise<void>;
}

export async function openTelegramLine(settings: Settings = {}): Promise<TelegramLine> {
  const telegram = await createTelegramEmulator();
  const service = await startService({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    DATA_SOURCES: "sample",
    ...settings,
  });
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
  const line = await openTelegramLine({
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
    ...settings,
  });
  return {
    ...line,
    models,
    async close() {
      await line.close();
      await models.close();
    },
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { startPrivateRedis } from "../src/store/private-redis.ts";
import { connect } from "../src/store/redis.ts";
import { createModelsEmulator, type ModelsEmulator } from "../test/emulators/models.ts";
import { createTelegramEmulator, type SentEntry, type TelegramEmulator } from "../test/emulators/telegram.ts";
import { createAnswers } from "./answers.ts";

const question = "600519 现在多少钱";
const patienceMs = 300_000;

/** All that a subject talks to: an empty Redis and emulators of its own. */
export interface World {
  readonly folder: string;
  readonly socketPath: string;
  readonly telegram: TelegramEmulator;
  readonly models: ModelsEmulator;
  /** `INFO` of Redis. */
  readonly info: (section: string) => Promise<string>;
  /** The first of so many chats in which nobody wrote before. */
  takeChats(count: number): number;
  /** Asks the question of every bench in a chat. */
  ask(chatId: number): void;
  /** The answers that came so far. */
  readonly answers: () => readonly SentEntry[];
  /** Throws where they do not come. */
  untilAnswers(wanted: number): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "qm-bench-"));
  const redis = await startPrivateRedis({ folder, say: () => {} });
  const store = connect({ socketPath: redis.socketPath });
  const telegram = await createTelegramEmulator({});
  const models = await createModelsEmulator({ record: false });
  const answers = createAnswers(telegram);
  let nextChat = 1000;
  return {
    folder,
    socketPath: redis.socketPath,
    telegram,
    models,
    info: (section) => store.redis.info(section),
    takeChats(count) {
      nextChat += count;
      return nextChat - count;
    },
    ask: (chatId) => telegram.userSays(chatId, question),
    answers,
    async untilAnswers(wanted) {
      const deadlineMs = performance.now() + patienceMs;
      while (answers().length < wanted) {
        if (performance.now() > deadlineMs)
          throw new Error(`only ${answers().length} of ${wanted} answers came`);
        await pause(2);
      }
    },
    async close() {
      await telegram.close();
      await models.close();
      await store.close();
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

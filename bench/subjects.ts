import { createServer } from "node:net";
import { join } from "node:path";
import type { ModelsEmulator } from "../test/emulators/models.ts";
import type { TelegramEmulator } from "../test/emulators/telegram.ts";
import type { Program, Subject } from "./subject.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The emulators that the subjects talk to, and the Redis that they share. */
export interface Surroundings {
  readonly folder: string;
  readonly socketPath: string;
  readonly telegram: TelegramEmulator;
  readonly models: ModelsEmulator;
}

/**
 * The bare loop, the product in one process, and the product with gateway and worker in a process each, as it is run where one core does
 * not do.
 */
export async function subjects({ folder, socketPath, telegram, models }: Surroundings): Promise<{
  readonly bare: Subject;
  readonly product: Subject;
  readonly apart: Subject;
}> {
  const env = {
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
    BENCH_REDIS_SOCKET: socketPath,
  };
  const bareLoop: Program = {
    script: join(import.meta.dirname, "bare-loop.ts"),
    args: [],
    env,
    isReady: async (output) => output.includes("ready"),
  };
  const start = async (...roles: readonly string[]): Promise<Program> => {
    const port = await freePort();
    return {
      script: join(import.meta.dirname, "../src/main.ts"),
      args: ["start", ...roles.flatMap((role) => ["--role", role])],
      env: {
        ...env,
        ACCESS: "open",
        RATE_LIMIT_PERSON: "1000000",
        RATE_LIMIT_CHAT: "1000000",
        DATA_SOURCES: "sample",
        MODEL_ROUTING: "openai:bench",
        MODEL_SYNTHESIS: "openai:bench",
        MODEL_ESCALATION: "openai:bench",
        QIANMEN_DATA: folder,
        HTTP_PORT: String(port),
        LOG_LEVEL: "warn",
      },
      isReady: async () => {
        const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
        await response?.arrayBuffer();
        return response?.ok === true;
      },
    };
  };
  return {
    bare: { name: "bare loop", programs: [bareLoop] },
    product: { name: "qianmen", programs: [await start()] },
    apart: { name: "gateway and worker apart", programs: [await start("gateway"), await start("worker")] },
  };
}

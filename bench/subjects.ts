import { createServer } from "node:net";
import { join } from "node:path";
import type { Program, Subject } from "./subject.ts";
import type { World } from "./world.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * The bare loop, the product in one process, and the product with gateway and worker in a process each, as it is run where one core does
 * not do.
 */
export const kinds = ["bare", "product", "apart"] as const;
export type Kind = (typeof kinds)[number];

/**
 * Of every subject, so that the ratios are of the work. Fewer than a bench has chats: the bare loop keeps no order within a chat, so that
 * with more it would gain from what no user wants.
 */
const turnsAtOnce = 64;

const environmentOf = ({ socketPath, telegram, models }: World) => ({
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_ROOT: telegram.root,
  OPENAI_API_KEY: models.openaiKey,
  OPENAI_BASE_URL: models.openaiBaseUrl,
  BENCH_REDIS_SOCKET: socketPath,
  BENCH_TURNS_AT_ONCE: String(turnsAtOnce),
});

async function qianmen(world: World, ...roles: readonly string[]): Promise<Program> {
  const port = await freePort();
  return {
    script: join(import.meta.dirname, "../src/main.ts"),
    args: ["start", ...roles.flatMap((role) => ["--role", role])],
    env: {
      ...environmentOf(world),
      ACCESS: "open",
      RATE_LIMIT_PERSON: "1000000",
      RATE_LIMIT_CHAT: "1000000",
      TURNS_AT_ONCE: String(turnsAtOnce),
      DATA_SOURCES: "sample",
      MODEL_ROUTING: "openai:bench",
      MODEL_SYNTHESIS: "openai:bench",
      MODEL_ESCALATION: "openai:bench",
      QIANMEN_DATA: world.folder,
      HTTP_PORT: String(port),
      LOG_LEVEL: "warn",
    },
    isReady: async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      await response?.arrayBuffer();
      return response?.ok === true;
    },
  };
}

export async function subjectOf(kind: Kind, world: World): Promise<Subject> {
  switch (kind) {
    case "bare": {
      const script = join(import.meta.dirname, "bare-loop.ts");
      const isReady = async (output: string) => output.includes("ready");
      return { name: "bare loop", programs: [{ script, args: [], env: environmentOf(world), isReady }] };
    }
    case "product":
      return { name: "qianmen", programs: [await qianmen(world)] };
    case "apart":
      return {
        name: "gateway and worker apart",
        programs: [await qianmen(world, "gateway"), await qianmen(world, "worker")],
      };
  }
}

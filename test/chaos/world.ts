import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Store } from "../../src/store/redis.ts";
import { createModelsEmulator, type ModelsEmulator } from "../emulators/models.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { freePort, type Settings } from "../line/service.ts";
import { compileCache } from "../support/compile-cache.ts";

/** One process that can be killed, stopped for a while and brought up again. */
export interface Victim {
  readonly name: string;
  /** SIGKILL, then a fresh start on the same data; resolves when it is up again. */
  killAndRestart(downMs: number): Promise<void>;
  /** SIGSTOP and later SIGCONT: it lives, but holds what it held for longer than its locks last. */
  stall(ms: number): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  output(): string;
}

export interface World {
  readonly telegram: TelegramEmulator;
  readonly models: ModelsEmulator;
  readonly redis: Victim;
  /** The first of the gateways. */
  readonly gateway: Victim;
  readonly gateways: readonly Victim[];
  readonly workers: readonly Victim[];
  /** A look at the same Redis from outside. */
  readonly store: Store;
  close(): Promise<void>;
}

interface VictimOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Settings;
  readonly isUp: (output: string) => Promise<boolean>;
}

/** Long, since a busy machine is no fault. */
const upWithinMs = 120_000;

async function startVictim(options: VictimOptions): Promise<Victim> {
  const { name, command, args, env, isUp } = options;
  let output = "";
  const start = async (): Promise<void> => {
    output = output.slice(-20_000);
    let own = "";
    const started = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    const collect = (chunk: Buffer) => {
      own += own.length > 20_000 ? "" : chunk.toString();
      output += chunk.toString();
    };
    started.stdout.on("data", collect);
    started.stderr.on("data", collect);
    const deadline = performance.now() + upWithinMs;
    while (!(await isUp(own))) {
      // Killed again on its way up: whoever killed it starts the next one.
      if (started.signalCode !== null) break;
      // A start that finds no Redis in its time says so and ends; a supervisor starts it anew.
      if (
        started.exitCode !== null &&
        /nothing answers at \S+: start/.test(own) &&
        performance.now() < deadline
      )
        return start();
      if (started.exitCode !== null || performance.now() > deadline) {
        started.kill("SIGKILL");
        throw new Error(`${name} did not come up:\n${own.slice(-2000)}`);
      }
      await pause(20);
    }
  };
  let child: ChildProcess | undefined;
  // A runner that fails leaves nothing behind.
  process.once("exit", () => child?.kill("SIGKILL"));
  await start();
  const gone = async () => {
    if (child === undefined) return null;
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  };
  return {
    name,
    output: () => output,
    async killAndRestart(downMs) {
      child?.kill("SIGKILL");
      await gone();
      await pause(downMs);
      await start();
    },
    async stall(ms) {
      const held = child;
      held?.kill("SIGSTOP");
      await pause(ms);
      held?.kill("SIGCONT");
    },
    async stop() {
      child?.kill("SIGCONT");
      child?.kill("SIGTERM");
      const killer = setTimeout(() => child?.kill("SIGKILL"), 35_000);
      return gone().finally(() => clearTimeout(killer));
    },
  };
}

export interface WorldOptions {
  readonly workers: number;
  readonly modelMs: number;
  /** Default 1; of more than one only one polls. */
  readonly gateways?: number;
  readonly settings?: Settings;
  /** The gateways answer questions as well, beside the workers: they deliver their own answers without the queue. */
  readonly doorsWork?: boolean;
  /** Instead of one Redis of the world's own: the address of another, which the caller closes. */
  readonly redisUrl?: string;
}

const nobody: Victim = {
  name: "none",
  killAndRestart: async () => {},
  stall: async () => {},
  stop: async () => 0,
  output: () => "",
};

async function startRedisVictim(folder: string, port: number): Promise<{ redis: Victim; store: Store }> {
  const store = connect({ url: `redis://127.0.0.1:${port}`, failAfterMs: 5000 });
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--logfile", "r.log"];
  const safety = ["--appendonly", "yes", "--appendfsync", "everysec", "--save", ""];
  const redis = await startVictim({
    name: "redis",
    command: "redis-server",
    args: [...place, ...safety, "--maxmemory-policy", "noeviction"],
    env: { PATH: process.env.PATH ?? "" },
    isUp: async () => (await store.health(0)).writable,
  });
  return { redis, store };
}

/** Redis, gateways and workers, each a process of its own, before the emulators of Telegram and the models. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { workers: count, modelMs, settings = {}, gateways: doors = 1, doorsWork = false } = options;
  const folder = mkdtempSync(join(tmpdir(), "qm-chaos-"));
  const port = await freePort();
  const { redisUrl = `redis://127.0.0.1:${port}` } = options;
  const { redis, store } =
    options.redisUrl === undefined
      ? await startRedisVictim(folder, port)
      : { redis: nobody, store: connect({ url: redisUrl, failAfterMs: 5000 }) };
  const telegram = await createTelegramEmulator();
  const models = await createModelsEmulator({ latencyMs: modelMs, record: false });
  const env = {
    ...compileCache(),
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "/",
    REDIS_URL: redisUrl,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    DATA_SOURCES: "sample",
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
    MODEL_ROUTING: "openai:chaos",
    MODEL_SYNTHESIS: "openai:chaos",
    MODEL_ESCALATION: "openai:chaos",
    ACCESS: "open",
    RATE_LIMIT_PERSON: "100000",
    RATE_LIMIT_CHAT: "100000",
    HTTP_PORT: "0",
    LOG_LEVEL: "error",
    ...settings,
  };
  const main = join(import.meta.dirname, "../../src/main.ts");
  const startRole = (role: string, name: string) =>
    startVictim({
      name,
      command: process.execPath,
      args: [main, "start", "--role", role, ...(role === "gateway" && doorsWork ? ["--role", "worker"] : [])],
      env: { ...env, QIANMEN_DATA: join(folder, name) },
      isUp: async (output) => output.includes("已就绪"),
    });
  const started: Promise<Victim>[] = [];
  const start = (role: string, howMany: number) => {
    const victims = Array.from({ length: howMany }, (_, index) =>
      startRole(role, index === 0 ? role : `${role}-${index + 1}`),
    );
    started.push(...victims);
    return Promise.all(victims);
  };
  const close = async () => {
    const victims = await Promise.allSettled(started);
    await Promise.all(victims.map((victim) => victim.status === "fulfilled" && victim.value.stop()));
    await store.close();
    await redis.stop();
    await telegram.close();
    await models.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const [gateways, workers] = await Promise.all([start("gateway", doors), start("worker", count)]).catch(
    // What is up would keep the run from ending.
    (error: unknown) => close().then(() => Promise.reject(error)),
  );
  const [gateway = nobody] = gateways;
  return {
    telegram,
    models,
    redis,
    gateway,
    gateways,
    workers,
    store,
    close,
  };
}

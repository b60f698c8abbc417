/**
 * `npm run bench`: the product beside the bare loop, in one run on one machine, printed as ratios. Both read from one
 * Telegram emulator and ask one model emulator twice per message; the product reads prices from `sample`.
 * Options: `--chats 100 --messages 20 --latency-messages 60 --long-run 12000 --rounds 2 --json`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPrivateRedis } from "../src/store/private-redis.ts";
import { connect } from "../src/store/redis.ts";
import { createModelsEmulator, type ModelsEmulator } from "../test/emulators/models.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../test/emulators/telegram.ts";
import { cpuMs, percentile, residentMiB } from "./process-figures.ts";
import { type SpreadFigures, spread } from "./spread.ts";
import { type Subject, startSubject } from "./subject.ts";

const { values } = parseArgs({
  options: {
    chats: { type: "string", default: "100" },
    messages: { type: "string", default: "20" },
    "latency-messages": { type: "string", default: "60" },
    "long-run": { type: "string", default: "12000" },
    rounds: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
  },
});

const chats = Number(values.chats);
const messagesPerChat = Number(values.messages);
const latencyMessages = Number(values["latency-messages"]);
const rounds = Number(values.rounds);
const modelCallsPerMessage = 2;
/** Not counted: a service runs for days, so the code that V8 has yet to optimise is not what it costs. */
const warmUpPerChat = 20;
const question = "600519 现在多少钱";

interface Figures extends SpreadFigures {
  readonly coldStartMs: number;
  readonly idleMiB: number;
  readonly messagesPerSecond: number;
  readonly cpuMsPerMessage: number;
  readonly addedP50Ms: number;
  readonly addedP95Ms: number;
  readonly slowModelAddedP50Ms: number;
  readonly slowModelAddedP95Ms: number;
}

interface World {
  readonly telegram: TelegramEmulator;
  readonly models: ModelsEmulator;
  /** `INFO` of the Redis that both subjects use. */
  readonly info: (section: string) => Promise<string>;
}

let nextChat = 1000;

async function answersOf(telegram: TelegramEmulator, wanted: number): Promise<void> {
  const deadlineMs = performance.now() + 120_000;
  while (telegram.sent.length < wanted) {
    if (performance.now() > deadlineMs)
      throw new Error(`only ${telegram.sent.length} of ${wanted} answers came`);
    await pause(2);
  }
}

/** All messages at once, the chats taking turns. */
async function throughput({ telegram }: World, pid: number, perChat: number) {
  const first = nextChat;
  nextChat += chats;
  const before = telegram.sent.length;
  const cpuBefore = cpuMs(pid);
  const startedMs = performance.now();
  for (let round = 0; round < perChat; round++) {
    for (let chat = first; chat < first + chats; chat++) telegram.userSays(chat, question);
  }
  const messages = perChat * chats;
  await answersOf(telegram, before + messages);
  const seconds = (performance.now() - startedMs) / 1000;
  return { messagesPerSecond: messages / seconds, cpuMsPerMessage: (cpuMs(pid) - cpuBefore) / messages };
}

/** One message at a time: what the program adds to the models' own time. */
async function addedLatency({ telegram, models }: World, modelMs: number): Promise<number[]> {
  models.setLatency(modelMs);
  const chat = nextChat++;
  const added: number[] = [];
  for (let index = 0; index < latencyMessages; index++) {
    const before = telegram.sent.length;
    const startedMs = performance.now();
    telegram.userSays(chat, question);
    while (telegram.sent.length === before) await pause(0);
    added.push(performance.now() - startedMs - modelMs * modelCallsPerMessage);
    await pause(20);
  }
  models.setLatency(0);
  return added;
}

async function measure(subject: Subject, world: World): Promise<Figures> {
  const running = await startSubject(subject);
  try {
    await pause(4000);
    const idleMiB = residentMiB(running.pid);
    await throughput(world, running.pid, warmUpPerChat);
    const load = await throughput(world, running.pid, messagesPerChat);
    await pause(500);
    const fast = await addedLatency(world, 0);
    const slow = await addedLatency(world, 300);
    const { telegram, info } = world;
    const shared = await spread({
      telegram,
      info,
      pid: running.pid,
      question,
      firstChat: nextChat,
      longRun: Number(values["long-run"]),
    });
    nextChat += 10_000;
    return {
      coldStartMs: running.coldStartMs,
      idleMiB,
      ...load,
      ...shared,
      addedP50Ms: percentile(fast, 0.5),
      addedP95Ms: percentile(fast, 0.95),
      slowModelAddedP50Ms: percentile(slow, 0.5),
      slowModelAddedP95Ms: percentile(slow, 0.95),
    };
  } finally {
    await running.stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function subjects(
  folder: string,
  socketPath: string,
  world: World,
): Promise<{ bare: Subject; product: Subject }> {
  const port = await freePort();
  const env = {
    TELEGRAM_BOT_TOKEN: world.telegram.token,
    TELEGRAM_API_ROOT: world.telegram.root,
    OPENAI_API_KEY: world.models.openaiKey,
    OPENAI_BASE_URL: world.models.openaiBaseUrl,
    BENCH_REDIS_SOCKET: socketPath,
  };
  const bare: Subject = {
    name: "bare loop",
    script: join(import.meta.dirname, "bare-loop.ts"),
    args: [],
    env,
    isReady: async (output) => output.includes("ready"),
  };
  const product: Subject = {
    name: "qianmen",
    script: join(import.meta.dirname, "../src/main.ts"),
    args: ["start"],
    env: {
      ...env,
      ACCESS: "open",
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
  return { bare, product };
}

/** The median of each figure over the rounds. */
function medianOf(all: readonly Figures[]): Figures {
  const of = (key: keyof Figures) =>
    percentile(
      all.map((figures) => figures[key]),
      0.5,
    );
  return {
    coldStartMs: of("coldStartMs"),
    idleMiB: of("idleMiB"),
    messagesPerSecond: of("messagesPerSecond"),
    cpuMsPerMessage: of("cpuMsPerMessage"),
    addedP50Ms: of("addedP50Ms"),
    addedP95Ms: of("addedP95Ms"),
    slowModelAddedP50Ms: of("slowModelAddedP50Ms"),
    slowModelAddedP95Ms: of("slowModelAddedP95Ms"),
    manyChatsPerSecond: of("manyChatsPerSecond"),
    manyChatsP50Ms: of("manyChatsP50Ms"),
    manyChatsP95Ms: of("manyChatsP95Ms"),
    manyChatsP99Ms: of("manyChatsP99Ms"),
    floodSlowdown: of("floodSlowdown"),
    redisCommands: of("redisCommands"),
    redisScripts: of("redisScripts"),
    redisKiB: of("redisKiB"),
    growthKiB: of("growthKiB"),
  };
}

const rows: readonly (readonly [keyof Figures, string])[] = [
  ["messagesPerSecond", `messages/s over ${chats} chats, models 0 ms`],
  ["cpuMsPerMessage", "CPU ms per message"],
  ["addedP50Ms", "added latency p50, ms, models 0 ms"],
  ["addedP95Ms", "added latency p95, ms, models 0 ms"],
  ["slowModelAddedP50Ms", "added latency p50, ms, models 300 ms"],
  ["slowModelAddedP95Ms", "added latency p95, ms, models 300 ms"],
  ["manyChatsPerSecond", "messages/s over 1,000 chats, models 0 ms"],
  ["manyChatsP50Ms", "  wait p50, ms"],
  ["manyChatsP95Ms", "  wait p95, ms"],
  ["manyChatsP99Ms", "  wait p99, ms"],
  ["floodSlowdown", "p95 of 99 chats beside a flood, times"],
  ["redisCommands", "Redis commands per message, in scripts too"],
  ["redisScripts", "  of them script calls"],
  ["redisKiB", "  KiB to and from Redis per message"],
  ["growthKiB", "RSS growth per 1,000 messages, KiB"],
  ["coldStartMs", "cold start, ms (Redis up)"],
  ["idleMiB", "idle RSS, MiB (Redis aside)"],
];

function print(product: Figures, bare: Figures): void {
  const line = (...cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(42) : cell.padStart(11))).join("");
  console.log(line("", "qianmen", "bare loop", "ratio"));
  for (const [key, label] of rows) {
    const [ours, theirs] = [product[key], bare[key]];
    console.log(line(label, ours.toFixed(1), theirs.toFixed(1), (ours / theirs).toFixed(2)));
  }
}

const folder = mkdtempSync(join(tmpdir(), "qm-bench-"));
const redis = await startPrivateRedis({ folder, say: () => {} });
const store = connect({ socketPath: redis.socketPath });
const world: World = {
  info: (section) => store.redis.info(section),
  telegram: await createTelegramEmulator({}),
  models: await createModelsEmulator({ record: false }),
};
try {
  const { bare, product } = await subjects(folder, redis.socketPath, world);
  const measured = { bare: [] as Figures[], product: [] as Figures[] };
  // Alternating, so that the machine's moods touch both.
  for (let round = 0; round < rounds; round++) {
    measured.bare.push(await measure(bare, world));
    measured.product.push(await measure(product, world));
  }
  const [ours, theirs] = [medianOf(measured.product), medianOf(measured.bare)];
  if (values.json) console.log(JSON.stringify({ qianmen: ours, bareLoop: theirs, rounds: measured }));
  else print(ours, theirs);
} finally {
  await world.telegram.close();
  await world.models.close();
  await store.close();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * `npm run bench`: the product, in one process and with gateway and worker apart, beside the bare loop, in one run on one machine,
 * printed as ratios. All read from one Telegram emulator and ask one model emulator twice per message; the product reads prices from
 * `sample`.
 * Options: `--chats 100 --messages 20 --latency-messages 60 --long-run 12000 --rounds 2 --json`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPrivateRedis } from "../src/store/private-redis.ts";
import { connect } from "../src/store/redis.ts";
import { createModelsEmulator, type ModelsEmulator } from "../test/emulators/models.ts";
import { createTelegramEmulator, type SentEntry, type TelegramEmulator } from "../test/emulators/telegram.ts";
import { createAnswers } from "./answers.ts";
import { cpuMs, percentile, residentMiB } from "./process-figures.ts";
import { type SpreadFigures, spread } from "./spread.ts";
import { type Subject, startSubject } from "./subject.ts";
import { subjects } from "./subjects.ts";

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
  readonly answers: () => readonly SentEntry[];
  readonly models: ModelsEmulator;
  /** `INFO` of the Redis that both subjects use. */
  readonly info: (section: string) => Promise<string>;
}

let nextChat = 1000;

async function answersOf({ answers }: World, wanted: number): Promise<void> {
  const deadlineMs = performance.now() + 120_000;
  while (answers().length < wanted) {
    if (performance.now() > deadlineMs) throw new Error(`only ${answers().length} of ${wanted} answers came`);
    await pause(2);
  }
}

/** All messages at once, the chats taking turns. */
async function throughput(world: World, pids: readonly number[], perChat: number) {
  const first = nextChat;
  nextChat += chats;
  const before = world.answers().length;
  const cpuBefore = cpuMs(...pids);
  const startedMs = performance.now();
  for (let round = 0; round < perChat; round++) {
    for (let chat = first; chat < first + chats; chat++) world.telegram.userSays(chat, question);
  }
  const messages = perChat * chats;
  await answersOf(world, before + messages);
  const seconds = (performance.now() - startedMs) / 1000;
  return { messagesPerSecond: messages / seconds, cpuMsPerMessage: (cpuMs(...pids) - cpuBefore) / messages };
}

/** One message at a time: what the program adds to the models' own time. */
async function addedLatency({ telegram, models, answers }: World, modelMs: number): Promise<number[]> {
  models.setLatency(modelMs);
  const chat = nextChat++;
  const added: number[] = [];
  for (let index = 0; index < latencyMessages; index++) {
    const before = answers().length;
    const startedMs = performance.now();
    telegram.userSays(chat, question);
    while (answers().length === before) await pause(0);
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
    const idleMiB = residentMiB(...running.pids);
    await throughput(world, running.pids, warmUpPerChat);
    const load = await throughput(world, running.pids, messagesPerChat);
    await pause(500);
    const fast = await addedLatency(world, 0);
    const slow = await addedLatency(world, 300);
    const shared = await spread({
      ...world,
      pids: running.pids,
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

function print(product: Figures, apart: Figures, bare: Figures): void {
  const line = (...cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(42) : cell.padStart(11))).join("");
  console.log(line("", "qianmen", "apart", "bare loop", "ratio", "apart"));
  for (const [key, label] of rows) {
    const [one, two, theirs] = [product[key], apart[key], bare[key]];
    const ratios = [one, two].map((ours) => (ours / theirs).toFixed(2));
    console.log(line(label, ...[one, two, theirs].map((figure) => figure.toFixed(1)), ...ratios));
  }
}

const folder = mkdtempSync(join(tmpdir(), "qm-bench-"));
const redis = await startPrivateRedis({ folder, say: () => {} });
const store = connect({ socketPath: redis.socketPath });
const telegram = await createTelegramEmulator({});
const world: World = {
  info: (section) => store.redis.info(section),
  telegram,
  answers: createAnswers(telegram),
  models: await createModelsEmulator({ record: false }),
};
try {
  const { bare, product, apart } = await subjects({ folder, socketPath: redis.socketPath, ...world });
  const measured = { bare: [] as Figures[], product: [] as Figures[], apart: [] as Figures[] };
  // Alternating, so that the machine's moods touch all.
  for (let round = 0; round < rounds; round++) {
    measured.bare.push(await measure(bare, world));
    measured.product.push(await measure(product, world));
    measured.apart.push(await measure(apart, world));
  }
  const [ours, two, theirs] = [medianOf(measured.product), medianOf(measured.apart), medianOf(measured.bare)];
  if (values.json)
    console.log(JSON.stringify({ qianmen: ours, apart: two, bareLoop: theirs, rounds: measured }));
  else print(ours, two, theirs);
} finally {
  await world.telegram.close();
  await world.models.close();
  await store.close();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { SentEntry, TelegramEmulator } from "../test/emulators/telegram.ts";
import { percentile, residentMiB } from "./process-figures.ts";

/** What load over many chats costs and how it is shared out. */
export interface SpreadFigures {
  readonly manyChatsPerSecond: number;
  readonly manyChatsP50Ms: number;
  readonly manyChatsP95Ms: number;
  readonly manyChatsP99Ms: number;
  /** p95 wait of chats with a few messages beside one with 500, over the same without it. */
  readonly floodSlowdown: number;
  readonly redisCommands: number;
  readonly redisScripts: number;
  readonly redisKiB: number;
  /** Resident memory gained per 1,000 messages over the last half of a long run. */
  readonly growthKiB: number;
}

interface Load {
  readonly chatId: number;
  readonly count: number;
}

/** What Redis says of itself; `INFO` of any client. */
export type RedisInfo = (section: string) => Promise<string>;

export interface SpreadOptions {
  readonly telegram: TelegramEmulator;
  /** The answers that came so far. */
  readonly answers: () => readonly SentEntry[];
  readonly pids: readonly number[];
  readonly info: RedisInfo;
  readonly question: string;
  /** The first chat id that nobody uses, from which on the run takes its own. */
  readonly firstChat: number;
  /** Messages of the long run. */
  readonly longRun: number;
}

const patienceMs = 300_000;

/** Puts all messages in at once, the chats taking turns; each answer's wait in ms, by chat. */
async function waits({ telegram, answers, question }: SpreadOptions, loads: readonly Load[]) {
  const first = answers().length;
  const wanted = first + loads.reduce((sum, { count }) => sum + count, 0);
  const startedMs = performance.now();
  for (let round = 0; round < Math.max(...loads.map(({ count }) => count)); round++)
    for (const { chatId, count } of loads) if (round < count) telegram.userSays(chatId, question);
  while (answers().length < wanted) {
    if (performance.now() - startedMs > patienceMs)
      throw new Error(`only ${answers().length - first} answers`);
    await pause(2);
  }
  return answers()
    .slice(first)
    .map(({ chatId, atMs }) => ({ chatId, ms: atMs - startedMs }));
}

const chatsFrom = (first: number, chats: number, count: number): Load[] =>
  Array.from({ length: chats }, (_, index) => ({ chatId: first + index, count }));

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:(\\d+)`, "m").exec(text)?.[1] ?? Number.NaN);

interface RedisCount {
  readonly commands: number;
  readonly scripts: number;
  readonly bytes: number;
}

async function redisCount(info: RedisInfo): Promise<RedisCount> {
  const [stats, commands] = await Promise.all([info("stats"), info("commandstats")]);
  const scripts = /^cmdstat_evalsha:calls=(\d+)/m.exec(commands)?.[1];
  return {
    commands: field(stats, "total_commands_processed"),
    scripts: Number(scripts ?? 0),
    bytes: field(stats, "total_net_input_bytes") + field(stats, "total_net_output_bytes"),
  };
}

/** 1,000 chats at once, a flood beside 99 others, and a long run. */
export async function spread(options: SpreadOptions): Promise<SpreadFigures> {
  const { pids, info, firstChat, longRun } = options;
  let next = firstChat;
  const fresh = (chats: number, count: number): Load[] => {
    next += chats;
    return chatsFrom(next - chats, chats, count);
  };
  const startedMs = performance.now();
  const many = (await waits(options, fresh(1000, 3))).map(({ ms }) => ms);
  const manySeconds = (performance.now() - startedMs) / 1000;
  const calm = (await waits(options, fresh(99, 5))).map(({ ms }) => ms);
  const others = fresh(99, 5);
  const [flood = { chatId: next, count: 500 }] = fresh(1, 500);
  const beside = (await waits(options, [flood, ...others]))
    .filter(({ chatId }) => chatId !== flood.chatId)
    .map(({ ms }) => ms);
  const before = await redisCount(info);
  const half = Math.ceil(longRun / 200);
  await waits(options, fresh(100, half));
  const middleMiB = residentMiB(...pids);
  await waits(options, fresh(100, half));
  const after = await redisCount(info);
  const perMessage = (name: keyof RedisCount) => (after[name] - before[name]) / (200 * half);
  return {
    manyChatsPerSecond: many.length / manySeconds,
    manyChatsP50Ms: percentile(many, 0.5),
    manyChatsP95Ms: percentile(many, 0.95),
    manyChatsP99Ms: percentile(many, 0.99),
    floodSlowdown: percentile(beside, 0.95) / percentile(calm, 0.95),
    redisCommands: perMessage("commands"),
    redisScripts: perMessage("scripts"),
    redisKiB: perMessage("bytes") / 1024,
    growthKiB: ((residentMiB(...pids) - middleMiB) * 1024) / ((100 * half) / 1000),
  };
}

import { performance } from "node:perf_hooks";
import { percentile, residentMiB } from "./process-figures.ts";
import type { World } from "./world.ts";

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

export interface SpreadOptions {
  readonly pids: readonly number[];
  /** Messages of the long run. */
  readonly longRun: number;
}

/** Puts all messages in at once, the chats taking turns; each answer's wait in ms, by chat. */
async function waits({ ask, answers, untilAnswers }: World, loads: readonly Load[]) {
  const first = answers().length;
  const wanted = first + loads.reduce((sum, { count }) => sum + count, 0);
  const startedMs = performance.now();
  for (let round = 0; round < Math.max(...loads.map(({ count }) => count)); round++)
    for (const { chatId, count } of loads) if (round < count) ask(chatId);
  await untilAnswers(wanted);
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

async function redisCount({ info }: World): Promise<RedisCount> {
  const [stats, commands] = await Promise.all([info("stats"), info("commandstats")]);
  const scripts = /^cmdstat_evalsha:calls=(\d+)/m.exec(commands)?.[1];
  return {
    commands: field(stats, "total_commands_processed"),
    scripts: Number(scripts ?? 0),
    bytes: field(stats, "total_net_input_bytes") + field(stats, "total_net_output_bytes"),
  };
}

/** 1,000 chats at once, a flood beside 99 others, and a long run. */
export async function spread(world: World, { pids, longRun }: SpreadOptions): Promise<SpreadFigures> {
  const fresh = (chats: number, count: number): Load[] => chatsFrom(world.takeChats(chats), chats, count);
  const startedMs = performance.now();
  const many = (await waits(world, fresh(1000, 3))).map(({ ms }) => ms);
  const manySeconds = (performance.now() - startedMs) / 1000;
  const calm = (await waits(world, fresh(99, 5))).map(({ ms }) => ms);
  const others = fresh(99, 5);
  const flood = { chatId: world.takeChats(1), count: 500 };
  const beside = (await waits(world, [flood, ...others]))
    .filter(({ chatId }) => chatId !== flood.chatId)
    .map(({ ms }) => ms);
  const before = await redisCount(world);
  const half = Math.ceil(longRun / 200);
  await waits(world, fresh(100, half));
  const middleMiB = residentMiB(...pids);
  await waits(world, fresh(100, half));
  const after = await redisCount(world);
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

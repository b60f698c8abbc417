import { addedLatencies } from "./added-latency.ts";
import { percentile, residentMiB } from "./process-figures.ts";
import { type SpreadFigures, spread } from "./spread.ts";
import { openStage, type Stage } from "./stage.ts";
import type { Kind } from "./subjects.ts";
import { throughput } from "./throughput.ts";

/** Not counted: a service runs for days, and over its first ten thousand messages V8 is still optimising it. */
const warmUpPerChat = 100;
/** Of a model that is neither fast nor stuck. */
const slowModelMs = 300;
/** A slow model is waited for most of the time; fewer messages tell its rate as well. */
const slowModelPerChat = 10;

export interface LoadFigures extends SpreadFigures {
  readonly coldStartMs: number;
  readonly idleMiB: number;
  readonly messagesPerSecond: number;
  readonly cpuMsPerMessage: number;
  readonly slowModelPerSecond: number;
}

export interface LatencyFigures {
  readonly addedP50Ms: number;
  readonly addedP95Ms: number;
  readonly slowModelAddedP50Ms: number;
  readonly slowModelAddedP95Ms: number;
}

export interface BenchOptions {
  readonly chats: number;
  readonly messagesPerChat: number;
  readonly latencyMessages: number;
  readonly longRun: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of one subject that has the machine for itself. */
export async function loadFigures(kind: Kind, options: BenchOptions): Promise<LoadFigures> {
  const { chats, messagesPerChat, longRun } = options;
  const { world, running, close } = await openStage(kind);
  const { pids, coldStartMs } = running;
  try {
    await pause(4000);
    const idleMiB = residentMiB(...pids);
    await throughput(world, pids, { chats, perChat: warmUpPerChat });
    const load = await throughput(world, pids, { chats, perChat: messagesPerChat });
    world.models.setLatency(slowModelMs);
    const slow = await throughput(world, pids, { chats, perChat: slowModelPerChat });
    world.models.setLatency(0);
    const shared = await spread(world, { pids, longRun });
    return { coldStartMs, idleMiB, ...load, slowModelPerSecond: slow.messagesPerSecond, ...shared };
  } finally {
    await close();
  }
}

/** Of subjects that run side by side and are asked in turns. */
export async function latencyFigures(
  kinds: readonly Kind[],
  options: BenchOptions,
): Promise<LatencyFigures[]> {
  const { chats, latencyMessages: messages } = options;
  const stages: Stage[] = [];
  try {
    for (const kind of kinds) stages.push(await openStage(kind));
    for (const { world, running } of stages)
      await throughput(world, running.pids, { chats, perChat: warmUpPerChat });
    await pause(500);
    const worlds = stages.map(({ world }) => world);
    const fast = await addedLatencies(worlds, { messages, modelMs: 0 });
    const slow = await addedLatencies(worlds, { messages, modelMs: slowModelMs });
    return stages.map((_, at) => {
      const [quick = [], waiting = []] = [fast[at], slow[at]];
      return {
        addedP50Ms: percentile(quick, 0.5),
        addedP95Ms: percentile(quick, 0.95),
        slowModelAddedP50Ms: percentile(waiting, 0.5),
        slowModelAddedP95Ms: percentile(waiting, 0.95),
      };
    });
  } finally {
    for (const { close } of stages) await close();
  }
}

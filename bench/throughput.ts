import { performance } from "node:perf_hooks";
import { cpuMs } from "./process-figures.ts";
import type { World } from "./world.ts";

export interface ThroughputOptions {
  readonly chats: number;
  readonly perChat: number;
}

/** All messages at once, the chats taking turns. */
export async function throughput(
  world: World,
  pids: readonly number[],
  { chats, perChat }: ThroughputOptions,
) {
  const first = world.takeChats(chats);
  const before = world.answers().length;
  const cpuBefore = cpuMs(...pids);
  const startedMs = performance.now();
  for (let round = 0; round < perChat; round++)
    for (let chat = first; chat < first + chats; chat++) world.ask(chat);
  const messages = perChat * chats;
  await world.untilAnswers(before + messages);
  const seconds = (performance.now() - startedMs) / 1000;
  return { messagesPerSecond: messages / seconds, cpuMsPerMessage: (cpuMs(...pids) - cpuBefore) / messages };
}

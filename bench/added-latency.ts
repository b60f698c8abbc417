import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { World } from "./world.ts";

const modelCallsPerMessage = 2;
const restMs = 20;

export interface LatencyOptions {
  readonly messages: number;
  /** What a model takes for an answer. */
  readonly modelMs: number;
}

async function addedOnce({ ask, answers }: World, chat: number, modelMs: number): Promise<number> {
  const before = answers().length;
  const startedMs = performance.now();
  ask(chat);
  while (answers().length === before) await pause(0);
  return performance.now() - startedMs - modelMs * modelCallsPerMessage;
}

/**
 * One message at a time, the worlds taking turns, so that the machine's moods touch all of them alike: what each world's subject adds to
 * the models' own time, in milliseconds, in the order of the worlds.
 */
export async function addedLatencies(
  worlds: readonly World[],
  { messages, modelMs }: LatencyOptions,
): Promise<number[][]> {
  const seats = worlds.map((world) => ({ world, chat: world.takeChats(1), added: [] as number[] }));
  for (const { models } of worlds) models.setLatency(modelMs);
  for (let index = 0; index < messages; index++) {
    for (const { world, chat, added } of seats) {
      added.push(await addedOnce(world, chat, modelMs));
      await pause(restMs);
    }
  }
  for (const { models } of worlds) models.setLatency(0);
  return seats.map(({ added }) => added);
}

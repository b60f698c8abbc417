import { setTimeout as pause } from "node:timers/promises";

/** Long, since a busy machine is no fault. */
const patienceMs = 120_000;
const pauseMs = 5;

/**
 * Looks until there is something: the first value that is not false, null or undefined. For what no change announces; where something
 * does, `createWaiting` waits without looking. Rejects after two minutes, naming `what` it has waited for.
 */
export async function eventually<Value>(
  what: string,
  look: () => Value | Promise<Value>,
): Promise<Exclude<Value, false | null | undefined>> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(pauseMs)) {
    const value = await look();
    if (value !== false && value !== null && value !== undefined)
      return value as Exclude<Value, false | null | undefined>;
  }
  throw new Error(`waited ${patienceMs / 1000} s in vain for ${what}`);
}

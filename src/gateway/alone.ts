import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#contract";

interface Lease {
  hold(): Promise<boolean>;
  giveBack(): Promise<void>;
}

export interface AloneOptions {
  readonly lease: (name: string, ttlMs: number) => Lease;
  readonly log: Log;
  /** How long a dead process keeps the others of other machines out. */
  readonly ttlMs?: number;
}

/** True while it is held; false only when another process says that it holds it. Redis away: `unsure`. */
async function tryHold(lease: Lease): Promise<boolean | "unsure"> {
  try {
    return await lease.hold();
  } catch {
    return "unsure";
  }
}

/**
 * Does a piece of work in one process at a time, see `AdapterHost.alone`. While Redis is away the holder goes on: nobody else can
 * take over, and what it does without Redis it cannot acknowledge.
 */
export function createAlone({ lease: leaseOf, log, ttlMs = 6000 }: AloneOptions) {
  const pauseMs = ttlMs / 3;
  const untilLost = async (lease: Lease, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && (await tryHold(lease)) === false) return;
    }
  };
  return async function alone(
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lease = leaseOf(name, ttlMs);
    let saidWaiting = false;
    while (!signal.aborted) {
      if ((await tryHold(lease)) !== true) {
        if (!saidWaiting) log.info({ name }, "another process does this, standing by");
        saidWaiting = true;
        await sleep(pauseMs / 2, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const ending = new AbortController();
      const held = AbortSignal.any([signal, ending.signal]);
      const watching = untilLost(lease, held).finally(() => ending.abort());
      await work(held).finally(() => ending.abort());
      await watching;
      await lease.giveBack().catch(() => undefined);
    }
  };
}

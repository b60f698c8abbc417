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

/** `elsewhere`: another process says that it holds it. `unsure`: Redis is away. */
async function tryHold(lease: Lease): Promise<"held" | "elsewhere" | "unsure"> {
  try {
    return (await lease.hold()) ? "held" : "elsewhere";
  } catch {
    return "unsure";
  }
}

const waitsBecause = {
  elsewhere: "another process does this, standing by",
  unsure: "Redis is away, so that nobody knows who does this: waiting",
} as const;

/**
 * Does a piece of work in one process at a time, see `AdapterHost.alone`. While Redis is away the holder goes on: nobody else can
 * take over, and what it does without Redis it cannot acknowledge.
 */
export function createAlone({ lease: leaseOf, log, ttlMs = 6000 }: AloneOptions) {
  const pauseMs = ttlMs / 3;
  const untilLost = async (lease: Lease, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && (await tryHold(lease)) === "elsewhere") return;
    }
  };
  /** False once the signal has aborted. */
  const untilHeld = async (name: string, lease: Lease, signal: AbortSignal): Promise<boolean> => {
    let said = "";
    while (!signal.aborted) {
      const state = await tryHold(lease);
      if (state === "held") return true;
      if (state !== said) log.info({ name }, waitsBecause[state]);
      said = state;
      await sleep(pauseMs / 2, undefined, { signal }).catch(() => undefined);
    }
    return false;
  };
  return async function alone(
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lease = leaseOf(name, ttlMs);
    while (await untilHeld(name, lease, signal)) {
      const ending = new AbortController();
      const held = AbortSignal.any([signal, ending.signal]);
      const watching = untilLost(lease, held).finally(() => ending.abort());
      await work(held).finally(() => ending.abort());
      await watching;
      await lease.giveBack().catch(() => undefined);
    }
  };
}

import type { Redis } from "ioredis";
import { asIntakeDown } from "./fault.ts";

/** A replica that is further behind is not waited for. */
const waitMs = 1000;
/** With no replica left there is nothing to wait for; so long nobody looks again. */
const lookAgainMs = 5000;

/**
 * Waits until a replica holds what this process has written so far. On a connection of its own, since WAIT holds up what comes
 * behind it; a write of its own there comes after all of ours, so that one wait serves all who ask meanwhile.
 * Rejects with AppError INTAKE_DOWN while Redis is away.
 */
export function createReplicated(open: () => Redis, probeKey: string): () => Promise<void> {
  let connection: Redis | undefined;
  let alone = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const wait = async (): Promise<void> => {
    connection ??= open();
    try {
      await connection.set(probeKey, "1", "PX", waitMs);
      if ((await connection.wait(1, waitMs)) < 1) alone = performance.now();
    } catch (error) {
      throw asIntakeDown(error);
    }
  };
  const begin = (): Promise<void> => {
    running = wait().finally(() => {
      running = undefined;
    });
    return running;
  };
  return async () => {
    if (performance.now() - alone < lookAgainMs) return;
    if (running === undefined) return begin();
    // The wait under way may have begun before the caller's last write.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}

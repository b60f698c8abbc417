import { setTimeout as sleep } from "node:timers/promises";

export interface ServerWatch {
  /** Resolves once no look is under way and none will follow. */
  end(): Promise<void>;
}

const everyMs = 1_000;
/** After a start that failed; what hinders it (a full disk, no memory) seldom goes away within a second. */
const afterFailureMs = 10_000;

/**
 * Looks every second whether the server lives, and has it revived where it does not. `revive` may throw: it is reported and tried
 * again. The watch keeps no process alive.
 */
export function watchServer(server: {
  isDown(): Promise<boolean>;
  revive(): Promise<void>;
  report(error: unknown): void;
}): ServerWatch {
  const leaving = new AbortController();
  const { signal } = leaving;
  async function look(): Promise<number> {
    try {
      if (await server.isDown()) await server.revive();
      return everyMs;
    } catch (error) {
      server.report(error);
      return afterFailureMs;
    }
  }
  async function watch(): Promise<void> {
    let pauseMs = everyMs;
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) pauseMs = await look();
    }
  }
  const watching = watch();
  return {
    async end() {
      leaving.abort();
      await watching;
    },
  };
}

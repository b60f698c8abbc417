export interface Locks {
  /**
   * Takes the lock for at most `ttlMs`; undefined when somebody holds it. The returned function gives it back early and
   * does nothing once it has run out.
   */
  acquire(name: string, token: string, ttlMs: number): Promise<(() => Promise<void>) | undefined>;
  /** True for the first caller in each `ttlMs`, e.g. to say something at most once a minute. */
  firstIn(name: string, ttlMs: number): Promise<boolean>;
}

interface LockCommands {
  set(key: string, value: string, unit: "PX", milliseconds: number, condition: "NX"): Promise<unknown>;
}

/** Gives a lock back only to who still holds it. */
export const unlockLua = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

export function createLocks(
  redis: LockCommands,
  unlock: (keys: readonly string[], args: readonly string[]) => Promise<unknown>,
  key: (name: string) => string,
): Locks {
  return {
    async acquire(name, token, ttlMs) {
      const taken = await redis.set(key(name), token, "PX", ttlMs, "NX");
      if (taken === null) return undefined;
      return async () => {
        await unlock([key(name)], [token]);
      };
    },
    async firstIn(name, ttlMs) {
      return (await redis.set(key(`first:${name}`), "1", "PX", ttlMs, "NX")) !== null;
    },
  };
}

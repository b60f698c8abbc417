import type { Json } from "#contract";

/** A small JSON cache shared by all processes. */
export interface Cache {
  /** Undefined when absent or expired. */
  get(name: string): Promise<Json | undefined>;
  set(name: string, value: Json, ttlSeconds: number): Promise<void>;
}

interface CacheCommands {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: "PX", milliseconds: number): Promise<unknown>;
}

export function createCache(redis: CacheCommands, key: (name: string) => string): Cache {
  return {
    async get(name) {
      const text = await redis.get(key(name));
      return text === null ? undefined : (JSON.parse(text) as Json);
    },
    async set(name, value, ttlSeconds) {
      await redis.set(key(name), JSON.stringify(value), "PX", Math.max(1, Math.round(ttlSeconds * 1000)));
    },
  };
}

import type { Json } from "#contract";

/** A cache that outlives the process or is shared between several; handed in. Both may fail: then there is no cache. */
export interface JsonCache {
  get(key: string): Promise<Json | undefined>;
  set(key: string, value: Json, ttlSeconds: number): Promise<void>;
}

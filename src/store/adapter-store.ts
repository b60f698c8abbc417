import type { AdapterStore } from "#contract";
import type { Store } from "./redis.ts";

/** KEYS counter · ARGV ttlMs */
const incrementLua = `
local count = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return count`;

/** The part of Redis that one platform's adapter has to itself. */
export function createAdapterStore(
  { keys, guarded, script }: Pick<Store, "keys" | "guarded" | "script">,
  platform: string,
): AdapterStore {
  const key = (name: string) => keys.adapter(platform, name);
  const increment = script("qmAdapterIncrement", incrementLua);
  return {
    get: async (name) => (await guarded((redis) => redis.get(key(name)))) ?? undefined,
    async set(name, value, { ttlMs, ifAbsent = false } = {}) {
      const rest = [...(ttlMs === undefined ? [] : ["PX", ttlMs]), ...(ifAbsent ? ["NX"] : [])];
      const reply = await guarded((redis) => redis.call("SET", key(name), value, ...rest));
      return reply !== null;
    },
    increment: async (name, ttlMs) => Number(await increment([key(name)], [ttlMs])),
    async delete(name) {
      await guarded((redis) => redis.del(key(name)));
    },
    entries: async (group) => new Map(Object.entries(await guarded((redis) => redis.hgetall(key(group))))),
    async someEntries(group, names) {
      const found = await guarded((redis) => redis.hmget(key(group), ...names));
      return new Map(names.flatMap((name, at) => (found[at] == null ? [] : [[name, found[at]]])));
    },
    async setEntry(group, name, value, { ttlMs } = {}) {
      await guarded((redis) =>
        Promise.all([
          redis.hset(key(group), name, value),
          ...(ttlMs === undefined ? [] : [redis.pexpire(key(group), ttlMs)]),
        ]),
      );
    },
    async deleteEntry(group, name) {
      await guarded((redis) => redis.hdel(key(group), name));
    },
  };
}

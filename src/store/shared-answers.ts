import { randomUUID } from "node:crypto";
import type { Store } from "./redis.ts";

/**
 * KEYS: the answer (hash), the lock. ARGV: market time, token, lock ms, waited. An answer is young by wall time (it expires) and by
 * the market clock, which may be set by hand.
 */
const takeLua = `
local kept = redis.call('HMGET', KEYS[1], 'text', 'market', 'ttl', 'failed')
if kept[1] and math.abs(ARGV[1] - kept[2]) <= tonumber(kept[3]) and (kept[4] == '0' or ARGV[4] == '1') then
  return {'kept', kept[1]}
end
if redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3], 'NX') then
  redis.call('DEL', KEYS[1])
  return {'mine'}
end
return {'wait'}`;

/** KEYS as above. ARGV: text, market time, ttl in ms, failed, token. */
const putLua = `
redis.call('HSET', KEYS[1], 'text', ARGV[1], 'market', ARGV[2], 'ttl', ARGV[3], 'failed', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[5] then redis.call('DEL', KEYS[2]) end
return 1`;

/** Answers shared by all processes for seconds, each fetched by one of them. Methods throw AppError INTAKE_DOWN without Redis. */
export function createSharedAnswers({ script, keys }: Pick<Store, "script" | "keys">) {
  const take = script("qmTakeAnswer", takeLua);
  const put = script("qmPutAnswer", putLua);
  const keysOf = (key: string) => [keys.cache(`answer:${key}`), keys.lock(`answer:${key}`)];
  return {
    /** Somebody's answer; the right to fetch one for `lockMs`; or: somebody else is fetching it. `waited` takes failures too. */
    async take(key: string, asked: { marketMs: number; lockMs: number; waited: boolean }) {
      const token = randomUUID();
      const args = [asked.marketMs, token, asked.lockMs, asked.waited ? 1 : 0];
      const [state, text] = (await take(keysOf(key), args)) as readonly string[];
      if (state === "kept" && text !== undefined) return { state: "kept", text } as const;
      return state === "mine" ? ({ state: "mine", token } as const) : ({ state: "wait" } as const);
    },
    /** Keeps an answer and gives the right to fetch back, where `token` still holds it. */
    async put(
      key: string,
      answer: { text: string; marketMs: number; ttlMs: number; failed: boolean; token?: string },
    ) {
      const { text, marketMs, ttlMs, failed, token = "" } = answer;
      await put(keysOf(key), [text, marketMs, ttlMs, failed ? 1 : 0, token]);
    },
  };
}

import { maxSessionTurns, type Session, type SessionTurn } from "#contract";
import type { Store } from "../store/redis.ts";

/** What conversations remember, by `sessionKey(message)` of the contract. Forgotten after a week of silence. */
export interface Memory {
  /** Oldest first, at most `maxSessionTurns`. */
  recall(sessionKey: string): Promise<Session>;
  /** Adds what one turn leaves behind, one entry an action; a resumed turn that adds them again adds them once. */
  remember(sessionKey: string, entries: readonly SessionTurn[]): Promise<void>;
  clear(sessionKey: string): Promise<void>;
}

const ttlSeconds = 7 * 86_400;

/** KEYS session · ARGV turnId, most, ttlSeconds, entries… An entry is `<turn id> <json>`. */
const rememberLua = `
for _, entry in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if string.sub(entry, 1, #ARGV[1] + 1) == ARGV[1] .. ' ' then redis.call('LREM', KEYS[1], 0, entry) end
end
for i = 4, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

export function createMemory(store: Store): Memory {
  const remember = store.script("qmRemember", rememberLua);
  const key = store.keys.session;
  return {
    async recall(sessionKey) {
      const entries = await store.guarded((redis) => redis.lrange(key(sessionKey), 0, -1));
      // Written by `remember` below.
      return entries.map((entry) => JSON.parse(entry.slice(entry.indexOf(" ") + 1)) as SessionTurn);
    },
    async remember(sessionKey, entries) {
      const turnId = entries[0]?.turnId;
      if (turnId === undefined) return;
      const lines = entries.map((entry) => `${entry.turnId} ${JSON.stringify(entry)}`);
      await remember([key(sessionKey)], [turnId, maxSessionTurns, ttlSeconds, ...lines]);
    },
    async clear(sessionKey) {
      await store.guarded((redis) => redis.del(key(sessionKey)));
    },
  };
}

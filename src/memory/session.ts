import { maxSessionTurns, type Session, type SessionTurn } from "#contract";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";

/** What conversations remember, by `sessionKey(message)` of the contract. Forgotten after a week of silence. */
export interface Memory {
  /** Oldest first, at most `maxSessionTurns`. */
  recall(sessionKey: string): Promise<Session>;
  /** The same as a step of a script that takes a turn up: nothing where the conversation was begun anew after the turn came in. */
  recallStep(sessionKey: string, turnKey: string): Step;
  readRecall(reply: unknown): Session;
  /** Adds what one turn leaves behind, one entry an action; a resumed turn that adds them again adds them once. */
  remember(sessionKey: string, entries: readonly SessionTurn[]): Promise<void>;
  /** The same as a step of a script that ends a turn; a turn that came in before the conversation was begun anew leaves nothing. */
  rememberStep(sessionKey: string, turnKey: string, entries: readonly SessionTurn[]): Step;
  /** Begins the conversation anew. */
  clear(sessionKey: string): Promise<void>;
}

const ttlSeconds = 7 * 86_400;
/** Outlives every turn that may still compare with it. */
const epochTtlSeconds = 60 * 86_400;

/** The turn's own `ep` is the epoch at which it came in; a call about no turn passes no key of one. */
const isOfNowLua = `
local isOfNow = not KEYS[3] or (redis.call('GET', KEYS[2]) or '0') == (redis.call('HGET', KEYS[3], 'ep') or '0')`;

/** KEYS session, epoch[, turn] → the entries */
const recallLua = `${isOfNowLua}
if not isOfNow then return {} end
return redis.call('LRANGE', KEYS[1], 0, -1)`;

/** KEYS session, epoch[, turn] · ARGV turnId, most, ttlSeconds, entries… An entry is `<turn id> <json>`. */
const rememberLua = `${isOfNowLua}
if not isOfNow or #ARGV < 4 then return 0 end
for _, entry in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if string.sub(entry, 1, #ARGV[1] + 1) == ARGV[1] .. ' ' then redis.call('LREM', KEYS[1], 0, entry) end
end
for i = 4, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/** KEYS session, epoch · ARGV ttlSeconds */
const clearLua = `
redis.call('DEL', KEYS[1])
redis.call('INCR', KEYS[2])
redis.call('EXPIRE', KEYS[2], ARGV[1])
return 1`;

const recallKind = { lua: recallLua };
const rememberKind = { lua: rememberLua };
const clearKind = { lua: clearLua };

export function createMemory(store: Store): Memory {
  const keysOf = (sessionKey: string, turnKey?: string): string[] => [
    store.keys.session(sessionKey),
    store.keys.epoch(sessionKey),
    ...(turnKey === undefined ? [] : [turnKey]),
  ];
  const readRecall = (reply: unknown): Session =>
    // Entries as `rememberStep` writes them.
    (Array.isArray(reply) ? reply : []).map(
      (entry) => JSON.parse(String(entry).slice(String(entry).indexOf(" ") + 1)) as SessionTurn,
    );
  const recallStep = (sessionKey: string, turnKey?: string): Step => ({
    kind: recallKind,
    keys: keysOf(sessionKey, turnKey),
    args: [],
  });
  const rememberStep = (
    sessionKey: string,
    turnKey: string | undefined,
    entries: readonly SessionTurn[],
  ): Step => ({
    kind: rememberKind,
    keys: keysOf(sessionKey, turnKey),
    args: [
      entries[0]?.turnId ?? "",
      maxSessionTurns,
      ttlSeconds,
      ...entries.map((entry) => `${entry.turnId} ${JSON.stringify(entry)}`),
    ],
  });
  return {
    recallStep,
    readRecall,
    rememberStep,
    async recall(sessionKey) {
      const [reply] = await store.together([recallStep(sessionKey)]);
      return readRecall(reply);
    },
    async remember(sessionKey, entries) {
      await store.together([rememberStep(sessionKey, undefined, entries)]);
    },
    async clear(sessionKey) {
      await store.together([{ kind: clearKind, keys: keysOf(sessionKey), args: [epochTtlSeconds] }]);
    },
  };
}

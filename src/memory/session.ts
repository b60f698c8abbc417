import { maxSessionTurns, type Session, type SessionTurn } from "#contract";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { turnField } from "../store/turn-fields.ts";
import { createReminders, type Reminders } from "./reminders.ts";
import { createWatchlists, type Watchlists } from "./watchlist.ts";

/** What conversations remember, by `sessionKey(message)` of the contract. Forgotten after a week of silence, sooner where turns are. */
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
  readonly watchlists: Watchlists;
  readonly reminders: Reminders;
}

const mostDays = 7;
const secondsPerDay = 86_400;
/** Outlives every turn that may still compare with it. */
const epochTtlSeconds = 60 * secondsPerDay;

/** A turn keeps the epoch at which it came in; a call about no turn passes no key of one. */
const isOfNowLua = `
local isOfNow = not KEYS[3] or (redis.call('GET', KEYS[2]) or '0') == (redis.call('HGET', KEYS[3], '${turnField.epoch}') or '0')`;

/** KEYS session, epoch[, turn] → the entries */
const recallLua = `${isOfNowLua}
if not isOfNow then return {} end
return redis.call('LRANGE', KEYS[1], '0', '-1')`;

/**
 * KEYS session, epoch[, turn] · ARGV turnId, most, ttlSeconds, entries…, claims. An entry is `<turn id> <json>` without its claims; those of
 * the newest turn stand behind all entries as `= <json>`, a list for each of its entries.
 */
const rememberLua = `${isOfNowLua}
if not isOfNow or #ARGV < 5 then return 0 end
local last = redis.call('LINDEX', KEYS[1], '-1')
if last and string.sub(last, 1, 2) == '= ' then redis.call('LTRIM', KEYS[1], '0', '-2') end
-- A turn ends once, and leaves its entries with its end, unless it was entered anew.
if not KEYS[3] or redis.call('HEXISTS', KEYS[3], '${turnField.renewed}') == 1 then
  local own = ARGV[1] .. ' '
  for _, entry in ipairs(redis.call('LRANGE', KEYS[1], '0', '-1')) do
    if string.sub(entry, 1, #own) == own then redis.call('LREM', KEYS[1], '0', entry) end
  end
end
local length = redis.call('RPUSH', KEYS[1], unpack(ARGV, 4))
if length > ARGV[2] + 1 then redis.call('LTRIM', KEYS[1], -(ARGV[2] + 1), '-1') end
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

const claimsMark = "= ";

/** An entry as it is kept: its claims stand once, beside those of the same turn. */
function kept(entry: SessionTurn): string {
  const answered = entry.claims.length > 0 ? { answered: true } : {};
  return `${entry.turnId} ${JSON.stringify({ ...entry, ...answered, claims: [] })}`;
}

/** What a conversation's list holds. An earlier version wrote the claims into the entries. */
function readSession(list: readonly string[]): Session {
  const last = list.at(-1);
  const marked = last?.startsWith(claimsMark) === true ? last.slice(claimsMark.length) : undefined;
  const entries = marked === undefined ? list : list.slice(0, -1);
  // Both as `rememberStep` writes them.
  const turns = entries.map((entry) => JSON.parse(entry.slice(entry.indexOf(" ") + 1)) as SessionTurn);
  const claims = JSON.parse(marked ?? "[]") as readonly SessionTurn["claims"][];
  const first = turns.length - claims.length;
  return turns.map((turn, at) => ({ ...turn, claims: claims[at - first] ?? turn.claims }));
}

/** `journalDays`: how long turns are kept. Nothing of a turn is remembered for longer, for who erases a person goes by the turns. */
export function createMemory(store: Store, journalDays: number = mostDays): Memory {
  const ttlSeconds = Math.ceil(Math.min(mostDays, journalDays) * secondsPerDay);
  const keysOf = (sessionKey: string, turnKey?: string): string[] => [
    store.keys.session(sessionKey),
    store.keys.epoch(sessionKey),
    ...(turnKey === undefined ? [] : [turnKey]),
  ];
  const readRecall = (reply: unknown): Session => readSession(Array.isArray(reply) ? reply.map(String) : []);
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
      ...entries.map(kept),
      `${claimsMark}${JSON.stringify(entries.map(({ claims }) => claims))}`,
    ],
  });
  return {
    watchlists: createWatchlists(store),
    reminders: createReminders(store),
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

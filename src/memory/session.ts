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
local session, turn, turnId, most, ttl = KEYS[1], KEYS[3], ARGV[1], tonumber(ARGV[2]), ARGV[3]
local function isClaims(entry) return entry and string.sub(entry, 1, 2) == '= ' end
local function append()
  if isClaims(redis.call('LINDEX', session, '-1')) then redis.call('LTRIM', session, '0', '-2') end
  return redis.call('RPUSH', session, unpack(ARGV, 4))
end
-- In the place of those that the turn has left before; nil where none of them is there.
local function replace()
  local all, later, stood = {}, {}, false
  for _, entry in ipairs(redis.call('LRANGE', session, '0', '-1')) do
    if string.sub(entry, 1, #turnId + 1) == turnId .. ' ' then stood = true
    else table.insert(stood and later or all, entry) end
  end
  if not stood then return nil end
  for i = 4, #ARGV - 1 do table.insert(all, ARGV[i]) end
  if #later == 0 or isClaims(later[1]) then later = {ARGV[#ARGV]} end
  for _, entry in ipairs(later) do table.insert(all, entry) end
  redis.call('DEL', session)
  return redis.call('RPUSH', session, unpack(all))
end
-- A turn ends once, and leaves its entries with its end, unless it was entered anew: of those that have been pushed out since nothing comes back.
local isRenewed = turn and redis.call('HEXISTS', turn, '${turnField.renewed}') == 1
local length = (isRenewed or not turn) and replace()
if isRenewed and not length then return 0 end
length = length or append()
if length > most + 1 then redis.call('LTRIM', session, -(most + 1), '-1') end
redis.call('EXPIRE', session, ttl)
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

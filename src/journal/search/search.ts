import { type Plan, recordedAt, type Turn } from "#contract";
import type { Store } from "../../store/redis.ts";
import { turnField } from "../../store/turn-fields.ts";
import { fieldsOf, planField, turnOf } from "../record.ts";
import type { Mark } from "./marks.ts";
import { createTextSearch } from "./text-search.ts";
import { folded } from "./text-slots.ts";
import type { Scan, TurnQuery } from "./turn-query.ts";

/** A turn without the most of its stages: its plan is there. */
export interface FoundTurn {
  readonly turn: Turn;
  readonly plan?: Plan;
}

export interface SearchPage {
  /** Newest first. */
  readonly turns: readonly FoundTurn[];
  /** Give it as `after` for what follows; absent at the end. */
  readonly next?: string;
  /** Down to when was looked, epoch milliseconds, where the page ended before it was full. */
  readonly reachedMs?: number;
}

/** Finds turns by indexes. Throws AppError INTAKE_DOWN when Redis cannot be reached. */
export interface TurnSearch {
  find(query: TurnQuery, options: { limit: number; after?: string }): Promise<SearchPage>;
  /** Ids alone, newest first, at most `limit`. */
  ids(query: TurnQuery, limit: number): Promise<readonly string[]>;
  /** How many turns stand under a mark. */
  sizeOf(mark: Mark): Promise<number>;
  /** The turn that has waited or worked longest; undefined when nothing is open. */
  oldestOpen(): Promise<{ readonly id: string; readonly acceptedMs: number } | undefined>;
}

/** Looked at in one script, so that nobody waits long for Redis meanwhile; and for one page. */
const candidatesAtOnce = 1000;
const candidatesPerPage = 60_000;
/** A record is read for each candidate of a search by words: some 15 µs of Redis. */
const textsPerPage = 8000;

/**
 * KEYS the smallest set, the others · ARGV id to go on after or '', from ms, to ms, text or '', state or '', candidates, limit, prefix
 * of the turns' keys, rank to start at or -1, the text as it stands in JSON → {found ids, rank to go on at or -1, last id}
 */
const searchLua = `
local base, most, limit = KEYS[1], tonumber(ARGV[6]), tonumber(ARGV[7])
local text, state = ARGV[4], ARGV[5]
local call, find, lower = redis.call, string.find, string.lower
-- Chinese has no case.
local hasCase = find(text, '%a')
local function fold(words) return hasCase and lower(words) or words end
local start = tonumber(ARGV[9])
if start < 0 then
  start = redis.call('ZCOUNT', base, '(' .. ARGV[3], '+inf')
  local rank = ARGV[1] ~= '' and redis.call('ZREVRANK', base, ARGV[1])
  if rank and rank + 1 > start then start = rank + 1 end
end
local page = redis.call('ZREVRANGE', base, start, start + most - 1, 'WITHSCORES')
local found = {}
local function fits(id)
  for k = 2, #KEYS do
    if not redis.call('ZSCORE', KEYS[k], id) then return false end
  end
  if state == '' and text == '' then return true end
  local turn = ARGV[8] .. id
  if state ~= '' and call('HGET', turn, '${turnField.state}') ~= state then return false end
  if text == '' then return true end
  local row = call('HMGET', turn, '${turnField.message}', '${turnField.rest}')
  if not row[1] then return false end
  if row[2] and find(fold(row[2]), text, 1, true) then return true end
  return find(fold(row[1]), ARGV[10], 1, true) and find(fold(cjson.decode(row[1]).text), text, 1, true)
end
for i = 1, #page, 2 do
  local id = page[i]
  if tonumber(page[i + 1]) < tonumber(ARGV[2]) then return {found, -1, ''} end
  if fits(id) then
    table.insert(found, id)
    if #found == limit then return {found, start + (i + 1) / 2, id} end
  end
end
if #page < 2 * most then return {found, -1, ''} end
return {found, start + most, page[#page - 1]}`;

/** States that have a set of their own; the others are read off the record. */
const setStates = ["failed", "canceled", "sent-since", "input-required"] as const;

function setsOf({ state, marks = [] }: TurnQuery, keys: Store["keys"]): string[] {
  const sets = marks.map(({ dimension, value }) => keys.turnsBy(dimension, value));
  const own = setStates.find((each) => each === state);
  if (own !== undefined) sets.push(keys.turnsIn(own));
  if (state === "submitted" || state === "working") sets.push(keys.turnsIn("open"));
  if (state === "undelivered") sets.push(keys.deadLetters);
  if (state === "refused") sets.push(keys.turnsIn("refused"));
  return sets.length === 0 ? [keys.turns] : sets;
}

const readStates: ReadonlySet<string> = new Set(["completed", "submitted", "working"]);
const readState = ({ state }: TurnQuery): string =>
  state !== undefined && readStates.has(state) ? state : "";
const { message, rest, state, acceptedMs, startedMs, endedMs, run, error, replayOf, models } = turnField;
const fieldsRead = [
  ...[message, rest, state, acceptedMs, startedMs, endedMs, run, error, replayOf, models],
  planField,
] as const;

export function createTurnSearch(store: Pick<Store, "keys" | "guarded" | "script">): TurnSearch {
  const { keys } = store;
  const search = store.script("qmTurnSearch", searchLua);

  /** The smallest set first. */
  const ordered = async (sets: readonly string[]): Promise<readonly string[]> => {
    if (sets.length === 1) return sets;
    const sizes = await store.guarded((redis) => Promise.all(sets.map((key) => redis.zcard(key))));
    return sets
      .map((key, index) => ({ key, size: sizes[index] ?? 0 }))
      .sort((a, b) => a.size - b.size)
      .map(({ key }) => key);
  };
  const scan: Scan = async (sets, query, { limit, after, most }) => {
    const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = query;
    const text = folded(query.text ?? "");
    const written = JSON.stringify(text).slice(1, -1);
    const shownState = readState(query);
    const ids: string[] = [];
    let rank = -1;
    let last = after;
    let seen = 0;
    for (; seen < most && ids.length < limit; seen += candidatesAtOnce) {
      const rest = [candidatesAtOnce, limit - ids.length, keys.turn(""), rank, written];
      const reply = await search(sets, [after, fromMs, toMs, text, shownState, ...rest]);
      const [found, next, at] = Array.isArray(reply) ? reply : [];
      if (Array.isArray(found)) ids.push(...found.map(String));
      rank = Number(next ?? -1);
      last = String(at ?? "");
      if (rank < 0) return { ids, seen };
    }
    return { ids, seen, next: last };
  };
  const byText = createTextSearch(store, { scan, most: textsPerPage, stateOf: readState });
  const idsOf = async (query: TurnQuery, limit: number, after = "") => {
    const sets = await ordered(setsOf(query, keys));
    return (query.text ?? "") === ""
      ? scan(sets, query, { limit, after, most: candidatesPerPage })
      : byText(sets, query, { limit, after });
  };
  const read = async (id: string): Promise<FoundTurn[]> => {
    const values = await store.guarded((redis) => redis.hmget(keys.turn(id), ...fieldsRead));
    // Expired between the index and here.
    if (values[0] == null) return [];
    const turn = turnOf(
      id,
      fieldsOf(fieldsRead.flatMap((name, at) => (values[at] == null ? [] : [name, values[at]]))),
    );
    const plan = recordedAt(turn, "route")?.plan;
    return [plan === undefined ? { turn } : { turn, plan }];
  };
  return {
    ids: async (query, limit) => (await idsOf(query, limit)).ids,
    async find(query, { limit, after }) {
      const { ids, next } = await idsOf(query, limit, after);
      const turns = (await Promise.all(ids.map(read))).flat();
      if (next === undefined) return { turns };
      if (ids.length >= limit) return { turns, next };
      const reached = await store.guarded((redis) => redis.zscore(keys.turns, next));
      return reached === null ? { turns, next } : { turns, next, reachedMs: Number(reached) };
    },
    sizeOf: ({ dimension, value }) => store.guarded((redis) => redis.zcard(keys.turnsBy(dimension, value))),
    async oldestOpen() {
      const [id, ms] = await store.guarded((redis) =>
        redis.zrange(keys.turnsIn("open"), "0", "0", "WITHSCORES"),
      );
      return id === undefined ? undefined : { id, acceptedMs: Number(ms) };
    },
  };
}

import type { Store } from "../../store/redis.ts";
import { turnField } from "../../store/turn-fields.ts";
import { dayOfSlot, firstSlotOf, folded, hitsIn, slotMs, slotOf } from "./text-slots.ts";
import type { Scan, Scanned, TurnQuery } from "./turn-query.ts";

/** KEYS sets in which a turn must stand · ARGV from ms, to ms, prefix of the turns' keys, state or '', then ids → those that fit */
const fitLua = `
local fit = {}
local function fits(id)
  local ms = tonumber(redis.call('ZSCORE', KEYS[1], id) or -1)
  if ms < tonumber(ARGV[1]) or ms > tonumber(ARGV[2]) then return false end
  for k = 2, #KEYS do
    if not redis.call('ZSCORE', KEYS[k], id) then return false end
  end
  local state = redis.call('HGET', ARGV[3] .. id, '${turnField.state}')
  return state and (ARGV[4] == '' or state == ARGV[4])
end
for i = 5, #ARGV do
  if fits(ARGV[i]) then table.insert(fit, ARGV[i]) end
end
return fit`;

/** So few candidates are looked at one by one. */
const fewCandidates = 300;
/** Stretches read at once: few at first, for what is looked for is mostly new. */
const slotsAtOnce = [12, 72, 288] as const;
const idsAtOnce = 200;

type TextStore = Pick<Store, "keys" | "guarded" | "script">;

export interface TextSearchParts {
  readonly scan: Scan;
  /** Records that are read for one page at most. */
  readonly most: number;
  /** The state that is read off the record, or ''. */
  readonly stateOf: (query: TurnQuery) => string;
}

export type TextSearch = (
  sets: readonly string[],
  query: TurnQuery,
  options: { readonly limit: number; readonly after: string },
) => Promise<Scanned>;

/** Stretches from `slot` down to `firstSlot`; `texts` null where they are not gathered. */
interface Run {
  readonly slot: number;
  readonly firstSlot: number;
  readonly texts: Buffer | null;
}

/** Joins what follows one another without being gathered, so that it is scanned at once. */
function joined(runs: readonly Run[]): readonly Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (run.texts === null && last?.texts === null)
      all[all.length - 1] = { ...last, firstSlot: run.firstSlot };
    else all.push(run);
  }
  return all;
}

/** From the newest stretch to the oldest, read as they are needed. */
async function* runsBetween({ keys, guarded }: TextStore, newest: number, oldest: number) {
  let round = 0;
  for (let slot = newest; slot >= oldest; ) {
    const size = slotsAtOnce[Math.min(round++, slotsAtOnce.length - 1)] ?? 1;
    const day = dayOfSlot(slot);
    const last = Math.max(slot - size + 1, oldest, firstSlotOf(day));
    const slots = Array.from({ length: slot - last + 1 }, (_, at) => slot - at);
    const texts = await guarded((redis) => redis.hmgetBuffer(keys.texts(day), ...slots.map(String)));
    yield* joined(slots.map((each, at) => ({ slot: each, firstSlot: each, texts: texts[at] ?? null })));
    slot = last - 1;
  }
}

/** Newest and oldest stretch in which the set has something. */
async function endsOf({ guarded }: TextStore, set: string): Promise<readonly [number, number]> {
  const [newest, oldest] = await guarded((redis) =>
    Promise.all([redis.zrevrange(set, 0, 0, "WITHSCORES"), redis.zrange(set, "0", "0", "WITHSCORES")]),
  );
  return newest[1] === undefined ? [-1, 0] : [slotOf(Number(newest[1])), slotOf(Number(oldest[1]))];
}

/** Looks for words in the gathered texts, and in the records where none are gathered. */
export function createTextSearch(store: TextStore, { scan, most, stateOf }: TextSearchParts): TextSearch {
  const { keys, guarded } = store;
  const fit = store.script("qmTextsFit", fitLua);
  const slotOfTurn = async (id: string): Promise<number> => {
    const score = id === "" ? null : await guarded((redis) => redis.zscore(keys.turns, id));
    return score === null ? Number.POSITIVE_INFINITY : slotOf(Number(score));
  };
  const fitting = async (
    sets: readonly string[],
    query: TurnQuery,
    hits: readonly string[],
    limit: number,
  ) => {
    const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = query;
    const ids: string[] = [];
    for (let at = 0; at < hits.length && ids.length < limit; at += idsAtOnce) {
      const some = hits.slice(at, at + idsAtOnce);
      const reply = await fit(sets, [fromMs, toMs, keys.turn(""), stateOf(query), ...some]);
      if (Array.isArray(reply)) ids.push(...reply.map(String));
    }
    return ids.slice(0, limit);
  };
  return async (sets, query, { limit, after }) => {
    const [base = keys.turns] = sets;
    const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, text = "" } = query;
    const count = await guarded((redis) => redis.zcount(base, fromMs, toMs));
    if (count <= fewCandidates) return scan(sets, query, { limit, after, most });
    const [[newest, oldest], afterSlot] = await Promise.all([endsOf(store, base), slotOfTurn(after)]);
    const words = Buffer.from(folded(text));
    const ids: string[] = [];
    let seen = 0;
    const last = Math.max(slotOf(fromMs), oldest);
    for await (const run of runsBetween(store, Math.min(slotOf(toMs), newest, afterSlot), last)) {
      const left = limit - ids.length;
      if (run.texts !== null) {
        ids.push(...(await fitting(sets, query, hitsIn(run.texts, words, after), left)));
      } else {
        const from = Math.max(fromMs, run.firstSlot * slotMs);
        const to = Math.min(toMs, (run.slot + 1) * slotMs - 1);
        const own = { ...query, fromMs: from, toMs: to };
        const scanned = await scan(sets, own, { limit: left, after, most: Math.max(1, most - seen) });
        ids.push(...scanned.ids);
        seen += scanned.seen;
        // Enough was read for one page.
        if (scanned.next !== undefined && ids.length < limit) return { ids, seen, next: scanned.next };
      }
      const lastId = ids.at(-1);
      if (ids.length >= limit && lastId !== undefined) return { ids, seen, next: lastId };
    }
    return { ids, seen };
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../store/redis.ts";
import { turnField } from "../../store/turn-fields.ts";

/**
 * What people wrote, gathered by short stretches of time, so that a word is looked for in a few texts instead of in every record. Nothing of it is
 * written while messages come in: a stretch is gathered once it is past and all its turns have ended, and again after one of them was erased. What
 * is not gathered is looked up in the records.
 */
export const slotMs = 5 * 60_000;
const dayMs = 86_400_000;
const slotsPerDay = dayMs / slotMs;

/** A turn comes into its stretch a moment after it was accepted. */
const graceMs = 60_000;
/** A stretch with more turns is left as it is: Redis gathers in one step, in which nobody else is served. */
const mostTurns = 1000;
const keptDays = 9;
/** After a stretch with turns: nobody's message waits for it. */
const restMs = 5;

export const dayOfSlot = (slot: number): number => Math.floor(slot / slotsPerDay);
export const firstSlotOf = (day: number): number => day * slotsPerDay;
export const slotOf = (acceptedMs: number): number => Math.floor(acceptedMs / slotMs);

/** Where the text of a turn stands. */
export function slotPlace(acceptedMs: number): { readonly day: number; readonly slot: number } {
  const slot = slotOf(acceptedMs);
  return { slot, day: dayOfSlot(slot) };
}

/** ASCII letters have no case in a search. */
export const folded = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/\p{Cc}/gu, " ");

/**
 * In one step, so that what is erased meanwhile is not written again. KEYS turns, texts of the day · ARGV from ms, before ms, prefix of the turns'
 * keys, most, slot, ends at (epoch seconds) → its turns, or -1 where it is not gathered
 */
const gatherLua = `
if redis.call('ZCOUNT', KEYS[1], ARGV[1], '(' .. ARGV[2]) > tonumber(ARGV[4]) then return -1 end
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '(' .. ARGV[2])
local lines = {}
for _, id in ipairs(ids) do
  local row = redis.call('HMGET', ARGV[3] .. id, '${turnField.state}', '${turnField.message}', '${turnField.rest}')
  if row[1] == 'submitted' or row[1] == 'working' then return -1 end
  if row[2] then
    local text = cjson.decode(row[2]).text .. (row[3] or '')
    table.insert(lines, id .. '\\t' .. string.lower(string.gsub(text, '%c', ' ')) .. '\\n')
  end
end
redis.call('HSET', KEYS[2], ARGV[5], table.concat(lines))
redis.call('EXPIREAT', KEYS[2], ARGV[6])
return #ids`;

export interface TextSlotOptions {
  readonly store: Pick<Store, "keys" | "guarded" | "script">;
  /** How long a turn is kept: no text is kept longer. */
  readonly days: number;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
  readonly signal: AbortSignal;
}

/** Gathers what is past and not gathered yet, newest first. Resolves with how many stretches were. Throws AppError INTAKE_DOWN. */
export async function gatherTexts({ store, days, wallMs, signal }: TextSlotOptions): Promise<number> {
  const { keys, guarded } = store;
  const gather = store.script("qmTextsGather", gatherLua);
  const nowMs = wallMs();
  const newest = slotOf(nowMs - graceMs) - 1;
  const endsMs = (day: number) => (day + Math.min(keptDays, days)) * dayMs;
  let count = 0;
  for (let day = dayOfSlot(newest); endsMs(day) > nowMs; day--) {
    const own = Array.from({ length: slotsPerDay }, (_, at) => firstSlotOf(day) + at);
    const there = new Set(await guarded((redis) => redis.hkeys(keys.texts(day))));
    const missing = own.filter((slot) => slot <= newest && !there.has(String(slot)));
    for (const slot of missing.toReversed()) {
      if (signal.aborted) return count;
      const range = [slot * slotMs, (slot + 1) * slotMs];
      const rest = [keys.turn(""), mostTurns, slot, Math.floor(endsMs(day) / 1000)];
      const turns = Number(await gather([keys.turns, keys.texts(day)], [...range, ...rest]));
      if (turns >= 0) count += 1;
      if (turns > 0) await pause(restMs);
    }
  }
  return count;
}

/** Ids of a gathered stretch whose text holds the words, newest first. `before`: only those that stand before it. */
export function hitsIn(texts: Buffer, words: Buffer, before = ""): readonly string[] {
  const end = before === "" ? -1 : lineStartOf(texts, before);
  const within = end < 0 ? texts : texts.subarray(0, end);
  const ids: string[] = [];
  for (let at = within.indexOf(words); at >= 0; ) {
    const start = within.lastIndexOf(10, Math.max(0, at - 1)) + 1;
    const tab = within.indexOf(9, start);
    // Within the id.
    const isText = at > tab;
    if (isText) ids.push(within.toString("utf8", start, tab));
    at = within.indexOf(words, isText ? within.indexOf(10, at) : at + 1);
  }
  return ids.reverse();
}

function lineStartOf(texts: Buffer, id: string): number {
  if (texts.indexOf(`${id}\t`) === 0) return 0;
  const at = texts.indexOf(`\n${id}\t`);
  return at < 0 ? -1 : at + 1;
}

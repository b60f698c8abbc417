import { shanghaiDay } from "#contract";
import type { Store } from "./redis.ts";
import type { Step } from "./steps.ts";

/** What may be used in one Shanghai day; without a number there is no limit. */
export interface DayLimit {
  readonly requests?: number | undefined;
  readonly tokens?: number | undefined;
  /** Billionths of the operator's currency, a whole number. */
  readonly cost?: number | undefined;
}

/** Of every single person, and of the whole installation. */
export interface DayLimits {
  readonly user: DayLimit;
  readonly all: DayLimit;
}

/** What is set aside for one call of a model. */
export interface DayShare {
  /** The same for the same call of the same turn, so that one made again after a crash is not counted beside its first. */
  readonly id: string;
  /** `<platform>/<sender>`; null for the operator's own, which counts for the installation alone. */
  readonly payer: string | null;
  readonly tokens: number;
  /** Billionths of the operator's currency, a whole number. */
  readonly cost: number;
}

/** Whose limit would be passed, and which. */
export interface DayRefusal {
  readonly scope: keyof DayLimits;
  readonly limit: keyof DayLimit;
}

/**
 * A payer's hash holds its day, what it has used of `requests`, `tokens` and `cost` (what is set aside included), and for each call
 * under way `r:<id>` = tokens, cost, until when. What nobody has settled by then is free again and stands as `x` until it is settled
 * after all. A new day begins with nothing; a process whose clock is behind counts for the day that has begun.
 */
const openDayLua = `
local function openDay(key, day, ttl)
  if tonumber(redis.call('HGET', key, 'day') or '0') < day then
    redis.call('DEL', key)
    redis.call('HSET', key, 'day', day)
  end
  redis.call('PEXPIRE', key, ttl)
end
local function isBeyond(key, field, wanted, limit)
  local most = tonumber(limit)
  return most >= 0 and tonumber(redis.call('HGET', key, field) or '0') + tonumber(wanted) > most
end`;

/** KEYS: payers · ARGV: day, ttl ms, now ms, until ms, id, tokens, cost, then each payer's limits of tokens and cost (-1: none). */
const reserveLua = `${openDayLua}
local own = 'r:' .. ARGV[5]
for _, key in ipairs(KEYS) do
  openDay(key, tonumber(ARGV[1]), ARGV[2])
  local row = redis.call('HGETALL', key)
  for at = 1, #row, 2 do
    local tokens, cost, untilMs = string.match(row[at + 1], '^(%d+) (%d+) (%d+)$')
    if tokens and (tonumber(untilMs) <= tonumber(ARGV[3]) or row[at] == own) then
      redis.call('HINCRBY', key, 'tokens', string.format('%.0f', 0 - tokens))
      redis.call('HINCRBY', key, 'cost', string.format('%.0f', 0 - cost))
      redis.call('HSET', key, row[at], 'x')
    end
  end
end
for i, key in ipairs(KEYS) do
  if isBeyond(key, 'tokens', ARGV[6], ARGV[6 + 2 * i]) then return {i, 'tokens'} end
  if isBeyond(key, 'cost', ARGV[7], ARGV[7 + 2 * i]) then return {i, 'cost'} end
end
for _, key in ipairs(KEYS) do
  redis.call('HINCRBY', key, 'tokens', ARGV[6])
  redis.call('HINCRBY', key, 'cost', ARGV[7])
  redis.call('HSET', key, own, ARGV[6] .. ' ' .. ARGV[7] .. ' ' .. ARGV[4])
end
return {0}`;

/** KEYS: payers · ARGV: id, tokens, cost. What is settled, or of an earlier day, is left alone. */
const settleLua = `
for _, key in ipairs(KEYS) do
  local row = redis.call('HGET', key, 'r:' .. ARGV[1])
  if row then
    local tokens, cost = string.match(row, '^(%d+) (%d+)')
    redis.call('HINCRBY', key, 'tokens', string.format('%.0f', ARGV[2] - (tokens or 0)))
    redis.call('HINCRBY', key, 'cost', string.format('%.0f', ARGV[3] - (cost or 0)))
    redis.call('HDEL', key, 'r:' .. ARGV[1])
  end
end
return 1`;

/** KEYS: turn, person, installation · ARGV: day, ttl ms, limit of each. A known turn has been counted. */
const requestLua = `${openDayLua}
if redis.call('EXISTS', KEYS[1]) == 1 then return 'pass' end
for i = 2, 3 do openDay(KEYS[i], tonumber(ARGV[1]), ARGV[2]) end
for i = 2, 3 do
  if isBeyond(KEYS[i], 'requests', 1, ARGV[i + 1]) then return {'used_up', i - 1} end
end
for i = 2, 3 do redis.call('HINCRBY', KEYS[i], 'requests', 1) end
return 'pass'`;

/** KEYS: payers · ARGV: day. */
const giveBackLua = `
for _, key in ipairs(KEYS) do
  local row = redis.call('HMGET', key, 'day', 'requests')
  if row[1] == ARGV[1] and tonumber(row[2] or '0') > 0 then redis.call('HINCRBY', key, 'requests', -1) end
end
return 1`;

const requestKind = { lua: requestLua, goOn: "pass" } as const;

const ttlMs = 2 * 86_400_000;
/** Longer than any call of a model may take, its turn's time included. */
const heldMs = 5 * 60_000;

const scopes = ["user", "all"] as const;
const everyone = "all";
const orNone = (limit: number | undefined): number => limit ?? -1;

/** The reply of a request's step that stopped the rest; undefined where another step did. */
export function readRequestRefusal(reply: unknown): DayRefusal | undefined {
  if (!Array.isArray(reply) || reply[0] !== "used_up") return undefined;
  return { scope: scopes[Number(reply[1]) - 1] ?? "all", limit: "requests" };
}

/** A step of the script that records a message: counts it, or stops what follows where a limit of the day is reached. */
export function requestStep(
  keys: Store["keys"],
  { turnId, payer, nowMs }: { readonly turnId: string; readonly payer: string; readonly nowMs: number },
  { user, all }: DayLimits,
): Step {
  return {
    kind: requestKind,
    keys: [keys.turn(turnId), keys.spent(payer), keys.spent(everyone)],
    args: [shanghaiDay(nowMs), ttlMs, orNone(user.requests), orNone(all.requests)],
  };
}

/** What is used of the day's limits, in Redis, for all processes. Methods throw AppError INTAKE_DOWN when it is away. */
export function createDaySpending({ script, keys, guarded }: Pick<Store, "script" | "keys" | "guarded">) {
  const reserve = script("qmDayReserve", reserveLua);
  const settle = script("qmDaySettle", settleLua);
  const giveBack = script("qmDayGiveBack", giveBackLua);
  const payersOf = (payer: string | null) => (payer === null ? [everyone] : [payer, everyone]);
  const keysOf = (payer: string | null) => payersOf(payer).map(keys.spent);
  return {
    /** Sets a share aside of both limits or of none, in one step; null where it is done. */
    async reserve(share: DayShare, limits: DayLimits, nowMs: number): Promise<DayRefusal | null> {
      const { id, payer, tokens, cost } = share;
      const bounds = (payer === null ? [limits.all] : [limits.user, limits.all]).flatMap((limit) => [
        orNone(limit.tokens),
        orNone(limit.cost),
      ]);
      const reply = await reserve(keysOf(payer), [
        ...[shanghaiDay(nowMs), ttlMs, nowMs, nowMs + heldMs, id, tokens, cost],
        ...bounds,
      ]);
      const [at, limit] = reply as readonly [number, "tokens" | "cost" | undefined];
      if (limit === undefined) return null;
      return { scope: payer !== null && at === 1 ? "user" : "all", limit };
    },
    /** What the call came to in the place of what was set aside; a second time does nothing. */
    async settle({ id, payer, tokens, cost }: DayShare): Promise<void> {
      await settle(keysOf(payer), [id, tokens, cost]);
    },
    /** A message that was counted was no request of its own. */
    async giveBackRequest(payer: string, nowMs: number): Promise<void> {
      await giveBack(keysOf(payer), [shanghaiDay(nowMs)]);
    },
    /** What a person, or the installation (null), has used and set aside; of the last day on which anything was. */
    async read(payer: string | null): Promise<Required<{ [Name in keyof DayLimit]: number }>> {
      const key = keys.spent(payer ?? everyone);
      const row = await guarded((redis) => redis.hmget(key, "requests", "tokens", "cost"));
      const [requests = 0, tokens = 0, cost = 0] = row.map(Number);
      return { requests, tokens, cost };
    },
  };
}

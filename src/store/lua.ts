/** Pieces that more than one script needs, so that what must be atomic can be one call. */

/**
 * `place(order, chats, arrivals, chat, id)`: takes the next arrival number for a job of a chat, once.
 * Returns how many jobs stand before it: 0 is the head.
 */
export const placeLua = `
local function place(order, chats, arrivals, chat, id)
  local before = redis.call('ZRANK', order, id)
  if before then return before end
  redis.call('ZADD', order, redis.call('INCR', arrivals), id)
  before = redis.call('ZCARD', order) - 1
  if before == 0 then redis.call('SADD', chats, chat) end
  return before
end`;

/**
 * `index(key, score, id, ttlSeconds)`: puts a turn into a set by which it is found, which lives as long as its newest turn. Every write in a
 * script is written to the disk as well, so that the life is only prolonged where it has become too short.
 * `trims(ms)`: true once in eight times: what is too old leaves the sets a little later, for an eighth of the work.
 */
export const indexLua = `
local function index(key, score, id, ttl)
  redis.call('ZADD', key, score, id)
  if redis.call('TTL', key) < tonumber(ttl) then redis.call('EXPIRE', key, ttl + 600) end
end
local function trims(ms) return ms % 8 == 0 end`;

/** `ended(state)`: whether a turn has come to its end. */
export const endedLua = `
local function ended(state)
  return state == 'completed' or state == 'failed' or state == 'canceled' or state == 'input-required'
end`;

/**
 * `remaining(untilMs, nowMs, lastsMs)`: what is left of a wait that lasts so long, 0 once it is over. Its end was set by another process's clock;
 * where that ran so far ahead that more than twice as much is left, the wait counts as over.
 */
export const remainingLua = `
local function remaining(untilMs, nowMs, lastsMs)
  local ms = (tonumber(untilMs) or 0) - nowMs
  return ms > 0 and ms <= 2 * lastsMs and ms or 0
end`;

/** Where a job stands in its chat's order: the keys and the member for `place`. */
export interface Placement {
  readonly keys: readonly [order: string, chats: string, arrivals: string];
  readonly chat: string;
  readonly id: string;
}

/** A Lua script bound to a store. Throws AppError INTAKE_DOWN when Redis cannot be reached or written. */
export type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

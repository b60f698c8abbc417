import { endedLua, placeLua } from "../store/lua.ts";

/**
 * Fields of a turn's hash: v version · m message · s state · r run · a accepted ms · n market now · b started ms ·
 * e ended ms · reply · error · models · of (replay of) · p parts posted · `s:<attempt>:<stage>` a stage's record ·
 * `c:<attempt>:<stage>:<hash>` one call's result.
 */

/** KEYS turn, turns[, order, chats, arrivals] · ARGV id, message, acceptedMs, ttlSeconds, chat, replayOf */
export const createLua = `${placeLua}
local state = redis.call('HGET', KEYS[1], 's')
if state then return {'exists', state} end
redis.call('HSET', KEYS[1], 'v', 1, 'm', ARGV[2], 's', 'submitted', 'r', 0, 'a', ARGV[3])
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'of', ARGV[6]) end
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
if #KEYS < 5 then return {'created', 0} end
return {'created', place(KEYS[3], KEYS[4], KEYS[5], ARGV[5], ARGV[1])}`;

/** KEYS turn · ARGV marketNow, startedMs. The clock of the data stays once data have been recorded. */
export const beginLua = `${endedLua}
local state = redis.call('HGET', KEYS[1], 's')
if not state then return 'missing' end
if ended(state) then return 'ended' end
redis.call('HINCRBY', KEYS[1], 'r', 1)
redis.call('HSET', KEYS[1], 's', 'working')
redis.call('HSETNX', KEYS[1], 'b', ARGV[2])
local executed = false
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.match(name, '^s:%d+:execute$') then executed = true end
end
if executed then redis.call('HSETNX', KEYS[1], 'n', ARGV[1]) else redis.call('HSET', KEYS[1], 'n', ARGV[1]) end
return redis.call('HGETALL', KEYS[1])`;

/** KEYS turn · ARGV run, then field-value pairs. 0: a newer run has the turn, or it has ended. */
export const writeLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1`;

/** KEYS turn, turns, failed · ARGV run, id, state, endedMs, ttlSeconds, trimBeforeMs, then field-value pairs */
export const endLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's', 'a')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
redis.call('HSET', KEYS[1], 's', ARGV[3], 'e', ARGV[4])
for i = 7, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
local held = {}
local names = redis.call('HKEYS', KEYS[1])
for _, name in ipairs(names) do
  if string.sub(name, 1, 2) == 's:' then held['c' .. string.sub(name, 2) .. ':'] = true end
end
for _, name in ipairs(names) do
  local call = string.match(name, '^(c:%d+:%a+:)')
  if call and held[call] then redis.call('HDEL', KEYS[1], name) end
end
redis.call('EXPIRE', KEYS[1], ARGV[5])
if ARGV[3] == 'failed' then redis.call('ZADD', KEYS[3], now[3], ARGV[2]) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[6])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', '(' .. ARGV[6])
return 1`;

/** KEYS turn · ARGV message. Only while nobody has begun. */
export const replaceLua = `
local state = redis.call('HGET', KEYS[1], 's')
if not state then return 'missing' end
if state ~= 'submitted' then return 'late' end
redis.call('HSET', KEYS[1], 'm', ARGV[1])
return 'replaced'`;

/**
 * KEYS turn · ARGV endedMs. Refused once the answer is in the ledger. The run number moves on, so that a run in
 * progress can write no more.
 */
export const cancelLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 's', 'p')
if not now[1] or ended(now[1]) or now[2] then return 0 end
redis.call('HINCRBY', KEYS[1], 'r', 1)
redis.call('HSET', KEYS[1], 's', 'canceled', 'e', ARGV[1], 'error', 'CANCELED')
return 1`;

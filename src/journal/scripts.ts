import { endedLua, placeLua } from "../store/lua.ts";

/**
 * Fields of a turn's hash: v version · m message · x the rest of a paste · s state · r run · a accepted ms · ep epoch of its
 * conversation · h not before this ms · n market now · b started ms · e ended ms · reply · error · f how the work ended · models · of (replay of) · in (the
 * turn that this message was joined to) · q by what its messages are known when they are quoted (quotes.ts) · p parts posted · wl changes of the watchlist made · fr re-entered because its answer had aged · z the stages, packed ·
 * `s:<attempt>:<stage>` a stage's record · `c:<attempt>:<stage>:<hash>` one call's result.
 */

/**
 * KEYS turn, turns, open, epoch, paste, those of its platform, those of its chat, those of its sender[, order, chats, arrivals] · ARGV id, message, acceptedMs, ttlSeconds, chat, replayOf, text to
 * join ('' where it may not be joined), long (1: another part may follow), joinMs, prefix of the turns' keys
 * → {'exists', state} | {'joined', the first part's turn} | {'created', position}.
 */
export const createLua = `${placeLua}
local state = redis.call('HGET', KEYS[1], 's')
if state then return {'exists', state} end
local isLong = ARGV[8] == '1'
local first = ARGV[7] ~= '' and redis.call('GET', KEYS[5])
if first then
  local turn = ARGV[10] .. first
  local now = redis.call('HMGET', turn, 's', 'x')
  if now[1] == 'submitted' then
    local rest = now[2] or ''
    if #rest < 65536 then redis.call('HSET', turn, 'x', rest .. ARGV[7]) end
    redis.call('HSET', turn, 'h', isLong and ARGV[3] + ARGV[9] or 0)
    redis.call('HSET', KEYS[1], 'v', 1, 'm', ARGV[2], 's', 'completed', 'r', 0, 'a', ARGV[3], 'in', first)
    redis.call('EXPIRE', KEYS[1], ARGV[4])
    if isLong then redis.call('PEXPIRE', KEYS[5], ARGV[9]) else redis.call('DEL', KEYS[5]) end
    return {'joined', first}
  end
  redis.call('DEL', KEYS[5])
end
redis.call('HSET', KEYS[1], 'v', 1, 'm', ARGV[2], 's', 'submitted', 'r', 0, 'a', ARGV[3])
local epoch = redis.call('GET', KEYS[4])
if epoch then redis.call('HSET', KEYS[1], 'ep', epoch) end
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'of', ARGV[6]) end
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
for i = 6, 8 do
  redis.call('ZADD', KEYS[i], ARGV[3], ARGV[1])
  redis.call('EXPIRE', KEYS[i], ARGV[4])
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', '(' .. (ARGV[3] - ARGV[4] * 1000))
end
if #KEYS < 11 then return {'created', 0} end
if isLong and ARGV[7] ~= '' then
  redis.call('SET', KEYS[5], ARGV[1], 'PX', ARGV[9])
  redis.call('HSET', KEYS[1], 'h', ARGV[3] + ARGV[9])
end
return {'created', place(KEYS[9], KEYS[10], KEYS[11], ARGV[5], ARGV[1])}`;

/**
 * KEYS turn · ARGV marketNow, startedMs. The clock of the data stays once data have been recorded.
 * → {'missing'} | {'ended'} | {'later'} | {'begun', fields}.
 */
export const beginLua = `${endedLua}
local row = redis.call('HMGET', KEYS[1], 's', 'h')
if not row[1] then return {'missing'} end
if ended(row[1]) then return {'ended'} end
if row[2] and tonumber(row[2]) > tonumber(ARGV[2]) then return {'later'} end
redis.call('HINCRBY', KEYS[1], 'r', 1)
redis.call('HSET', KEYS[1], 's', 'working')
redis.call('HSETNX', KEYS[1], 'b', ARGV[2])
local executed = false
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.match(name, '^s:%d+:execute$') then executed = true end
end
if executed then redis.call('HSETNX', KEYS[1], 'n', ARGV[1]) else redis.call('HSET', KEYS[1], 'n', ARGV[1]) end
return {'begun', redis.call('HGETALL', KEYS[1])}`;

/** KEYS turn · ARGV run, then field-value pairs. 0: a newer run has the turn, or it has ended. */
export const writeLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1`;

/**
 * KEYS turn, turns, open, the state's own set, then those that share a skill, a code or an error with it · ARGV run, id, state, endedMs, ttlSeconds, trimBeforeMs, packed (1: the pairs hold
 * all stages, single records go), then field-value pairs
 */
export const endLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's', 'a')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
redis.call('HSET', KEYS[1], 's', ARGV[3], 'e', ARGV[4], unpack(ARGV, 8))
local isPacked = ARGV[7] == '1'
local held = {}
local names = redis.call('HKEYS', KEYS[1])
for _, name in ipairs(names) do
  if string.sub(name, 1, 2) == 's:' then held['c' .. string.sub(name, 2) .. ':'] = true end
end
local spare = {}
for _, name in ipairs(names) do
  local call = string.match(name, '^(c:%d+:%a+:)')
  if (call and held[call]) or (isPacked and string.sub(name, 1, 2) == 's:' and name ~= 's:0:route') then table.insert(spare, name) end
end
if #spare > 0 then redis.call('HDEL', KEYS[1], unpack(spare)) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZREM', KEYS[3], ARGV[2])
if ARGV[3] ~= 'completed' then redis.call('ZADD', KEYS[4], now[3], ARGV[2]) end
for i = 5, #KEYS do
  redis.call('ZADD', KEYS[i], now[3], ARGV[2])
  redis.call('EXPIRE', KEYS[i], ARGV[5])
end
for i = 2, #KEYS do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', '(' .. ARGV[6]) end
return 1`;

/** KEYS turn · ARGV message. Only while nobody has begun. */
export const replaceLua = `
local state = redis.call('HGET', KEYS[1], 's')
if not state then return 'missing' end
if state ~= 'submitted' then return 'late' end
redis.call('HSET', KEYS[1], 'm', ARGV[1])
return 'replaced'`;

/**
 * KEYS turn, open, canceled · ARGV endedMs, id. Refused once the answer is in the ledger. The run number moves on, so that a run in
 * progress can write no more.
 */
export const cancelLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 's', 'p', 'a')
if not now[1] or ended(now[1]) or now[2] then return 0 end
redis.call('HINCRBY', KEYS[1], 'r', 1)
redis.call('HSET', KEYS[1], 's', 'canceled', 'e', ARGV[1], 'error', 'CANCELED')
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('ZADD', KEYS[3], now[3], ARGV[2])
return 1`;

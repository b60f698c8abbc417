import { endedLua, indexLua, placeLua } from "../store/lua.ts";

/**
 * Fields of a turn's hash: v version · m message · x the rest of a paste · s state · r run · a accepted ms · ep epoch of its
 * conversation · h not before this ms · n market now · b started ms · e ended ms · reply · error · f how the work ended · models · of (replay of) · in (the
 * turn that this message was joined to) · cx how many turns it has canceled · q by what its messages are known when they are quoted (quotes.ts) · p parts posted · wl changes of the watchlist made · rm those of the reminders · fr re-entered because its answer had aged · z the stages, packed ·
 * `o:` before a name: what was there before the turn was re-entered · `s:<attempt>:<stage>` a stage's record · `c:<attempt>:<stage>:<hash>` one call's result.
 */

/**
 * KEYS turn, turns, open, epoch, paste, those of its platform, those of its chat, those of its sender, that of the name it is quoted by[, order, chats, arrivals] · ARGV id,
 * message, acceptedMs, ttlSeconds, chat, replayOf, text to join ('' where it may not be joined), long (1: another part may follow), joinMs, prefix of the turns' keys, name it is
 * quoted by ('' for none)
 * → {'exists', state} | {'joined', the first part's turn} | {'created', position}.
 */
export const createLua = `${placeLua}${indexLua}
local state = redis.call('HGET', KEYS[1], 's')
if state then return {'exists', state} end
local isLong = ARGV[8] == '1'
-- What comes under the same name later is a notice about the message, so the first stands.
local function quotedAs(turn, fields)
  if ARGV[11] ~= '' and redis.call('SET', KEYS[9], turn, 'NX', 'EX', ARGV[4]) then
    table.insert(fields, 'q')
    table.insert(fields, ARGV[11])
  end
  return fields
end
local now = redis.call('MGET', KEYS[4], KEYS[5])
local epoch, first = now[1], ARGV[7] ~= '' and now[2]
if first then
  local turn = ARGV[10] .. first
  local now = redis.call('HMGET', turn, 's', 'x')
  if now[1] == 'submitted' then
    local rest = now[2] or ''
    if #rest < 65536 then redis.call('HSET', turn, 'x', rest .. ARGV[7]) end
    redis.call('HSET', turn, 'h', isLong and ARGV[3] + ARGV[9] or 0)
    redis.call('HSET', KEYS[1], unpack(quotedAs(first, {'v', '1', 'm', ARGV[2], 's', 'completed', 'r', '0', 'a', ARGV[3], 'in', first})))
    redis.call('EXPIRE', KEYS[1], ARGV[4])
    if isLong then redis.call('PEXPIRE', KEYS[5], ARGV[9]) else redis.call('DEL', KEYS[5]) end
    return {'joined', first}
  end
  redis.call('DEL', KEYS[5])
end
local fields = quotedAs(ARGV[1], {'v', '1', 'm', ARGV[2], 's', 'submitted', 'r', '0', 'a', ARGV[3]})
local function add(name, value)
  table.insert(fields, name)
  table.insert(fields, value)
end
if epoch then add('ep', epoch) end
if ARGV[6] ~= '' then add('of', ARGV[6]) end
local begins = #KEYS > 9 and isLong and ARGV[7] ~= ''
if begins then
  redis.call('SET', KEYS[5], ARGV[1], 'PX', ARGV[9])
  add('h', ARGV[3] + ARGV[9])
end
redis.call('HSET', KEYS[1], unpack(fields))
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
for i = 6, 8 do
  index(KEYS[i], ARGV[3], ARGV[1], ARGV[4])
  if trims(ARGV[3]) then redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', '(' .. (ARGV[3] - ARGV[4] * 1000)) end
end
if #KEYS < 12 then return {'created', 0} end
return {'created', place(KEYS[10], KEYS[11], KEYS[12], ARGV[5], ARGV[1])}`;

/**
 * KEYS turn · ARGV marketNow, startedMs. The clock of the data stays once data have been recorded.
 * → {'missing'} | {'ended'} | {'later'} | {'begun', fields}.
 */
export const beginLua = `${endedLua}
local fields = redis.call('HGETALL', KEYS[1])
local at, executed = {}, false
for i = 1, #fields, 2 do
  at[fields[i]] = i + 1
  if string.match(fields[i], '^s:%d+:execute$') then executed = true end
end
local function value(name) return at[name] and fields[at[name]] end
local state = value('s')
if not state then return {'missing'} end
if ended(state) then return {'ended'} end
if tonumber(value('h') or 0) > tonumber(ARGV[2]) then return {'later'} end
local changes = {'s', 'working', 'r', tostring((value('r') or 0) + 1)}
local function change(name, new)
  table.insert(changes, name)
  table.insert(changes, new)
end
if not at.b then change('b', ARGV[2]) end
if not (executed and at.n) then change('n', ARGV[1]) end
redis.call('HSET', KEYS[1], unpack(changes))
for i = 1, #changes, 2 do
  local place = at[changes[i]] or #fields + 2
  fields[place - 1], fields[place] = changes[i], changes[i + 1]
end
return {'begun', fields}`;

/** KEYS turn · ARGV run, then field-value pairs. 0: a newer run has the turn, or it has ended. */
export const writeLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1`;

/**
 * KEYS turn, turns, open, the state's own set, then those that share a skill, a code or an error with it · ARGV run, id, state, endedMs, ttlSeconds, trimBeforeMs,
 * how many fields go because others hold what they say (-1: single calls' results of stages that are recorded), these fields, then field-value pairs
 */
export const endLua = `${endedLua}${indexLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's', 'a')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
local known = tonumber(ARGV[7])
redis.call('HSET', KEYS[1], 's', ARGV[3], 'e', ARGV[4], unpack(ARGV, 8 + math.max(known, 0)))
local spare = {}
if known < 0 then
  local held, names = {}, redis.call('HKEYS', KEYS[1])
  for _, name in ipairs(names) do
    if string.sub(name, 1, 2) == 's:' then held['c' .. string.sub(name, 2) .. ':'] = true end
  end
  for _, name in ipairs(names) do
    local call = string.match(name, '^(c:%d+:%a+:)')
    if call and held[call] then table.insert(spare, name) end
  end
else
  for i = 8, 7 + known do table.insert(spare, ARGV[i]) end
end
if #spare > 0 then redis.call('HDEL', KEYS[1], unpack(spare)) end
redis.call('ZREM', KEYS[3], ARGV[2])
if ARGV[3] ~= 'completed' then redis.call('ZADD', KEYS[4], now[3], ARGV[2]) end
for i = 5, #KEYS do index(KEYS[i], now[3], ARGV[2], ARGV[5]) end
if trims(ARGV[4]) then
  for i = 2, #KEYS do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', '(' .. ARGV[6]) end
end
return 1`;

/** KEYS turn · ARGV message. Only while nobody has begun. */
export const replaceLua = `
local state = redis.call('HGET', KEYS[1], 's')
if not state then return 'missing' end
if state ~= 'submitted' then return 'late' end
redis.call('HSET', KEYS[1], 'm', ARGV[1])
return 'replaced'`;

/**
 * KEYS turn, open, canceled[, the turn of the command] · ARGV endedMs, id. Refused once the answer is in the ledger. The run number moves on, so
 * that a run in progress can write no more.
 */
export const cancelLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], 's', 'p', 'a')
if not now[1] or ended(now[1]) or now[2] then return 0 end
redis.call('HINCRBY', KEYS[1], 'r', 1)
redis.call('HSET', KEYS[1], 's', 'canceled', 'e', ARGV[1], 'error', 'CANCELED')
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('ZADD', KEYS[3], now[3], ARGV[2])
if KEYS[4] then redis.call('HINCRBY', KEYS[4], 'cx', 1) end
return 1`;

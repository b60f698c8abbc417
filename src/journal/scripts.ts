import { endedLua, indexLua, placeLua, remainingLua } from "../store/lua.ts";
import { turnField as field } from "../store/turn-fields.ts";

/** `fields`: a list of names and values for HSET; `add(name, value)` appends to it. */
const fieldListLua = `
local fields = {}
local function add(name, value)
  table.insert(fields, name)
  table.insert(fields, value)
end`;

/**
 * KEYS turn, turns, open, epoch, paste, those of its platform, those of its chat, those of its sender, that of the name it is quoted by[, order, chats, arrivals] · ARGV id,
 * message, acceptedMs, ttlSeconds, chat, replayOf, text to join ('' where it may not be joined), long (1: another part may follow), joinMs, prefix of the turns' keys, name it is
 * quoted by ('' for none)
 * → {'exists', state} | {'joined', the first part's turn} | {'created', position}.
 */
export const createLua = `${placeLua}${indexLua}${fieldListLua}
local turn, turns, open, epochKey, paste, quoteKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[9]
local order, chats, arrivals = KEYS[10], KEYS[11], KEYS[12]
local id, message, acceptedMs, ttl, chat, replayOf = unpack(ARGV, 1, 6)
local text, isLong, joinMs, turnPrefix, quoteName = ARGV[7], ARGV[8] == '1', ARGV[9], ARGV[10], ARGV[11]
local known = redis.call('HGET', turn, '${field.state}')
if known then return {'exists', known} end
add('${field.version}', '1')
add('${field.message}', message)
add('${field.acceptedMs}', acceptedMs)
add('${field.run}', '0')
-- What comes under the same name later is a notice about the message, so the first stands.
local function quotedAs(owner)
  if quoteName ~= '' and redis.call('SET', quoteKey, owner, 'NX', 'EX', ttl) then add('${field.quotedAs}', quoteName) end
end
local held = redis.call('MGET', epochKey, paste)
local epoch, first = held[1], text ~= '' and held[2]
if first then
  local head = turnPrefix .. first
  local now = redis.call('HMGET', head, '${field.state}', '${field.rest}')
  if now[1] == 'submitted' then
    local rest = now[2] or ''
    if #rest < 65536 then redis.call('HSET', head, '${field.rest}', rest .. text) end
    redis.call('HSET', head, '${field.notBeforeMs}', isLong and acceptedMs + joinMs or 0)
    add('${field.state}', 'completed')
    add('${field.joinedTo}', first)
    quotedAs(first)
    redis.call('HSET', turn, unpack(fields))
    redis.call('EXPIRE', turn, ttl)
    if isLong then redis.call('PEXPIRE', paste, joinMs) else redis.call('DEL', paste) end
    return {'joined', first}
  end
  redis.call('DEL', paste)
end
add('${field.state}', 'submitted')
quotedAs(id)
if epoch then add('${field.epoch}', epoch) end
if replayOf ~= '' then add('${field.replayOf}', replayOf) end
if order and isLong and text ~= '' then
  redis.call('SET', paste, id, 'PX', joinMs)
  add('${field.notBeforeMs}', acceptedMs + joinMs)
end
redis.call('HSET', turn, unpack(fields))
redis.call('EXPIRE', turn, ttl)
redis.call('ZADD', turns, acceptedMs, id)
redis.call('ZADD', open, acceptedMs, id)
for i = 6, 8 do
  index(KEYS[i], acceptedMs, id, ttl)
  if trims(acceptedMs) then redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', '(' .. (acceptedMs - ttl * 1000)) end
end
if not order then return {'created', 0} end
return {'created', place(order, chats, arrivals, chat, id)}`;

/**
 * KEYS turn · ARGV marketNow, startedMs, joinMs. The clock of the data stays once data have been recorded.
 * → {'missing'} | {'ended'} | {'later'} | {'begun', fields}.
 */
export const beginLua = `${endedLua}${remainingLua}
local marketNow, startedMs, joinMs = ARGV[1], ARGV[2], tonumber(ARGV[3])
local record = redis.call('HGETALL', KEYS[1])
local at, isExecuted = {}, false
for i = 1, #record, 2 do
  at[record[i]] = i + 1
  if string.match(record[i], '^s:%d+:execute$') then isExecuted = true end
end
local function value(name) return at[name] and record[at[name]] end
local state = value('${field.state}')
if not state then return {'missing'} end
if ended(state) then return {'ended'} end
if remaining(value('${field.notBeforeMs}'), tonumber(startedMs), joinMs) > 0 then return {'later'} end
local changes = {'${field.state}', 'working', '${field.run}', tostring((value('${field.run}') or 0) + 1)}
local function change(name, new)
  table.insert(changes, name)
  table.insert(changes, new)
end
if not at.${field.startedMs} then change('${field.startedMs}', startedMs) end
if not (isExecuted and at.${field.marketNow}) then change('${field.marketNow}', marketNow) end
redis.call('HSET', KEYS[1], unpack(changes))
for i = 1, #changes, 2 do
  local place = at[changes[i]] or #record + 2
  record[place - 1], record[place] = changes[i], changes[i + 1]
end
return {'begun', record}`;

/** KEYS turn · ARGV run, then field-value pairs. 0: a newer run has the turn, or it has ended. */
export const writeLua = `${endedLua}
local now = redis.call('HMGET', KEYS[1], '${field.run}', '${field.state}')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1`;

/**
 * KEYS turn, turns, open, the state's own set, then those that share a skill, a code or an error with it · ARGV run, id, state, endedMs, ttlSeconds, trimBeforeMs,
 * how many fields go because others hold what they say (-1: single calls' results of stages that are recorded), these fields, then field-value pairs
 */
export const endLua = `${endedLua}${indexLua}
local turn, open, ownSet, firstShared = KEYS[1], KEYS[3], KEYS[4], 5
local run, id, state, endedMs, ttl, trimBeforeMs = unpack(ARGV, 1, 6)
local spares, firstSpare = tonumber(ARGV[7]), 8
local now = redis.call('HMGET', turn, '${field.run}', '${field.state}', '${field.acceptedMs}')
local acceptedMs = now[3]
if now[1] ~= run or ended(now[2]) then return 0 end
local firstPair = firstSpare + math.max(spares, 0)
redis.call('HSET', turn, '${field.state}', state, '${field.endedMs}', endedMs, unpack(ARGV, firstPair))
local spare = {}
if spares < 0 then
  local held, names = {}, redis.call('HKEYS', turn)
  for _, name in ipairs(names) do
    if string.sub(name, 1, 2) == 's:' then held['c' .. string.sub(name, 2) .. ':'] = true end
  end
  for _, name in ipairs(names) do
    local call = string.match(name, '^(c:%d+:%a+:)')
    if call and held[call] then table.insert(spare, name) end
  end
else
  for i = firstSpare, firstPair - 1 do table.insert(spare, ARGV[i]) end
end
if #spare > 0 then redis.call('HDEL', turn, unpack(spare)) end
redis.call('ZREM', open, id)
if state ~= 'completed' then redis.call('ZADD', ownSet, acceptedMs, id) end
for i = firstShared, #KEYS do index(KEYS[i], acceptedMs, id, ttl) end
if trims(endedMs) then
  for i = 2, #KEYS do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', '(' .. trimBeforeMs) end
end
return 1`;

/** KEYS turn · ARGV message. Only while nobody has begun. */
export const replaceLua = `
local state = redis.call('HGET', KEYS[1], '${field.state}')
if not state then return 'missing' end
if state ~= 'submitted' then return 'late' end
redis.call('HSET', KEYS[1], '${field.message}', ARGV[1])
return 'replaced'`;

/**
 * KEYS turn, open, canceled[, the turn of the command] · ARGV endedMs, id. Refused once the answer is in the ledger. The run number moves on, so
 * that a run in progress can write no more.
 */
export const cancelLua = `${endedLua}
local turn, open, canceled, command = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local endedMs, id = ARGV[1], ARGV[2]
local now = redis.call('HMGET', turn, '${field.state}', '${field.parts}', '${field.acceptedMs}')
local state, isPosted, acceptedMs = now[1], now[2], now[3]
if not state or ended(state) or isPosted then return 0 end
redis.call('HINCRBY', turn, '${field.run}', 1)
redis.call('HSET', turn, '${field.state}', 'canceled', '${field.endedMs}', endedMs, '${field.error}', 'CANCELED')
redis.call('ZREM', open, id)
redis.call('ZADD', canceled, acceptedMs, id)
if command then redis.call('HINCRBY', command, '${field.canceled}', 1) end
return 1`;

/** KEYS failed, canceled, sent since · ARGV id, trimBeforeMs. Moves a turn that was left without an answer to those that have one now; 0: it is in neither set. */
export const sentSinceLua = `
local failed, canceled, sentSince = KEYS[1], KEYS[2], KEYS[3]
local id, trimBeforeMs = ARGV[1], ARGV[2]
local acceptedMs = redis.call('ZSCORE', failed, id) or redis.call('ZSCORE', canceled, id)
if not acceptedMs then return 0 end
redis.call('ZREM', failed, id)
redis.call('ZREM', canceled, id)
redis.call('ZADD', sentSince, acceptedMs, id)
redis.call('ZREMRANGEBYSCORE', sentSince, '-inf', '(' .. trimBeforeMs)
return 1`;

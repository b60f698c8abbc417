import { endedLua, remainingLua } from "../store/lua.ts";
import { asideMark, turnField } from "../store/turn-fields.ts";

/**
 * Fields beside those of the outbox: `<part>:l` nonce of the holder · `<part>:t` end of its lease, ms · `<part>:m` send or
 * edit · `<part>:u` sends of unknown outcome · `<part>:e` edits of unknown outcome · `<part>:gone` no edit any more · `<part>:f` first try that had
 * to be put off since the part last waited for the person, ms ·
 * fresh asked, done or late: whether the answer was made anew because it had aged · fresh:t until when that is waited for, ms ·
 * g:s claimed, sent or closed, the progress message · g:t end of its lease · g:r its receipt.
 */

const finalLua = `
local function final(state)
  return state == 'delivered' or state == 'unconfirmed' or state == 'refused' or state == 'dead'
end`;

/** Counts one more unknown outcome; true when the part has had its chances. An edit does no harm, so it has more. */
const doubtLua = `
local function doubt(key, p, mode, sends)
  local count = redis.call('HINCRBY', key, p .. (mode == 'edit' and 'e' or 'u'), 1)
  if count < (mode == 'edit' and 6 or sends) then return false end
  redis.call('HSET', key, p .. 's', 'unconfirmed')
  return true
end`;

/**
 * KEYS ledger · ARGV part, nonce, nowMs, leaseMs, canEdit, sends whose outcome a crash may leave unknown, progressLeaseMs → {'claimed', part, repeat,
 * receipt} | {'wait', ms} | {'done'}
 */
export const claimLua = `${finalLua}${doubtLua}${remainingLua}
local key, p, nonce, now = KEYS[1], ARGV[1] .. ':', ARGV[2], tonumber(ARGV[3])
local leaseMs, progressLeaseMs = tonumber(ARGV[4]), tonumber(ARGV[7])
local row = redis.call('HMGET', key, p .. 'part', p .. 's', p .. 'l', p .. 't', p .. 'm', p .. 'n', p .. 'u', p .. 'gone', 'g:s', 'g:t', 'g:r')
local part, state, holder, lease, mode = row[1], row[2], row[3], row[4], row[5]
local unknown, gone, progress = tonumber(row[7] or '0'), row[8], {row[9], row[10], row[11]}
if not part or final(state) then return {'done'} end
local again = state == 'sending' and holder == nonce
local leased = state == 'sending' and not again and remaining(lease, now, leaseMs) or 0
if leased > 0 then return {'wait', leased} end
local showing = ARGV[1] == '0' and progress[1] == 'claimed' and remaining(progress[2], now, progressLeaseMs) or 0
if showing > 0 then return {'wait', math.min(showing, 250)} end
if state == 'sending' and not again then
  if doubt(key, p, mode, tonumber(ARGV[6])) then return {'done'} end
  if mode ~= 'edit' then unknown = unknown + 1 end
end
local receipt, fields = '', {p .. 's', 'sending', p .. 'l', nonce, p .. 't', now + leaseMs}
local function set(name, value)
  table.insert(fields, name)
  table.insert(fields, value)
end
if ARGV[1] == '0' then
  if progress[1] == 'sent' and ARGV[5] == '1' and not gone then receipt = progress[3]
  elseif progress[1] ~= 'sent' then set('g:s', 'closed') end
end
mode = receipt == '' and 'send' or 'edit'
set(p .. 'm', mode)
if mode == 'send' and not again then set(p .. 'n', (row[6] or 0) + 1) end
redis.call('HSET', key, unpack(fields))
return {'claimed', part, (mode == 'send' and unknown > 0) and 1 or 0, receipt}`;

/**
 * KEYS ledger · ARGV part, nonce, outcome, receipt, reason, nowMs, patienceMs: so long after its first try a part that could not be sent is
 * dead; 0: it may wait as long as it takes, and is tried as long again after that → 1 when it must be tried again
 */
export const settleLua = `${finalLua}${doubtLua}
local key, p, outcome = KEYS[1], ARGV[1] .. ':', ARGV[3]
local row = redis.call('HMGET', key, p .. 's', p .. 'l', p .. 'm', p .. 'x')
local ends = outcome == 'delivered' or outcome == 'refused' or outcome == 'unconfirmed'
local isOwn = row[1] == 'sending' and row[2] == ARGV[2]
-- A fail-over may lose the claim of a send that was made all the same: while nobody else is at it, what came of that counts.
local isLost = row[1] == 'pending' and row[2] ~= ARGV[2]
if not isOwn and not (isLost and ends) then
  if isLost and outcome == 'unknown' then redis.call('HSETNX', key, p .. 'u', 1) end
  return final(row[1]) and 0 or 1
end
if ARGV[5] ~= '' then redis.call('HSET', key, p .. 'x', ARGV[5]) end
if ends then
  if ARGV[4] == '' then redis.call('HSET', key, p .. 's', outcome)
  else redis.call('HSET', key, p .. 's', outcome, p .. 'r', ARGV[4]) end
  if outcome == 'delivered' and (row[4] or ARGV[5] ~= '') then redis.call('HDEL', key, p .. 'x') end
  return 0
end
if outcome == 'unknown' and doubt(key, p, row[3], 2) then return 0 end
if outcome == 'retry' then
  if row[3] == 'send' then redis.call('HINCRBY', key, p .. 'n', -1) end
  if tonumber(ARGV[7]) > 0 then
    redis.call('HSETNX', key, p .. 'f', ARGV[6])
    if tonumber(ARGV[6]) - tonumber(redis.call('HGET', key, p .. 'f')) > tonumber(ARGV[7]) then
      redis.call('HSET', key, p .. 's', 'dead')
      return 0
    end
  else redis.call('HDEL', key, p .. 'f') end
end
if outcome == 'gone' then redis.call('HSET', key, p .. 'gone', 1) end
redis.call('HSET', key, p .. 's', 'pending')
return 1`;

/** After a settlement: a part that came to this state has its turn listed. KEYS ledger, turns in it · ARGV part, turn id, nowMs, ttlSeconds, state */
export const listedLua = `
if redis.call('HGET', KEYS[1], ARGV[1] .. ':s') ~= ARGV[5] then return 0 end
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. (ARGV[3] - ARGV[4] * 1000))
redis.call('EXPIRE', KEYS[2], ARGV[4])
return 1`;

/** KEYS ledger, dead letters · ARGV part, reason, turn id, nowMs, trimBeforeMs */
export const buryLua = `${finalLua}
local p = ARGV[1] .. ':'
local state = redis.call('HGET', KEYS[1], p .. 's')
if not state or final(state) then return 0 end
redis.call('HSET', KEYS[1], p .. 's', 'dead', p .. 'x', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[5])
return 1`;

/** `isMade(name)`: whether a field of a turn says how its answer was made, its plan aside. */
const isMadeLua = `
local function isMade(name)
  return name == '${turnField.marketNow}' or name == '${turnField.packed}' or (string.match(name, '^[sc]:') and not string.match(name, '^[sc]:0:route'))
end`;

/**
 * A part that is claimed, but whose price has aged: its turn is entered anew, once, while nothing of it has been sent; the claim is
 * given back. KEYS ledger, turn, open turns · ARGV part, nonce, nowMs, waitMs, turn id → 'asked' | 'wait' | 'aged': send the aged form · 'late': the
 * same, and the turn is still open.
 */
export const refreshLua = `${isMadeLua}${remainingLua}
local key, p, now, waitMs = KEYS[1], ARGV[1] .. ':', tonumber(ARGV[3]), tonumber(ARGV[4])
local row = redis.call('HMGET', key, p .. 's', p .. 'l', p .. 'm', p .. 'u', 'fresh', 'fresh:t', 'of')
if row[1] ~= 'sending' or row[2] ~= ARGV[2] then return 'wait' end
local function giveBack()
  if row[3] == 'send' then redis.call('HINCRBY', key, p .. 'n', -1) end
  redis.call('HSET', key, p .. 's', 'pending')
end
if row[5] == 'asked' and remaining(row[6], now, waitMs) > 0 then
  giveBack()
  return 'wait'
end
local turn = redis.call('HMGET', KEYS[2], '${turnField.state}', '${turnField.acceptedMs}', '${turnField.replayOf}')
-- What an administrator sends again says so, which a turn entered anew would not.
local isFirst = not row[5] and turn[1] == 'completed' and not row[4] and not turn[3]
for i = 0, tonumber(row[7]) - 1 do
  if i .. ':' ~= p and redis.call('HGET', key, i .. ':s') ~= 'pending' then isFirst = false end
end
if not isFirst then
  if row[5] == 'asked' then redis.call('HSET', key, 'fresh', 'late') end
  return (row[5] == 'asked' or row[5] == 'late') and turn[1] == 'working' and 'late' or 'aged'
end
giveBack()
redis.call('HSET', key, 'fresh', 'asked', 'fresh:t', now + waitMs)
redis.call('HINCRBY', KEYS[2], '${turnField.run}', 1)
redis.call('HSET', KEYS[2], '${turnField.state}', 'working', '${turnField.renewed}', 1)
redis.call('HDEL', KEYS[2], '${turnField.endedMs}')
for _, name in ipairs(redis.call('HKEYS', KEYS[2])) do
  if isMade(name) then
    redis.call('HSET', KEYS[2], '${asideMark}' .. name, redis.call('HGET', KEYS[2], name))
    redis.call('HDEL', KEYS[2], name)
  end
end
redis.call('ZADD', KEYS[3], turn[2], ARGV[5])
return 'asked'`;

/**
 * The turn that was entered anew has nothing better, or comes too late: the aged form is sent, and its record is again that of the answer
 * which it shows. KEYS ledger, turn · ARGV run → 1, 0: a newer run has the turn, or it has ended.
 */
export const keepAgedLua = `${endedLua}${isMadeLua}
local now = redis.call('HMGET', KEYS[2], '${turnField.run}', '${turnField.state}')
if now[1] ~= ARGV[1] or ended(now[2]) then return 0 end
if redis.call('HGET', KEYS[1], 'fresh') == 'asked' then redis.call('HSET', KEYS[1], 'fresh', 'late') end
local names, aside = redis.call('HKEYS', KEYS[2]), {}
for _, name in ipairs(names) do
  if string.sub(name, 1, ${asideMark.length}) == '${asideMark}' then table.insert(aside, name) end
end
if #aside == 0 then return 1 end
for _, name in ipairs(names) do
  if isMade(name) then redis.call('HDEL', KEYS[2], name) end
end
for _, name in ipairs(aside) do
  redis.call('HSET', KEYS[2], string.sub(name, ${asideMark.length + 1}), redis.call('HGET', KEYS[2], name))
  redis.call('HDEL', KEYS[2], name)
end
return 1`;

/** KEYS ledger, turn · ARGV lease end ms, ttlSeconds */
export const claimProgressLua = `${endedLua}
local state = redis.call('HGET', KEYS[2], '${turnField.state}')
if not state or ended(state) then return 0 end
if redis.call('HEXISTS', KEYS[1], 'of') == 1 or redis.call('HEXISTS', KEYS[1], 'g:s') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'g:s', 'claimed', 'g:t', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`;

/** KEYS ledger · ARGV receipt or '' */
export const finishProgressLua = `
if redis.call('HGET', KEYS[1], 'g:s') ~= 'claimed' then return 0 end
if ARGV[1] == '' then redis.call('HSET', KEYS[1], 'g:s', 'closed')
else redis.call('HSET', KEYS[1], 'g:s', 'sent', 'g:r', ARGV[1]) end
return 1`;

/** KEYS ledger → the receipt of the progress message that stands there, once; '' where none does */
export const takeProgressLua = `
if redis.call('HGET', KEYS[1], 'g:s') ~= 'sent' then return '' end
redis.call('HSET', KEYS[1], 'g:s', 'closed')
return redis.call('HGET', KEYS[1], 'g:r')`;

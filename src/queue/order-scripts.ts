import { promote } from "bullmq/dist/esm/scripts/promote-9.js";
import { placeLua } from "../store/lua.ts";

/** Begins the token of what a process works without a job of BullMQ; the process's name follows, between slashes. */
export const directMark = "direct";

/** KEYS order, chats, arrivals · ARGV chat, id → how many stand before it */
export const enterLua = `${placeLua}
return place(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2])`;

/**
 * KEYS order, holders · ARGV id, token → 1 head (and the token holds it from now on), 0 waits, -1 not in the order:
 * already done.
 */
export const gateLua = `
local head = redis.call('ZRANGE', KEYS[1], '0', '0')[1]
if head == ARGV[1] then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  return 1
end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
return -1`;

/** The keys of BullMQ's own script that sets a parked job free, in that script's order. */
const promoteKeys = ["delayed", "wait", "paused", "meta", "prioritized", "active", "pc", "events", "marker"];
if (promote.keys !== promoteKeys.length) throw new Error("BullMQ sets its jobs free by other keys");

/**
 * The next one's job is set free in the same step, where it is parked already.
 * KEYS order, chats, holders · ARGV id, token ('' = whoever holds it), chat, prefix of BullMQ's keys
 * → {1, next head or '', 0 when it is set free, else what it was not}, or {0} when another worker has passed the gate with this job since.
 */
export const releaseLua = `
if ARGV[2] ~= '' and redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] then return {0} end
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
local head = redis.call('ZRANGE', KEYS[1], '0', '0')[1]
if not head then
  redis.call('SREM', KEYS[2], ARGV[3])
  return {1, ''}
end
local function setFree(KEYS, ARGV)
${promote.content}
end
return {1, head, setFree({${promoteKeys.map((type) => `ARGV[4] .. '${type}'`).join(", ")}}, {ARGV[4], head})}`;

/** Beside what BullMQ keeps of a job: `<its score> <ms>`, until when by Redis' clock it may wait that was put off by one which runs ahead. */
const untilField = "qm:until";
/** So far ahead a process's clock may be. */
const aheadMs = 1000;

/**
 * What stands still although it is its chat's head. KEYS of BullMQ: delayed, failed, completed; holders, then one order a chat ·
 * ARGV prefix of the job keys, how far ahead a parked job is delayed at least (ms), prefix of the processes' signs of life (see
 * `Direct`), mark of the tokens of those that work without a job, then one chat an order
 * → rows {chat, id, 'missing' | 'parked' | 'failed' | 'completed' | 'empty'}.
 */
export const inspectLua = `
local time = redis.call('TIME')
local nowMs = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local parkedFrom = (nowMs + tonumber(ARGV[2])) * 4096
local rows = {}
-- Worked without a job, by a process that lives and has not said since that it no longer does: a Redis that has lost its last writes
-- may have brought the holder back.
local function worked(id)
  local holder = redis.call('HGET', KEYS[4], id)
  local owner, number = string.match(holder or '', '^' .. ARGV[4] .. '/([^/]+)/(%d+)$')
  local said = owner and redis.call('GET', ARGV[3] .. owner)
  if not said then return false end
  return tonumber(number) >= tonumber(string.match(said, '^%d+')) or string.find(said, ',' .. number .. ',', 1, true)
end
-- Put off by a clock that runs ahead, which shows by when it was put off: it has waited as long as was meant since that was first seen.
local function waitedEnough(id, due)
  local job = ARGV[1] .. id
  local row = redis.call('HMGET', job, 'delay', '${untilField}')
  local delayMs = tonumber(row[1]) or 0
  if tonumber(due) / 4096 - delayMs <= nowMs + ${aheadMs} then return false end
  local of, untilMs = string.match(row[2] or '', '^(%S+) (%d+)$')
  if of == due then return nowMs >= tonumber(untilMs) end
  redis.call('HSET', job, '${untilField}', due .. ' ' .. nowMs + delayMs)
  return delayMs == 0
end
for i = 5, #KEYS do
  local chat = ARGV[i]
  local id = redis.call('ZRANGE', KEYS[i], 0, 0)[1]
  local fault = nil
  if not id then fault = 'empty'
  elseif redis.call('EXISTS', ARGV[1] .. id) == 0 then
    if not worked(id) then fault = 'missing' end
  else
    local due = redis.call('ZSCORE', KEYS[1], id)
    if due and (tonumber(due) > parkedFrom or waitedEnough(id, due)) then fault = 'parked'
    elseif redis.call('ZSCORE', KEYS[2], id) then fault = 'failed'
    elseif redis.call('ZSCORE', KEYS[3], id) then fault = 'completed' end
  end
  if fault then table.insert(rows, {chat, id or '', fault}) end
end
return rows`;

import type { Store } from "./redis.ts";

/**
 * KEYS: for each bucket its window (a sorted set of calls by time) and its rule (a hash: a cool-down, a learned allowance).
 * ARGV: market time in ms, then each bucket's calls per minute (0: none known). Takes from all buckets or from none and
 * returns the milliseconds to wait. The clock is Redis' own, one for all processes.
 */
const takeLua = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local wait = 0
local counted = {}
for i = 1, #KEYS, 2 do
  local rule = redis.call('HMGET', KEYS[i + 1], 'until', 'market', 'ms', 'per')
  local untilMs = tonumber(rule[1] or '0')
  if untilMs > now and math.abs(ARGV[1] - rule[2]) <= tonumber(rule[3]) then
    wait = math.max(wait, untilMs - now)
  end
  local limit = tonumber(ARGV[(i + 3) / 2])
  local per = tonumber(rule[4] or '0')
  if per > 0 and (limit == 0 or per < limit) then limit = per end
  counted[i] = limit > 0
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - 60000)
  if counted[i] and redis.call('ZCARD', KEYS[i]) >= limit then
    local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')
    wait = math.max(wait, oldest[2] + 60000 - now)
  end
end
if wait > 0 then return math.ceil(wait) end
for i = 1, #KEYS, 2 do
  if counted[i] then
    redis.call('ZADD', KEYS[i], now, redis.call('HINCRBY', KEYS[i + 1], 'calls', 1))
    redis.call('PEXPIRE', KEYS[i], 60000)
    redis.call('PEXPIRE', KEYS[i + 1], 86400000)
  end
end
return 0`;

/** KEYS: the rule. ARGV: market time, the cool-down in ms, the named allowance (0: none). */
const coolDownLua = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('HSET', KEYS[1], 'until', now + ARGV[2], 'market', ARGV[1], 'ms', ARGV[2])
if tonumber(ARGV[3]) > 0 then redis.call('HSET', KEYS[1], 'per', ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1`;

/** Calls to upstreams counted in Redis, for all processes. Methods throw AppError INTAKE_DOWN when it is away. */
export function createSharedRateLimiter({ script, keys }: Pick<Store, "script" | "keys">) {
  const take = script("qmTakeRate", takeLua);
  const coolDown = script("qmCoolDown", coolDownLua);
  const windowKey = (name: string) => keys.cache(`rate:${name}`);
  const ruleKey = (name: string) => keys.cache(`rate-rule:${name}`);
  return {
    /** Takes one call out of every bucket, or out of none: 0, or the milliseconds until there may be one. */
    async take(buckets: readonly { name: string; perMinute: number }[], marketMs: number): Promise<number> {
      const touched = buckets.flatMap(({ name }) => [windowKey(name), ruleKey(name)]);
      return Number(await take(touched, [marketMs, ...buckets.map(({ perMinute }) => perMinute)]));
    },
    /** Nothing can be taken for `ms`; `perMinute` is kept to from then on. */
    async coolDown(name: string, rule: { ms: number; perMinute?: number }, marketMs: number): Promise<void> {
      await coolDown([ruleKey(name)], [marketMs, rule.ms, rule.perMinute ?? 0]);
    },
  };
}

import { chatKey, type IncomingMessage } from "#contract";
import type { Step } from "../queue/step.ts";

/** Messages a minute; a bucket of that size fills up evenly, so that a burst of a whole minute's share is taken at once. */
export interface RateLimits {
  readonly perUser: number;
  readonly perChat: number;
}

const minuteMs = 60_000;

/**
 * Takes one from each bucket or from none. KEYS turn, then a bucket each · ARGV nowMs, minuteMs, then the size of each bucket
 * → 'pass' | {'limited', how many have been refused since the buckets were last full enough}. A known turn has been counted.
 */
const limitLua = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 'pass' end
local now, minute = tonumber(ARGV[1]), tonumber(ARGV[2])
local left, isNew = {}, {}
for i = 2, #KEYS do
  local size = tonumber(ARGV[i + 1])
  local row = redis.call('HMGET', KEYS[i], 'left', 'at')
  local passed = math.max(0, now - tonumber(row[2] or now))
  left[i] = math.min(size, tonumber(row[1] or size) + passed * size / minute) - 1
  -- A bucket outlives by a minute the one in which it was last used: it is full by then.
  isNew[i] = not row[2] or math.floor(row[2] / minute) ~= math.floor(now / minute)
end
for i = 2, #KEYS do
  if left[i] < 0 then return {'limited', redis.call('HINCRBY', KEYS[i], 'refused', 1)} end
end
for i = 2, #KEYS do
  redis.call('HSET', KEYS[i], 'left', tostring(left[i]), 'at', ARGV[1])
  if isNew[i] then redis.call('PEXPIRE', KEYS[i], 2 * minute) end
end
return 'pass'`;

const limitKind = { lua: limitLua, goOn: "pass" } as const;

export interface LimitKeys {
  turn(turnId: string): string;
  rate(bucket: string): string;
}

/** The step that comes before a message's record: where it stops the script, the message is not accepted. */
export function createRateLimit(keys: LimitKeys, limits: RateLimits, wallMs: () => number) {
  return (message: IncomingMessage): Step => ({
    kind: limitKind,
    keys: [
      keys.turn(message.id),
      keys.rate(`${message.platform}/${message.senderId}`),
      keys.rate(chatKey(message)),
    ],
    args: [wallMs(), minuteMs, limits.perUser, limits.perChat],
  });
}

import { chatKey, type LedgerRow } from "#contract";
import type { Store } from "../store/redis.ts";
import type { OrderedQueue } from "./ordered-queue.ts";
import { type Outbox, partJobId } from "./outbox.ts";

/** What an administrator does with parts that did not get through. */
export interface Resend {
  /** Sends one part again that was given up, refused or never confirmed. `false`: it is delivered, on its way, or not there. */
  resend(turnId: string, part: number): Promise<boolean>;
  /** Turns with a part that was given up, newest first. */
  deadLetters(limit: number): Promise<readonly string[]>;
  /** Takes turns off that list; all of them without ids. Returns how many. The ledger rows stay. */
  clear(turnIds?: readonly string[]): Promise<number>;
}

/**
 * A part that may have arrived keeps one doubt, so that it is marked as a possible repeat.
 * KEYS ledger, dead letters, refused turns · ARGV part, turn id → 1 when it waits to be sent
 */
const resendLua = `
local p = ARGV[1] .. ':'
local state = redis.call('HGET', KEYS[1], p .. 's')
if state ~= 'unconfirmed' and state ~= 'refused' and state ~= 'dead' then return 0 end
redis.call('HDEL', KEYS[1], p .. 'x', p .. 'l', p .. 't', p .. 'm', p .. 'e', p .. 'u', p .. 'f')
if state == 'unconfirmed' then redis.call('HSET', KEYS[1], p .. 'u', 1) end
redis.call('HSET', KEYS[1], p .. 's', 'pending')
redis.call('ZREM', KEYS[3], ARGV[2])
for i = 0, tonumber(redis.call('HGET', KEYS[1], 'of')) - 1 do
  if redis.call('HGET', KEYS[1], i .. ':s') == 'dead' then return 1 end
end
redis.call('ZREM', KEYS[2], ARGV[2])
return 1`;

export interface ResendOptions {
  readonly store: Pick<Store, "keys" | "guarded" | "script">;
  readonly outbox: Pick<Outbox, "rows">;
  readonly queueOf: (platform: string) => Pick<OrderedQueue, "renew">;
}

export function createResend({ store, outbox, queueOf }: ResendOptions): Resend {
  const { keys } = store;
  const reopen = store.script("qmLedgerResend", resendLua);
  return {
    async resend(turnId, part) {
      const row: LedgerRow | undefined = (await outbox.rows(turnId))[part];
      if (row === undefined) return false;
      const own = [keys.ledger(turnId), keys.deadLetters, keys.turnsIn("refused")];
      if ((await reopen(own, [part, turnId])) !== 1) return false;
      await queueOf(row.part.platform).renew(partJobId(turnId, part), chatKey(row.part));
      return true;
    },
    deadLetters: (limit) =>
      store.guarded((redis) => redis.zrevrange(keys.deadLetters, 0, Math.max(0, limit - 1))),
    async clear(turnIds) {
      if (turnIds !== undefined)
        return turnIds.length === 0 ? 0 : store.guarded((redis) => redis.zrem(keys.deadLetters, ...turnIds));
      const [count] = await store.guarded((redis) =>
        Promise.all([redis.zcard(keys.deadLetters), redis.del(keys.deadLetters)]),
      );
      return count;
    },
  };
}

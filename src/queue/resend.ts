import { chatKey, type LedgerRow, type PartState } from "#contract";
import { placeLua } from "../store/lua.ts";
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
 * The row and its place in the order in one step: what waits without one is found by nobody. Where it was left so, it gets its place; else
 * a part that may have arrived keeps one doubt, so that it is marked as a possible repeat.
 * KEYS ledger, dead letters, refused turns, order, chats, arrivals · ARGV part, turn id, chat, job id → how many stand before it; -1: it cannot be sent again
 */
const resendLua = `${placeLua}
local ledger, deadLetters, refused, order = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local p, turn, chat, job = ARGV[1] .. ':', ARGV[2], ARGV[3], ARGV[4]
local state = redis.call('HGET', ledger, p .. 's')
local isLeft = state == 'pending' and not redis.call('ZSCORE', order, job)
if not isLeft and state ~= 'unconfirmed' and state ~= 'refused' and state ~= 'dead' then return -1 end
local position = place(order, KEYS[5], KEYS[6], chat, job)
if isLeft then return position end
redis.call('HDEL', ledger, p .. 'x', p .. 'l', p .. 't', p .. 'm', p .. 'e', p .. 'u', p .. 'f')
if state == 'unconfirmed' then redis.call('HSET', ledger, p .. 'u', 1) end
redis.call('HSET', ledger, p .. 's', 'pending')
redis.call('ZREM', refused, turn)
for i = 0, tonumber(redis.call('HGET', ledger, 'of')) - 1 do
  if redis.call('HGET', ledger, i .. ':s') == 'dead' then return position end
end
redis.call('ZREM', deadLetters, turn)
return position`;

const onItsWay: ReadonlySet<PartState> = new Set(["pending", "sending"]);

export interface ResendOptions {
  readonly store: Pick<Store, "keys" | "guarded" | "script">;
  readonly outbox: Pick<Outbox, "rows">;
  readonly queueOf: (platform: string) => Pick<OrderedQueue, "place" | "renew" | "waiting">;
}

export function createResend({ store, outbox, queueOf }: ResendOptions): Resend {
  const { keys } = store;
  const reopen = store.script("qmLedgerResend", resendLua);
  return {
    async resend(turnId, part) {
      const row: LedgerRow | undefined = (await outbox.rows(turnId))[part];
      if (row === undefined || row.state === "delivered") return false;
      const [id, chat, queue] = [partJobId(turnId, part), chatKey(row.part), queueOf(row.part.platform)];
      if (onItsWay.has(row.state) && (await queue.waiting(chat)).includes(id)) return false;
      return queue.renew(id, chat, async () => {
        const own = [keys.ledger(turnId), keys.deadLetters, keys.turnsIn("refused")];
        const position = Number(
          await reopen([...own, ...queue.place(id, chat).keys], [part, turnId, chat, id]),
        );
        return position < 0 ? undefined : position;
      });
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

import { AppError, chatKey, type LedgerRow, type OutboundPart, type PartState, type Turn } from "#contract";
import { endedLua, placeLua } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { OrderedQueue } from "./ordered-queue.ts";

/**
 * Fields of a ledger's hash: of = number of parts · `<part>:part` its JSON · `<part>:s` state · `<part>:n` sends ·
 * `<part>:r` receipt · `<part>:x` reason; those of delivery and of the progress message are its own (gateway/ledger.ts).
 */
export const ledgerTtlSeconds = 7 * 86_400;

/**
 * Rows, order and the mark on the turn in one step, so that a cancel comes either before all of it or after.
 * KEYS turn, ledger, order, chats, arrivals · ARGV run, chat, ttlSeconds, then job id and part of each
 */
const postLua = `${placeLua}${endedLua}
local now = redis.call('HMGET', KEYS[1], 'r', 's')
if now[1] ~= ARGV[1] or ended(now[2]) then return {'fenced'} end
local posted = redis.call('HEXISTS', KEYS[2], 'of') == 1
local reply = {posted and 'exists' or 'posted'}
for i = 4, #ARGV, 2 do
  if posted then
    table.insert(reply, redis.call('ZRANK', KEYS[3], ARGV[i]) or -1)
  else
    local part = (i - 4) / 2
    redis.call('HSET', KEYS[2], part .. ':part', ARGV[i + 1], part .. ':s', 'pending')
    table.insert(reply, place(KEYS[3], KEYS[4], KEYS[5], ARGV[2], ARGV[i]))
  end
end
if not posted then
  local parts = (#ARGV - 3) / 2
  redis.call('HSET', KEYS[2], 'of', parts)
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  redis.call('HSET', KEYS[1], 'p', parts)
end
return reply`;

export const partJobId = (turnId: string, part: number): string => `${turnId}-p${part}`;

/** The turn and the part of an outbound job. */
export function readPartJobId(jobId: string): { turnId: string; part: number } {
  const at = jobId.lastIndexOf("-p");
  return { turnId: jobId.slice(0, at), part: Number(jobId.slice(at + 2)) };
}

export interface Outbox {
  /**
   * Puts the parts of a turn's answer on their way, in the chat's order. All parts go to one chat. Idempotent: the first
   * post of a turn counts, whatever a later one holds. Throws AppError FENCED when a newer run has the turn or it has
   * ended, INTAKE_DOWN when Redis is away (post again).
   */
  post(turn: Pick<Turn, "id" | "run">, parts: readonly OutboundPart[]): Promise<void>;
  /** The delivery ledger of a turn; empty before it was posted. */
  rows(turnId: string): Promise<readonly LedgerRow[]>;
}

export interface OutboxOptions {
  readonly store: Store;
  /** The outbound queue of a platform. */
  readonly queueOf: (platform: string) => OrderedQueue;
}

function rowOf(fields: Readonly<Record<string, string>>, part: number): LedgerRow {
  const [receipt, reason] = [fields[`${part}:r`], fields[`${part}:x`]];
  return {
    // Written by `post`.
    part: JSON.parse(fields[`${part}:part`] ?? "null") as OutboundPart,
    state: (fields[`${part}:s`] ?? "pending") as PartState,
    sends: Number(fields[`${part}:n`] ?? 0),
    ...(receipt === undefined ? {} : { receipt }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export function createOutbox({ store, queueOf }: OutboxOptions): Outbox {
  const post = store.script("qmPost", postLua);
  const { keys } = store;
  return {
    async post(turn, parts) {
      const [first] = parts;
      if (first === undefined) return;
      const chat = chatKey(first);
      const queue = queueOf(first.platform);
      const ids = parts.map(({ part }) => partJobId(turn.id, part));
      const reply = await post(
        [keys.turn(turn.id), keys.ledger(turn.id), ...queue.place(turn.id, chat).keys],
        [
          turn.run,
          chat,
          ledgerTtlSeconds,
          ...parts.flatMap((part, index) => [ids[index] ?? "", JSON.stringify(part)]),
        ],
      );
      const [outcome, ...positions] = Array.isArray(reply) ? reply : [];
      if (outcome === "fenced") throw new AppError("FENCED", turn.id);
      await Promise.all(
        ids.map((id, index) => {
          const position = Number(positions[index]);
          return position < 0 ? undefined : queue.add(id, chat, position);
        }),
      );
    },
    async rows(turnId) {
      const fields = await store.guarded((redis) => redis.hgetall(keys.ledger(turnId)));
      return Array.from({ length: Number(fields.of ?? 0) }, (_, part) => rowOf(fields, part));
    },
  };
}

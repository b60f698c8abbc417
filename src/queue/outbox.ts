import {
  AppError,
  type ChatAddress,
  chatKey,
  type LedgerRow,
  type OutboundPart,
  type PartState,
  type Turn,
} from "#contract";
import { endedLua, placeLua } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { asideMark, turnField } from "../store/turn-fields.ts";
import { keepAgedLua } from "./ledger-scripts.ts";
import type { OrderedQueue } from "./ordered-queue.ts";
import { keepPicturesSteps, withoutBytes } from "./pictures.ts";

/**
 * Fields of a ledger's hash: of = number of parts · `<part>:part` its JSON · `<part>:s` state · `<part>:n` sends ·
 * `<part>:r` receipt · `<part>:x` reason; those of delivery and of the progress message are its own (gateway/ledger.ts).
 */
export const ledgerTtlSeconds = 7 * 86_400;
/** It goes with its turn's record where that is kept for less, but not while the answer may still wait: on WeChat up to two days. */
const leastTtlSeconds = 3 * 86_400;

/**
 * Rows, order and the mark on the turn in one step, so that a cancel comes either before all of it or after. A turn that
 * was entered anew because its answer had aged puts the new parts into the old ones' place in the chat's order, unless they are waited for
 * no longer: `late`.
 * KEYS turn, ledger, order, chats, arrivals · ARGV run, chat, ttlSeconds at most, then job id and part of each
 */
const postLua = `${placeLua}${endedLua}
local now = redis.call('HMGET', KEYS[1], '${turnField.run}', '${turnField.state}')
if now[1] ~= ARGV[1] or ended(now[2]) then return {'fenced'} end
local posted = redis.call('HEXISTS', KEYS[2], 'of') == 1
local fresh = posted and redis.call('HGET', KEYS[2], 'fresh')
if fresh == 'late' then return {'late'} end
local first = fresh == 'asked' and redis.call('ZSCORE', KEYS[3], ARGV[4])
if first then
  for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.sub(name, 1, ${asideMark.length}) == '${asideMark}' then redis.call('HDEL', KEYS[1], name) end
  end
  for i = 0, tonumber(redis.call('HGET', KEYS[2], 'of')) - 1 do
    redis.call('HDEL', KEYS[2], i .. ':part', i .. ':s', i .. ':n', i .. ':x', i .. ':l', i .. ':t', i .. ':m', i .. ':f')
  end
  redis.call('HSET', KEYS[2], 'fresh', 'done')
  for i = 6, #ARGV, 2 do redis.call('ZADD', KEYS[3], first + (i - 4) / 2000, ARGV[i]) end
  posted = false
end
local reply, rows = {'held'}, {}
for i = 4, #ARGV, 2 do
  if posted then
    table.insert(reply, redis.call('ZRANK', KEYS[3], ARGV[i]) or -1)
  else
    local part = (i - 4) / 2
    for _, field in ipairs({part .. ':part', ARGV[i + 1], part .. ':s', 'pending'}) do table.insert(rows, field) end
    table.insert(reply, place(KEYS[3], KEYS[4], KEYS[5], ARGV[2], ARGV[i]))
  end
end
if not posted then
  local parts = (#ARGV - 3) / 2
  redis.call('HSET', KEYS[2], 'of', parts, unpack(rows))
  local turnLives = math.max(redis.call('TTL', KEYS[1]), ${leastTtlSeconds})
  redis.call('EXPIRE', KEYS[2], math.min(tonumber(ARGV[3]), turnLives))
  redis.call('HSET', KEYS[1], '${turnField.parts}', parts)
end
return reply`;

export const partJobId = (turnId: string, part: number): string => `${turnId}-p${part}`;

/** The turn and the part of an outbound job. */
export function readPartJobId(jobId: string): { turnId: string; part: number } {
  const at = jobId.lastIndexOf("-p");
  return { turnId: jobId.slice(0, at), part: Number(jobId.slice(at + 2)) };
}

/** The job by which a turn is entered anew, beside its chat's order: its place there is past. */
const againMark = "-again";
export const againJobId = (turnId: string): string => `${turnId}${againMark}`;
export const againLane = (chat: string): string => `${chat}#again`;

/** The turn of an inbound job, and whether it is entered anew. */
export function readTurnJobId(jobId: string): { turnId: string; again: boolean } {
  const again = jobId.endsWith(againMark);
  return { turnId: again ? jobId.slice(0, -againMark.length) : jobId, again };
}

export interface Outbox {
  /**
   * Puts the parts of a turn's answer on their way, in the chat's order. All parts go to one chat. Idempotent: the first
   * post of a turn counts, whatever a later one holds. Throws AppError FENCED when a newer run has the turn or it has
   * ended, INTAKE_DOWN when Redis is away (post again).
   */
  post(turn: Pick<Turn, "id" | "run">, parts: readonly OutboundPart[]): Promise<void>;
  /** The same within a script that ends the turn as well; of each posting one of its closing functions must be called. */
  posting(turn: Pick<Turn, "id" | "run">, parts: readonly OutboundPart[]): Posting;
  /**
   * In place of a posting for a turn that was entered anew and has nothing better to say, or comes too late: the aged answer is sent. The
   * first step of the script that ends the turn.
   */
  keepAgedStep(turn: Pick<Turn, "id" | "run">): Step;
  /** Sets the chat's deliveries going again where a script of this process may have run without its answer coming back. */
  heal(chat: ChatAddress): Promise<void>;
  /** Whether a turn's progress message stands in the chat, or is on its way there. */
  showsProgress(turnId: string): Promise<boolean>;
  /** The delivery ledger of a turn, its pictures without their bytes; empty before it was posted. */
  rows(turnId: string): Promise<readonly LedgerRow[]>;
}

/** The steps of one post, and what must follow them. */
export interface Posting {
  /** The first step of the script. */
  readonly first: Step;
  /** The last ones: they keep the pictures, and take up the first part's delivery where this process delivers. */
  readonly last: readonly Step[];
  /**
   * Sets the parts going, by the replies of the steps. Throws AppError FENCED where the post was refused. `late`: the turn was entered anew,
   * and its aged answer is waited for no longer to be replaced; nothing was posted.
   */
  dispatch(first: unknown, last: readonly unknown[]): Promise<"posted" | "late">;
  /** In place of it where the script failed. */
  drop(): void;
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

const keepAgedKind = { lua: keepAgedLua, goOn: 1 } as const;
const postKind = { lua: postLua, goOn: "held" } as const;

export function createOutbox({ store, queueOf }: OutboxOptions): Outbox {
  const { keys } = store;
  const postStep = (turn: Pick<Turn, "id" | "run">, chat: string, parts: readonly OutboundPart[]): Step => {
    const rows = parts.flatMap((part) => [partJobId(turn.id, part.part), JSON.stringify(withoutBytes(part))]);
    const [{ platform } = { platform: "" }] = parts;
    return {
      kind: postKind,
      keys: [keys.turn(turn.id), keys.ledger(turn.id), ...queueOf(platform).place(turn.id, chat).keys],
      args: [turn.run, chat, ledgerTtlSeconds, ...rows],
    };
  };
  const posting: Outbox["posting"] = (turn, parts) => {
    const [first] = parts;
    if (first === undefined) throw new Error(`turn ${turn.id} says nothing`);
    const chat = chatKey(first);
    const queue = queueOf(first.platform);
    const opening = queue.open(partJobId(turn.id, first.part), chat);
    const pictures = keepPicturesSteps(keys, turn.id, parts);
    return {
      first: postStep(turn, chat, parts),
      last: [...pictures, ...(opening?.steps ?? [])],
      async dispatch(reply, lastReplies) {
        const openReplies = lastReplies.slice(pictures.length);
        const [outcome, ...positions] = Array.isArray(reply) ? reply : [];
        if (outcome === "late") {
          opening?.drop();
          return "late";
        }
        // A script that the connection sent twice is refused the second time, and its first answer is lost.
        const isTaken = opening?.take(outcome === "held" ? openReplies : "unknown") === true;
        if (outcome !== "held") throw new AppError("FENCED", turn.id);
        await Promise.all(
          parts.map(({ part }, index) => {
            const position = Number(positions[index]);
            if (position < 0 || (index === 0 && isTaken)) return undefined;
            return queue.add(partJobId(turn.id, part), chat, position);
          }),
        );
        return "posted";
      },
      drop: () => opening?.drop(),
    };
  };
  return {
    keepAgedStep: ({ id, run }) => ({
      kind: keepAgedKind,
      keys: [keys.ledger(id), keys.turn(id)],
      args: [run],
    }),
    posting,
    async post(turn, parts) {
      if (parts.length === 0) return;
      const { first, last, dispatch, drop } = posting(turn, parts);
      const [reply, ...replies] = await store.together([first, ...last]).catch((error: unknown) => {
        drop();
        throw error;
      });
      await dispatch(reply, replies);
    },
    heal: (chat) => queueOf(chat.platform).heal(chatKey(chat)),
    async showsProgress(turnId) {
      const state = await store.guarded((redis) => redis.hget(keys.ledger(turnId), "g:s"));
      return state === "claimed" || state === "sent";
    },
    async rows(turnId) {
      const fields = await store.guarded((redis) => redis.hgetall(keys.ledger(turnId)));
      return Array.from({ length: Number(fields.of ?? 0) }, (_, part) => rowOf(fields, part));
    },
  };
}

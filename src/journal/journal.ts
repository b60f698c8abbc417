import type { ErrorCode, IncomingMessage, ModelCallRecord, Reply, Turn, TurnLog, TurnState } from "#contract";
import type { Placement } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import { fieldsOf, turnOf } from "./record.ts";
import { beginLua, cancelLua, createLua, endLua, replaceLua, writeLua } from "./scripts.ts";
import { createTurnLog } from "./turn-log.ts";

export interface JournalOptions {
  /** How long a turn is kept. It is also how long a redelivered message is known as one. */
  readonly days: number;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
}

/** `position`: how many messages of the chat stand before it; 0 without a place. */
export type Created =
  | { readonly outcome: "created"; readonly position: number }
  | { readonly outcome: "exists"; readonly state: TurnState };

export interface Begun {
  readonly turn: Turn;
  readonly log: TurnLog;
  readonly run: number;
}

export interface Ending {
  readonly state: TurnState;
  readonly reply?: Reply;
  readonly error?: ErrorCode;
  readonly models: readonly ModelCallRecord[];
  readonly endedMs: number;
}

/** One line of a list of turns. */
export interface TurnSummary {
  readonly id: string;
  readonly state: TurnState;
  readonly platform: string;
  readonly chatId: string;
  readonly text: string;
  readonly accepted_ms: number;
  readonly ended_ms?: number;
  readonly error?: ErrorCode;
}

/** The durable record of turns. Every method throws AppError INTAKE_DOWN when Redis cannot be reached or written. */
export interface Journal {
  /** Writes the record and, with `place`, the entry in the chat's order, in one step. Twice is once. */
  create(
    message: IncomingMessage,
    options: { acceptedMs: number; place?: Placement; replayOf?: string },
  ): Promise<Created>;
  /** Takes the turn up: the run number moves on, which fences off whoever had it before. */
  begin(
    turnId: string,
    options: { marketNow: string; startedMs: number },
  ): Promise<Begun | "ended" | "missing">;
  /**
   * False when a newer run has the turn or it has ended. Drops the results of single calls whose stage is recorded.
   * A turn that nobody has begun (`run` 0) may be ended too.
   */
  end(turnId: string, run: number, ending: Ending): Promise<boolean>;
  read(turnId: string): Promise<Turn | null>;
  /** Newest first. */
  list(options: { limit: number; failed?: boolean }): Promise<readonly TurnSummary[]>;
  /** `late`: somebody has begun to answer the earlier text. */
  replaceMessage(turnId: string, message: IncomingMessage): Promise<"replaced" | "late" | "missing">;
  /** False when the turn has ended, its answer is already on its way, or it does not exist. */
  cancel(turnId: string): Promise<boolean>;
}

const secondsPerDay = 86_400;

function summaryOf(turn: Turn): TurnSummary {
  const { id, state, message, accepted_ms, ended_ms, error } = turn;
  return {
    id,
    state,
    platform: message.platform,
    chatId: message.chatId,
    text: message.text,
    accepted_ms,
    ...(ended_ms === undefined ? {} : { ended_ms }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Field-value pairs of what an ending adds to the record. */
function endingFields(ending: Ending): string[] {
  const pairs: string[] = [];
  if (ending.reply !== undefined) pairs.push("reply", JSON.stringify(ending.reply));
  if (ending.error !== undefined) pairs.push("error", ending.error);
  if (ending.models.length > 0) pairs.push("models", JSON.stringify(ending.models));
  return pairs;
}

/** Reads many turns without their stages. */
async function readSummaries(store: Store, ids: readonly string[]): Promise<TurnSummary[]> {
  const names = ["m", "s", "a", "e", "error"];
  const rows = await Promise.all(ids.map((id) => store.redis.hmget(store.keys.turn(id), ...names)));
  return rows.flatMap((values, index) => {
    const id = ids[index];
    // Expired between the index and here.
    if (id === undefined || values[0] == null) return [];
    const pairs = names.flatMap((name, at) => (values[at] == null ? [] : [name, values[at]]));
    return [summaryOf(turnOf(id, fieldsOf(pairs)))];
  });
}

export function createJournal(store: Store, { days, wallMs }: JournalOptions): Journal {
  const { keys } = store;
  const ttlSeconds = Math.ceil(days * secondsPerDay);
  const scripts = {
    create: store.script("qmTurnCreate", createLua),
    begin: store.script("qmTurnBegin", beginLua),
    write: store.script("qmTurnWrite", writeLua),
    end: store.script("qmTurnEnd", endLua),
    replace: store.script("qmTurnReplace", replaceLua),
    cancel: store.script("qmTurnCancel", cancelLua),
  };
  return {
    async create(message, { acceptedMs, place, replayOf }) {
      const reply = await scripts.create(
        [keys.turn(message.id), keys.turns, ...(place?.keys ?? [])],
        [message.id, JSON.stringify(message), acceptedMs, ttlSeconds, place?.chat ?? "", replayOf ?? ""],
      );
      const [outcome, detail] = Array.isArray(reply) ? reply : [];
      if (outcome === "exists") return { outcome, state: String(detail) as TurnState };
      return { outcome: "created", position: Number(detail) };
    },
    async begin(turnId, { marketNow, startedMs }) {
      const reply = await scripts.begin([keys.turn(turnId)], [marketNow, startedMs]);
      if (reply === "ended" || reply === "missing") return reply;
      const fields = fieldsOf(reply);
      const turn = turnOf(turnId, fields);
      const log = createTurnLog(
        fields,
        async (pairs) => (await scripts.write([keys.turn(turnId)], [turn.run, ...pairs])) === 1,
      );
      return { turn, log, run: turn.run };
    },
    async end(turnId, run, ending) {
      const trimBeforeMs = wallMs() - ttlSeconds * 1000;
      const reply = await scripts.end(
        [keys.turn(turnId), keys.turns, keys.failedTurns],
        [run, turnId, ending.state, ending.endedMs, ttlSeconds, trimBeforeMs, ...endingFields(ending)],
      );
      return reply === 1;
    },
    async read(turnId) {
      const fields = await store.guarded((redis) => redis.hgetall(keys.turn(turnId)));
      return "m" in fields ? turnOf(turnId, new Map(Object.entries(fields))) : null;
    },
    async list({ limit, failed = false }) {
      const index = failed ? keys.failedTurns : keys.turns;
      return store.guarded(async (redis) =>
        readSummaries(store, await redis.zrevrange(index, 0, Math.max(0, limit - 1))),
      );
    },
    async replaceMessage(turnId, message) {
      const reply = await scripts.replace([keys.turn(turnId)], [JSON.stringify(message)]);
      return reply === "replaced" || reply === "late" ? reply : "missing";
    },
    async cancel(turnId) {
      return (await scripts.cancel([keys.turn(turnId)], [wallMs()])) === 1;
    },
  };
}

import {
  chatKey,
  type ErrorCode,
  type FinishReason,
  type IncomingMessage,
  type ModelCallRecord,
  type Reply,
  sessionKey,
  type Turn,
  type TurnState,
} from "#contract";
import type { TurnSet } from "../store/keys.ts";
import type { Placement } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { errorMark, senderMark } from "./marks.ts";
import { createQuotes, type Quotes } from "./quotes.ts";
import { fieldsOf, turnOf } from "./record.ts";
import { beginLua, cancelLua, createLua, endLua, replaceLua, writeLua } from "./scripts.ts";
import { readSummaries, type TurnSummary } from "./summaries.ts";
import { createTurnLog, type Left, type RunLog } from "./turn-log.ts";

export interface JournalOptions {
  /** How long a turn is kept. It is also how long a redelivered message is known as one. */
  readonly days: number;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
}

/** `position`: how many messages of the chat stand before it; 0 without a place. `joined`: it is the rest of that turn's text. `stopped`: the step before it stopped it with this reply. */
export type Created =
  | { readonly outcome: "created"; readonly position: number }
  | { readonly outcome: "joined"; readonly turnId: string }
  | { readonly outcome: "stopped"; readonly reply: unknown }
  | { readonly outcome: "exists"; readonly state: TurnState };

export interface Begun {
  readonly turn: Turn;
  readonly log: RunLog;
  readonly run: number;
}

/** `later`: the rest of the message may still come, within two seconds. */
export type BeginOutcome = Begun | "later" | "ended" | "missing";

interface BeginOptions {
  readonly marketNow: string;
  readonly startedMs: number;
}

export interface Ending {
  readonly state: TurnState;
  readonly reply?: Reply;
  readonly error?: ErrorCode;
  /** Left out where state and error say it. */
  readonly finish_reason?: FinishReason;
  readonly models: readonly ModelCallRecord[];
  readonly endedMs: number;
}

/** The durable record of turns. Every method throws AppError INTAKE_DOWN when Redis cannot be reached or written. */
export interface Journal {
  /**
   * Writes the record and, with `place`, the entry in the chat's order, in one step. Twice is once. `follows`: it may be the rest of
   * the text that the same sender began in the message before, which its platform has cut. `before` run first in the same script,
   * `after` last, where the record was written.
   */
  create(
    message: IncomingMessage,
    options: {
      acceptedMs: number;
      place?: Placement;
      replayOf?: string;
      follows?: boolean;
      before?: readonly Step[];
      after?: readonly Step[];
    },
  ): Promise<Created>;
  /** The same for what has no place in an order, as the first step of a script that goes on only where the turn is new. */
  createStep(message: IncomingMessage, options: { acceptedMs: number; replayOf?: string }): Step;
  /** Takes the turn up: the run number moves on, which fences off whoever had it before. */
  begin(turnId: string, options: BeginOptions): Promise<BeginOutcome>;
  /** The same as a step of a script that passes the chat's gate as well. */
  beginStep(turnId: string, options: BeginOptions): Step;
  readBegin(turnId: string, reply: unknown): BeginOutcome;
  /**
   * False when a newer run has the turn or it has ended. Drops the results of single calls whose stage is recorded.
   * A turn that nobody has begun (`run` 0) may be ended too.
   */
  end(turnId: string, run: number, ending: Ending): Promise<boolean>;
  /** The same as a step of a script that posts the answer as well. `left`: what the run's log has not written yet. */
  endStep(turnId: string, run: number, ending: Ending, left?: Left): Step;
  /** The key of a turn's record, for steps of other modules. */
  turnKey(turnId: string): string;
  read(turnId: string): Promise<Turn | null>;
  /** Newest first. */
  list(options: {
    limit: number;
    failed?: boolean;
    state?: TurnSet;
    /** Only turns accepted before this, epoch milliseconds. */
    beforeMs?: number;
  }): Promise<readonly TurnSummary[]>;
  /** `late`: somebody has begun to answer the earlier text. */
  replaceMessage(turnId: string, message: IncomingMessage): Promise<"replaced" | "late" | "missing">;
  /** False when the turn has ended, its answer is already on its way, or it does not exist. `by`: the turn of the command, which keeps count. */
  cancel(turnId: string, by?: string): Promise<boolean>;
  /** The same as the first step of a script that tells of it: what comes behind it is done only where the turn was canceled. */
  cancelStep(turnId: string, by?: string): Step;
  /** How many turns the command of this turn has canceled, also before a crash. */
  canceledBy(turnId: string): Promise<number>;
  /** The turns that messages of a chat belong to, for whoever quotes them. */
  readonly quotes: Quotes;
}

const secondsPerDay = 86_400;

/** Pictures wait beside the ledger until they are sent; after that, and for a replay, they are drawn anew from the trace. */
function withoutPictures({ artifacts: _, ...reply }: Reply): Reply {
  return reply;
}

/** Field-value pairs of what an ending adds to the record. */
function endingFields(ending: Ending, { packed, records = [] }: Partial<Left>): string[] {
  const pairs: string[] = [...records];
  if (packed !== undefined) pairs.push("z", packed);
  if (ending.reply !== undefined) pairs.push("reply", JSON.stringify(withoutPictures(ending.reply)));
  if (ending.error !== undefined) pairs.push("error", ending.error);
  if (ending.finish_reason !== undefined) pairs.push("f", ending.finish_reason);
  if (ending.models.length > 0) pairs.push("models", JSON.stringify(ending.models));
  return pairs;
}

const createKind = { lua: createLua, goOn: "created" } as const;

const beginKind = { lua: beginLua, goOn: "begun" } as const;
const endKind = { lua: endLua, goOn: 1 } as const;
const cancelKind = { lua: cancelLua, goOn: 1 } as const;

/** A message's text goes on in the next one where the platform has cut it: parts of at least this many characters. */
const longPart = 4000;
const joinMs = 1500;

export function createJournal(store: Store, { days, wallMs }: JournalOptions): Journal {
  const { keys } = store;
  const ttlSeconds = Math.ceil(days * secondsPerDay);
  const scripts = {
    write: store.script("qmTurnWrite", writeLua),
    replace: store.script("qmTurnReplace", replaceLua),
  };
  const beginStep: Journal["beginStep"] = (turnId, { marketNow, startedMs }) => ({
    kind: beginKind,
    keys: [keys.turn(turnId)],
    args: [marketNow, startedMs],
  });
  const readBegin: Journal["readBegin"] = (turnId, reply) => {
    const [outcome, detail] = Array.isArray(reply) ? reply : [];
    if (outcome === "later" || outcome === "ended") return outcome;
    if (outcome !== "begun") return "missing";
    const fields = fieldsOf(detail);
    const turn = turnOf(turnId, fields);
    const log = createTurnLog(
      fields,
      async (pairs) => (await scripts.write([keys.turn(turnId)], [turn.run, ...pairs])) === 1,
    );
    return { turn, log, run: turn.run };
  };
  const endStep: Journal["endStep"] = (turnId, run, ending, left) => {
    const trimBeforeMs = wallMs() - ttlSeconds * 1000;
    // Completed turns have no set of their own; the step then does not touch the one it is given.
    const { state } = ending;
    const own = keys.turnsIn(state === "canceled" || state === "input-required" ? state : "failed");
    // Without a log nobody here knows what stands in the record; the step looks by itself.
    const spare = left === undefined ? [-1] : [left.spare.length, ...left.spare];
    const pairs = endingFields(ending, left ?? {});
    const marks = [...(left?.marks ?? []), ...(ending.error === undefined ? [] : [errorMark(ending.error)])];
    const shared = marks.map(({ dimension, value }) => keys.turnsBy(dimension, value));
    return {
      kind: endKind,
      keys: [keys.turn(turnId), keys.turns, keys.turnsIn("open"), own, ...shared],
      args: [run, turnId, state, ending.endedMs, ttlSeconds, trimBeforeMs, ...spare, ...pairs],
    };
  };
  const cancelStep: Journal["cancelStep"] = (turnId, by) => ({
    kind: cancelKind,
    keys: [
      keys.turn(turnId),
      keys.turnsIn("open"),
      keys.turnsIn("canceled"),
      ...(by === undefined ? [] : [keys.turn(by)]),
    ],
    args: [wallMs(), turnId],
  });
  const quotes = createQuotes(store);
  const createStep = (
    message: IncomingMessage,
    { acceptedMs, place, replayOf, follows }: Omit<Parameters<Journal["create"]>[1], "before" | "after">,
  ): Step => {
    const conversation = sessionKey(message);
    const { text } = message;
    const name = quotes.ownName(message);
    return {
      kind: createKind,
      keys: [
        keys.turn(message.id),
        keys.turns,
        keys.turnsIn("open"),
        keys.epoch(conversation),
        keys.paste(conversation),
        keys.turnsBy("platform", message.platform),
        keys.turnsBy("chat", chatKey(message)),
        keys.turnsBy("sender", senderMark(message).value),
        keys.said(chatKey(message), name),
        ...(place?.keys ?? []),
      ],
      args: [
        message.id,
        JSON.stringify(message),
        acceptedMs,
        ttlSeconds,
        place?.chat ?? "",
        replayOf ?? "",
        follows === true ? text : "",
        text.length >= longPart ? 1 : 0,
        joinMs,
        keys.turn(""),
        name,
      ],
    };
  };
  return {
    quotes,
    beginStep,
    readBegin,
    endStep,
    turnKey: keys.turn,
    createStep,
    async create(message, { before = [], after = [], ...options }) {
      const replies = await store.together([...before, createStep(message, options), ...after]);
      const reply = replies[before.length];
      if (reply === undefined) return { outcome: "stopped", reply: replies.at(-1) };
      const [outcome, detail] = Array.isArray(reply) ? reply : [];
      if (outcome === "exists") return { outcome, state: String(detail) as TurnState };
      if (outcome === "joined") return { outcome, turnId: String(detail) };
      return { outcome: "created", position: Number(detail) };
    },
    async begin(turnId, options) {
      const [reply] = await store.together([beginStep(turnId, options)]);
      return readBegin(turnId, reply);
    },
    async end(turnId, run, ending) {
      const [reply] = await store.together([endStep(turnId, run, ending)]);
      return reply === 1;
    },
    async read(turnId) {
      const fields = await store.guarded((redis) => redis.hgetall(keys.turn(turnId)));
      return "m" in fields ? turnOf(turnId, new Map(Object.entries(fields))) : null;
    },
    async list({ limit, state, failed = false, beforeMs }) {
      const wanted = state ?? (failed ? "failed" : undefined);
      const index = wanted === undefined ? keys.turns : keys.turnsIn(wanted);
      const newest = beforeMs === undefined ? "+inf" : `(${beforeMs}`;
      return store.guarded(async (redis) =>
        readSummaries(
          store,
          await redis.zrevrangebyscore(index, newest, "-inf", "LIMIT", 0, Math.max(0, limit)),
        ),
      );
    },
    async replaceMessage(turnId, message) {
      const reply = await scripts.replace([keys.turn(turnId)], [JSON.stringify(message)]);
      return reply === "replaced" || reply === "late" ? reply : "missing";
    },
    cancelStep,
    async cancel(turnId, by) {
      const [reply] = await store.together([cancelStep(turnId, by)]);
      return reply === 1;
    },
    canceledBy: async (turnId) =>
      Number((await store.guarded((redis) => redis.hget(keys.turn(turnId), "cx"))) ?? 0),
  };
}

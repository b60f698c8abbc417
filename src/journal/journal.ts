import type { IncomingMessage, Turn, TurnState } from "#contract";
import type { TurnSet } from "../store/keys.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { turnField } from "../store/turn-fields.ts";
import {
  type BeginOptions,
  type CreateOptions,
  createJournalSteps,
  type Ending,
  type JournalSteps,
} from "./journal-steps.ts";
import { createQuotes, type Quotes } from "./quotes.ts";
import { fieldsOf, turnOf } from "./record.ts";
import { replaceLua, writeLua } from "./scripts.ts";
import { readSummaries, type TurnSummary } from "./summaries.ts";
import { createTurnLog, type RunLog } from "./turn-log.ts";

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

/** The durable record of turns. Every method throws AppError INTAKE_DOWN when Redis cannot be reached or written. */
export interface Journal extends JournalSteps {
  /**
   * Writes the record and, with a place, the entry in the chat's order, in one step. Twice is once. `before` run first in the same
   * script, `after` last, where the record was written.
   */
  create(
    message: IncomingMessage,
    options: CreateOptions & { readonly before?: readonly Step[]; readonly after?: readonly Step[] },
  ): Promise<Created>;
  /** Takes the turn up: the run number moves on, which fences off whoever had it before. */
  begin(turnId: string, options: BeginOptions): Promise<BeginOutcome>;
  readBegin(turnId: string, reply: unknown): BeginOutcome;
  /**
   * False when a newer run has the turn or it has ended. Drops the results of single calls whose stage is recorded.
   * A turn that nobody has begun (`run` 0) may be ended too.
   */
  end(turnId: string, run: number, ending: Ending): Promise<boolean>;
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
  /** How many turns the command of this turn has canceled, also before a crash. */
  canceledBy(turnId: string): Promise<number>;
  /** The turns that messages of a chat belong to, for whoever quotes them. */
  readonly quotes: Quotes;
}

const secondsPerDay = 86_400;

export function createJournal(store: Store, { days, wallMs }: JournalOptions): Journal {
  const { keys } = store;
  const ttlSeconds = Math.ceil(days * secondsPerDay);
  const scripts = {
    write: store.script("qmTurnWrite", writeLua),
    replace: store.script("qmTurnReplace", replaceLua),
  };
  const quotes = createQuotes(store);
  const steps = createJournalSteps({ keys, quotes, ttlSeconds, wallMs });
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
  return {
    ...steps,
    quotes,
    readBegin,
    turnKey: keys.turn,
    async create(message, { before = [], after = [], ...options }) {
      const replies = await store.together([...before, steps.createStep(message, options), ...after]);
      const reply = replies[before.length];
      if (reply === undefined) return { outcome: "stopped", reply: replies.at(-1) };
      const [outcome, detail] = Array.isArray(reply) ? reply : [];
      if (outcome === "exists") return { outcome, state: String(detail) as TurnState };
      if (outcome === "joined") return { outcome, turnId: String(detail) };
      return { outcome: "created", position: Number(detail) };
    },
    async begin(turnId, options) {
      const [reply] = await store.together([steps.beginStep(turnId, options)]);
      return readBegin(turnId, reply);
    },
    async end(turnId, run, ending) {
      const [reply] = await store.together([steps.endStep(turnId, run, ending)]);
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
    async cancel(turnId, by) {
      const [reply] = await store.together([steps.cancelStep(turnId, by)]);
      return reply === 1;
    },
    canceledBy: async (turnId) =>
      Number((await store.guarded((redis) => redis.hget(keys.turn(turnId), turnField.canceled))) ?? 0),
  };
}

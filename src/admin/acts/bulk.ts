import { randomBytes } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { AppError, type Bilingual, type JsonObject, type Turn } from "#contract";
import type { TurnQuery } from "../../journal/search/turn-query.ts";
import type { Actor, ActPorts } from "../ports.ts";
import type { Acts } from "./acts.ts";
import type { ReplayHow } from "./replays.ts";

/** `replay` is dry; `retry` sends; `cancel` ends what waits. */
export const bulkVerbs = ["replay", "retry", "cancel"] as const;
export type BulkVerb = (typeof bulkVerbs)[number];

export interface BulkItem {
  readonly turnId: string;
  readonly result: "same" | "different" | "done" | "refused" | "failed";
  /** What differs, or why not. */
  readonly detail: string;
  /** Why not, in words. */
  readonly said?: Bilingual;
}

export interface BulkState {
  readonly id: string;
  readonly verb: BulkVerb;
  readonly by: string;
  readonly startedMs: number;
  /** When the state was last written; one that is running and old was cut off. */
  readonly writtenMs: number;
  readonly total: number;
  readonly running: boolean;
  readonly items: readonly BulkItem[];
}

export interface Bulk {
  /** How many of the turns that fit a filter the act is for, at most `mostAtOnce`. */
  count(verb: BulkVerb, query: TurnQuery): Promise<number>;
  /** Begins in the background and returns the id of its state. */
  start(actor: Actor, verb: BulkVerb, query: TurnQuery, how: ReplayHow): Promise<string>;
  /** Undefined: unknown, or older than a week. */
  state(id: string): Promise<BulkState | undefined>;
  /** Resolves once nothing runs any more. */
  settled(): Promise<void>;
}

export const mostAtOnce = 2000;
/**
 * One at a time and at a measured pace, so that the questions of people are answered about as fast as ever, and a thousand are done within
 * a minute. Where a busy machine has fallen behind, each is followed by a short rest until it has caught up.
 */
const paceMs = 52;
const restBehindMs = 8;
const keptMs = 7 * 86_400_000;
const writeEveryMs = 500;

type QueryState = NonNullable<TurnQuery["state"]>;

/** The states that an act is for, the default first; a dry replay is for all. */
const statesFor: Readonly<Partial<Record<BulkVerb, readonly QueryState[]>>> = {
  retry: ["failed", "canceled", "undelivered", "refused"],
  cancel: ["submitted", "working"],
};

/** What a filter means for an act: where it names no state the failed are retried, and whatever has not ended is canceled. */
function queriesFor(verb: BulkVerb, query: TurnQuery): readonly TurnQuery[] {
  const states = statesFor[verb];
  if (states === undefined) return [query];
  const { state } = query;
  if (state !== undefined) return states.includes(state) ? [query] : [];
  return states.slice(0, verb === "retry" ? 1 : undefined).map((each) => ({ ...query, state: each }));
}

/** The filter as the audit shows it: without the words that were looked for. */
const filterOf = ({ marks = [], state, fromMs, toMs, text }: TurnQuery): JsonObject => ({
  ...Object.fromEntries(marks.map(({ dimension, value }) => [dimension, value])),
  ...(state === undefined ? {} : { state }),
  ...(fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() }),
  ...(toMs === undefined ? {} : { to: new Date(toMs).toISOString() }),
  ...(text === undefined ? {} : { text: "(text)" }),
});

/** Answered without the pipeline: a command, a notice, a code for a stranger, the rest of another message. */
const nothingRan: Bilingual = {
  zh: "没有经过问答流程(命令、配对码、通知),没有可重放的。",
  en: "It never went through the pipeline (a command, a pairing code, a notice): nothing to replay.",
};

const wentNowhere = ({ state, stages }: Turn): boolean => state === "completed" && stages.length === 0;

async function replayOne(
  { journal }: ActPorts,
  { replays }: Acts,
  turnId: string,
  how: ReplayHow,
): Promise<BulkItem> {
  const turn = await journal.read(turnId);
  if (turn === null) return { turnId, result: "refused", detail: "gone" };
  if (wentNowhere(turn)) return { turnId, result: "refused", detail: nothingRan.en, said: nothingRan };
  const { report } = await replays.run(turn, { ...how, gently: true });
  const detail = report.rows.filter(({ before, after }) => before !== after).map(({ what }) => what);
  return { turnId, result: report.same ? "same" : "different", detail: detail.join(", ") };
}

export function createBulk(ports: ActPorts & { readonly signal: AbortSignal }, acts: Acts): Bulk {
  const { keep, search, clock, audit, log, signal } = ports;
  const running = new Set<Promise<void>>();
  const idsFor = async (verb: BulkVerb, query: TurnQuery): Promise<readonly string[]> => {
    const found = await Promise.all(queriesFor(verb, query).map((each) => search.ids(each, mostAtOnce)));
    return found.flat().slice(0, mostAtOnce);
  };
  const one = async (actor: Actor, verb: BulkVerb, turnId: string, how: ReplayHow): Promise<BulkItem> => {
    try {
      if (verb === "replay") return await replayOne(ports, acts, turnId, how);
      const { ok, said } = await acts[verb](actor, turnId);
      return ok
        ? { turnId, result: "done", detail: "" }
        : { turnId, result: "refused", detail: said.en, said };
    } catch (error) {
      return { turnId, result: "failed", detail: error instanceof AppError ? error.code : "error" };
    }
  };
  const work = async (
    actor: Actor,
    begun: BulkState,
    ids: readonly string[],
    how: ReplayHow,
  ): Promise<void> => {
    const { verb } = begun;
    const items: BulkItem[] = [];
    let writtenMs = 0;
    const write = async (isRunning: boolean) => {
      writtenMs = clock.wallMs();
      const state: BulkState = { ...begun, writtenMs, running: isRunning, items };
      await keep.set(`bulk:${begun.id}`, JSON.stringify(state), { ttlMs: keptMs });
    };
    let dueMs = performance.now();
    for (const id of ids) {
      if (signal.aborted) break;
      items.push(await one(actor, verb, id, how));
      if (clock.wallMs() - writtenMs >= writeEveryMs) await write(true);
      dueMs += paceMs;
      await rest(Math.max(dueMs - performance.now(), restBehindMs));
    }
    await write(false);
    const count = (result: BulkItem["result"]) => items.filter((item) => item.result === result).length;
    const after = {
      ...{ total: ids.length, same: count("same"), different: count("different") },
      ...{ done: count("done"), refused: count("refused"), failed: count("failed") },
    };
    await audit.write({
      atMs: clock.wallMs(),
      who: actor.who,
      act: `bulk.${verb}.end`,
      what: begun.id,
      after,
    });
  };
  return {
    count: async (verb, query) => (await idsFor(verb, query)).length,
    async start(actor, verb, query, how) {
      const ids = await idsFor(verb, query);
      const id = randomBytes(8).toString("hex");
      const atMs = clock.wallMs();
      const before = filterOf(query);
      await audit.write({
        atMs,
        who: actor.who,
        act: `bulk.${verb}`,
        what: id,
        before,
        after: { total: ids.length },
      });
      const begun: BulkState = {
        ...{ id, verb, by: actor.who, startedMs: atMs, writtenMs: atMs },
        ...{ total: ids.length, running: true, items: [] },
      };
      await keep.set(`bulk:${id}`, JSON.stringify(begun), { ttlMs: keptMs });
      const run = work(actor, begun, ids, how)
        .catch((error: unknown) => log.warn({ bulk: id, error }, "bulk act cut off"))
        .finally(() => running.delete(run));
      running.add(run);
      return id;
    },
    async state(id) {
      const text = await keep.get(`bulk:${id}`);
      // Written above.
      return text === undefined ? undefined : (JSON.parse(text) as BulkState);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

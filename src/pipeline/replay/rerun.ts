import {
  AppError,
  type ExecuteRecord,
  type FinishReason,
  finishReasonOf,
  type ModelCallRecord,
  type Reply,
  type RouteRecord,
  recordedAt,
  type StageName,
  type StageRecord,
  type Turn,
  type TurnState,
} from "#contract";
import type { PipelinePorts, TurnRun } from "../ports.ts";
import { runTurn, type TurnOutcome } from "../turn.ts";
import { verify } from "../verify/verify.ts";
import { readStage, replayLog } from "./replay-log.ts";

export interface ReplayOptions {
  readonly turn: Turn;
  readonly ports: PipelinePorts;
  /** Stage from which everything runs anew; earlier ones are the original's. Throws AppError INVALID_ARGS for an unknown one. */
  readonly from: string;
  /**
   * Data are fetched anew, at the present market clock, instead of read from the original's trace. A turn that has no trace yet
   * has nothing to be read from: it is always live.
   */
  readonly live: boolean;
  readonly signal: AbortSignal;
}

/** One compared thing: what it was, what the replay made of it. */
export interface ReplayRow {
  readonly what: "state" | "plan" | "values" | "claims failed" | "prose";
  readonly before: string;
  readonly after: string;
}

export interface ReplayReport {
  readonly turn: string;
  readonly same: boolean;
  readonly rows: readonly ReplayRow[];
}

/** A replay as it came out, JSON-serializable, so that exactly this can be delivered later. */
export interface Replayed {
  readonly report: ReplayReport;
  readonly from: StageName;
  readonly live: boolean;
  /** Market time that it went by. */
  readonly now: string;
  readonly state: TurnState;
  readonly error?: string;
  /** Absent in those kept by an earlier version. */
  readonly finish_reason?: FinishReason;
  /** All stages, those of the original that it kept included. */
  readonly stages: readonly StageRecord[];
  readonly models: readonly ModelCallRecord[];
  /** Absent where it failed. */
  readonly reply?: Reply;
  /** What its answer says of the asker's watchlist and reminders: not done yet. Absent where it says nothing of them. */
  readonly watchlist?: TurnOutcome["watchlist"];
  readonly reminders?: TurnOutcome["reminders"];
}

interface Outcome {
  readonly state: string;
  readonly stages: readonly StageRecord[];
  readonly prose: string;
}

const shownState = (state: string, error: string | undefined): string =>
  state === "failed" ? `failed (${error})` : state;

const last = <Value>(stages: readonly StageRecord[], stage: StageName): Value | undefined =>
  stages.findLast((record) => record.stage === stage)?.value as Value | undefined;

const planOf = (stages: readonly StageRecord[]): string =>
  (last<RouteRecord>(stages, "route")?.plan.actions ?? [])
    .map(({ skill, input }) => `${skill} ${JSON.stringify(input)}`)
    .join("; ");

const valuesOf = (stages: readonly StageRecord[]): string =>
  (last<ExecuteRecord>(stages, "execute")?.claims ?? [])
    .map((claim) =>
      claim.kind === "numeric" ? `${claim.code} ${claim.metric}=${claim.value} @${claim.as_of}` : claim.kind,
    )
    .join("; ");

const failuresOf = (stages: readonly StageRecord[]): string =>
  (last<{ failures: readonly { claim_index: number; reason: string }[] }>(stages, "verify")?.failures ?? [])
    .map(({ claim_index, reason }) => `${claim_index}: ${reason}`)
    .join("; ");

function rowsOf(before: Outcome, after: Outcome): readonly ReplayRow[] {
  const row = (what: ReplayRow["what"], of: (outcome: Outcome) => string): ReplayRow => ({
    what,
    before: of(before),
    after: of(after),
  });
  return [
    row("state", ({ state }) => state),
    row("plan", ({ stages }) => planOf(stages)),
    row("values", ({ stages }) => valuesOf(stages)),
    row("claims failed", ({ stages }) => failuresOf(stages)),
    row("prose", ({ prose }) => prose),
  ];
}

function runOf(options: ReplayOptions & { now: string; journal: TurnRun["journal"] }): TurnRun {
  const { turn, ports, now, journal, signal } = options;
  const { message } = turn;
  const routed = last<RouteRecord>(turn.stages, "route");
  const session = routed?.context ?? [];
  return {
    ports,
    message,
    session,
    language: routed?.plan.language ?? ports.text.languageOf(message.text, session),
    now,
    journal,
    signal,
    isReplay: true,
  };
}

/** Runs a turn again, in whatever state it is, without sending anything or touching the original, and sets both side by side. */
export async function rerun(options: ReplayOptions): Promise<Replayed> {
  const { turn, ports } = options;
  const from = readStage(options.from);
  const live = options.live || !turn.stages.some(({ stage }) => stage === "execute");
  const journal = replayLog(turn, from, live);
  const now = live ? ports.clock.market() : (turn.market_now ?? ports.clock.market());
  const outcome = await runTurn(runOf({ ...options, now, journal })).then(
    ({ session: _, ...done }) => done,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const failed = { state: "failed" as const, error: error.code };
      return { ...failed, finish_reason: finishReasonOf(failed) ?? "big_fail", models: [] };
    },
  );
  const { state, error, finish_reason, models } = outcome;
  const { reply, watchlist = [], reminders = [] }: Partial<TurnOutcome> = outcome;
  const kept = turn.stages.filter(({ stage, attempt }) => journal.recall(stage, attempt) !== undefined);
  const stages = [...kept, ...journal.stages];
  const rows = rowsOf(
    { state: shownState(turn.state, turn.error), stages: turn.stages, prose: turn.reply?.text ?? "" },
    { state: shownState(state, error), stages, prose: reply?.text ?? "" },
  );
  const report = { turn: turn.id, same: rows.every(({ before, after }) => before === after), rows };
  const base = { report, from, live, now, state, finish_reason, stages, models };
  return {
    ...base,
    ...(error === undefined ? {} : { error }),
    ...(reply === undefined ? {} : { reply }),
    ...(watchlist.length === 0 ? {} : { watchlist }),
    ...(reminders.length === 0 ? {} : { reminders }),
  };
}

/** The reasons for which claims that a replay shows would not pass now; empty when all of it may be said. */
export function verifyNow(replayed: Replayed, turn: Turn, ports: PipelinePorts): readonly string[] {
  const executed = recordedAt(replayed, "execute");
  if (executed === undefined) return [];
  const withheld = new Set(recordedAt(replayed, "verify")?.failures.map(({ claim_index }) => claim_index));
  const journal = replayLog(turn, "route", true);
  const signal = new AbortController().signal;
  const run = runOf({ turn, ports, from: "verify", live: true, signal, now: ports.clock.market(), journal });
  return verify(run, executed)
    .failures.filter(({ claim_index }) => !withheld.has(claim_index))
    .map(({ reason }) => reason);
}

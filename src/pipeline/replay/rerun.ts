import {
  AppError,
  type FinishReason,
  finishReasonOf,
  type ModelCallRecord,
  type Reply,
  recordedAt,
  type StageName,
  type StageRecord,
  type Turn,
  type TurnState,
} from "#contract";
import type { PipelinePorts, TurnRun } from "../ports.ts";
import { recordedContext, recordedLeaning } from "../session/recorded-session.ts";
import { runTurn, type TurnOutcome } from "../turn.ts";
import { verify } from "../verify/verify.ts";
import { readStage, replayLog } from "./replay-log.ts";
import { type ReplayReport, reportOf } from "./replay-report.ts";

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
  /** The journal's turns, for the claims that the turn leaned on; absent where there is no journal. */
  readonly readTurn?: (turnId: string) => Promise<Turn | null>;
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

type RunParts = Pick<TurnRun, "ports" | "now" | "journal" | "signal" | "session" | "language">;

const runOf = ({ message }: Turn, { ports, now, journal, signal, session, language }: RunParts): TurnRun => ({
  ...{ ports, message, session, language, now, journal, signal },
  isReplay: true,
});

/** Runs a turn again, in whatever state it is, without sending anything or touching the original, and sets both side by side. */
export async function rerun(options: ReplayOptions): Promise<Replayed> {
  const { turn, ports, signal, readTurn = async () => null } = options;
  const from = readStage(options.from);
  const live = options.live || !turn.stages.some(({ stage }) => stage === "execute");
  const journal = replayLog(turn, from, live);
  const now = live ? ports.clock.market() : (turn.market_now ?? ports.clock.market());
  const leaning = await recordedLeaning(turn, ports.text, readTurn);
  const outcome = await runTurn(runOf(turn, { ports, now, journal, signal, ...leaning })).then(
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
  const ended = { ...(error === undefined ? {} : { error }), ...(reply === undefined ? {} : { reply }) };
  const report = reportOf(turn.id, turn, { state, stages, ...ended });
  const base = { report, from, live, now, state, finish_reason, stages, models };
  return {
    ...base,
    ...ended,
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
  const now = ports.clock.market();
  const run = runOf(turn, { ports, now, journal, signal, ...recordedContext(turn, ports.text) });
  return verify(run, executed)
    .failures.filter(({ claim_index }) => !withheld.has(claim_index))
    .map(({ reason }) => reason);
}

import {
  type ErrorCode,
  type FinishReason,
  type ModelCallRecord,
  type ReminderChange,
  type Reply,
  reminderMark,
  type SessionTurn,
  type TurnState,
  userText,
  type WatchlistChange,
} from "#contract";
import { runAttempts } from "./attempts.ts";
import type { TurnRun } from "./ports.ts";
import { drawCharts } from "./reply/draw-charts.ts";
import { cutByOf, degradedBy, finishOf } from "./reply/finish.ts";
import { replyOf } from "./reply/reply.ts";
import { asideTurns, sessionTurns } from "./session/session-turns.ts";
import { createStage } from "./stage.ts";
import { guard } from "./synthesize/guard.ts";
import { synthesize } from "./synthesize/synthesize.ts";
import { endingOf } from "./verify/view.ts";

/** What a finished pipeline hands back; the worker posts it. */
export interface TurnOutcome {
  readonly state: TurnState;
  readonly error?: ErrorCode;
  readonly finish_reason: FinishReason;
  readonly reply: Reply;
  readonly models: readonly ModelCallRecord[];
  readonly session: readonly SessionTurn[];
  /** What its asker's watchlist becomes once the reply is posted. */
  readonly watchlist: readonly WatchlistChange[];
  /** The same of their alerts and digests. */
  readonly reminders: readonly ReminderChange[];
}

/** A turn that has nothing to say but why. */
function failure(run: TurnRun, error: ErrorCode, models: readonly ModelCallRecord[]): TurnOutcome {
  return {
    state: "failed",
    error,
    finish_reason: error === "BUDGET_USED_UP" ? "budget" : "big_fail",
    reply: {
      text: `${reminderMark(run.message, run.language)}${userText(error, run.language)}`,
      buttons: [],
    },
    models,
    session: [],
    watchlist: [],
    reminders: [],
  };
}

/**
 * The way of one message, top to bottom. Throws AppError for what no value can say (cancel, fencing);
 * the worker turns it into a retry or a failure notice.
 */
export async function runTurn(given: TurnRun): Promise<TurnOutcome> {
  const { message, ports } = given;
  // All stages read the same words, so that a number of the user's is found again wherever it is looked for.
  const run = { ...given, message: { ...message, text: ports.text.inDigits(message.text) } };
  const stage = createStage(run);
  const attempts = await runAttempts(run, stage);
  const { best } = attempts;
  if (best === undefined) return failure(run, attempts.cut ?? "TURN_FAILED", attempts.models);
  const { routed, view, attempt, tier } = best;
  const synthesis = await stage("synthesize", attempt, () => synthesize(run, attempt, tier, view));
  const models = [...attempts.models, ...synthesis.models];
  const guarded = await stage("guard", attempt, () => guard(run, view, synthesis));
  if (!guarded.ok) return failure(run, "VERIFY_FAILED", models);
  const charts = await drawCharts(run, view);
  const ending = endingOf(view);
  const finish_reason = finishOf(attempts, ending, view);
  const cutBy = cutByOf(attempts, finish_reason);
  const degraded = degradedBy(routed, synthesis, cutBy);
  const left = sessionTurns(run, routed.plan, view);
  return {
    ...ending,
    finish_reason,
    reply: replyOf(run, view, synthesis, { degraded, charts, cutBy, left: routed.plan.left ?? [] }),
    models,
    session: left.length > 0 ? left : asideTurns(run, view.actions.find(({ told }) => told)?.told),
    watchlist: view.actions.flatMap(({ watchlist }) => watchlist ?? []),
    reminders: view.actions.flatMap(({ reminders }) => reminders ?? []),
  };
}

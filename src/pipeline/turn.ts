import {
  type ErrorCode,
  type FinishReason,
  finishReasonOf,
  type GuardVerdict,
  type ModelCallRecord,
  type ReminderChange,
  type Reply,
  type RouteRecord,
  reminderMark,
  type SessionTurn,
  type SynthesisRecord,
  type TurnState,
  userText,
  type WatchlistChange,
} from "#contract";
import { type Found, search } from "./attempts.ts";
import type { TurnRun } from "./ports.ts";
import { drawCharts } from "./reply/draw-charts.ts";
import { asideTurns, replyOf, sessionTurns } from "./reply/reply.ts";
import { createStage } from "./stage.ts";
import { synthesize } from "./synthesize/synthesize.ts";
import { type Degraded, type Ending, endingOf, type TurnView } from "./verify/view.ts";

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

/** The last wall, over the finished text whoever wrote it. Text that it refuses is not sent: the turn fails. */
function guard(run: TurnRun, view: TurnView, synthesis: SynthesisRecord): GuardVerdict {
  if (view.slots.length === 0) return { ok: true, problems: [] };
  if (synthesis.text === "")
    return {
      ok: false,
      problems: [{ reason: "template", span: "", message: "the template names an unknown slot" }],
    };
  const { language, message, now } = run;
  return run.ports.guard.check({
    prose: synthesis.text,
    slots: view.slots,
    language,
    question: message.text,
    now,
  });
}

/** What is missing since nothing more might be asked. */
const budgetCodes: ReadonlySet<ErrorCode> = new Set(["TOOL_LIMIT", "BUDGET_USED_UP", "DAY_BUDGET_USED_UP"]);

/** Whether the built-in rules stood in since nothing was left of the day. */
const isDaySpent = (models: readonly ModelCallRecord[]): boolean =>
  models.some(({ error }) => error === "DAY_BUDGET_USED_UP");

/** How the work ended, from what stopped it and what there is to say. */
function finishOf({ cut, gate, models }: Found, { state, error }: Ending, view: TurnView): FinishReason {
  const isUnfinished = view.actions.some(({ missing }) => missing.some(({ code }) => budgetCodes.has(code)));
  if (cut === "BUDGET_USED_UP" || gate?.why === "budget" || isUnfinished) return "budget";
  // What a model might have mended was not put to it.
  if (cut !== undefined || gate?.why === "exhausted") return isDaySpent(models) ? "budget" : "big_fail";
  return finishReasonOf({ state, ...(error === undefined ? {} : { error }) }) ?? "success";
}

/** What the answer says was used up, beside what it names as missing. */
function cutByOf({ cut, gate, models }: Found, finish: FinishReason) {
  if (cut === "BUDGET_USED_UP" || gate?.why === "budget") return "BUDGET_USED_UP";
  return finish === "budget" && isDaySpent(models) ? "DAY_BUDGET_USED_UP" : undefined;
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

/** Why the built-in rules stood in for a model, if they did. */
function degradedBy(routed: RouteRecord, synthesis: SynthesisRecord): Degraded | undefined {
  if (!routed.degraded && !synthesis.degraded) return undefined;
  if (isDaySpent([...routed.models, ...synthesis.models])) return "DAY_BUDGET_USED_UP";
  const isLong = routed.models.some(({ error }) => error === "PROMPT_TOO_LONG");
  return isLong && !synthesis.degraded ? "PROMPT_TOO_LONG" : "MODEL_DOWN";
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
  const found = await search(run, stage);
  const { best } = found;
  if (best === undefined) return failure(run, found.cut ?? "TURN_FAILED", found.models);
  const { routed, view, attempt, tier } = best;
  const synthesis = await stage("synthesize", attempt, () => synthesize(run, attempt, tier, view));
  const models = [...found.models, ...synthesis.models];
  const guarded = await stage("guard", attempt, () => guard(run, view, synthesis));
  if (!guarded.ok) return failure(run, "VERIFY_FAILED", models);
  const charts = await drawCharts(run, view);
  const ending = endingOf(view);
  const finish_reason = finishOf(found, ending, view);
  const cutBy = cutByOf(found, finish_reason);
  const standIn = degradedBy(routed, synthesis);
  // The cut says it already, and until when.
  const degraded = standIn === cutBy ? undefined : standIn;
  const left = sessionTurns(run, routed.plan, view);
  return {
    ...ending,
    finish_reason,
    reply: replyOf(run, view, synthesis, { degraded, charts, cutBy }),
    models,
    session: left.length > 0 ? left : asideTurns(run, view.actions.find(({ told }) => told)?.told),
    watchlist: view.actions.flatMap(({ watchlist }) => watchlist ?? []),
    reminders: view.actions.flatMap(({ reminders }) => reminders ?? []),
  };
}

import {
  AppError,
  type ErrorCode,
  type ExecuteRecord,
  type FailureReason,
  type GuardVerdict,
  type ModelCallRecord,
  type Reply,
  type RouteRecord,
  type SessionTurn,
  type StageName,
  type SynthesisRecord,
  type TurnState,
  type Verdict,
  type WatchlistChange,
} from "#contract";
import { drawCharts } from "./draw-charts.ts";
import { execute } from "./execute.ts";
import { type Attempt, firstTier, type GateDecision, gate, gateBudgets } from "./gate.ts";
import type { TurnRun } from "./ports.ts";
import { replyOf, sessionTurns } from "./reply.ts";
import { route } from "./route.ts";
import { synthesize } from "./synthesize.ts";
import { verify } from "./verify.ts";
import { endingOf, type TurnView, viewOf } from "./view.ts";

/** What a finished pipeline hands back; the worker posts it. */
export interface TurnOutcome {
  readonly state: TurnState;
  readonly error?: ErrorCode;
  readonly reply: Reply;
  readonly models: readonly ModelCallRecord[];
  readonly session: readonly SessionTurn[];
  /** What its asker's watchlist becomes once the reply is posted. */
  readonly watchlist: readonly WatchlistChange[];
}

/** Stages whose record is awaited before the next one starts: those after which something is paid for or sent. */
const awaited: ReadonlySet<StageName> = new Set(["route", "verify"]);

type Stage = <Value>(name: StageName, attempt: number, work: () => Value | Promise<Value>) => Promise<Value>;

/**
 * Runs a stage unless an earlier run has passed it. Its JSON is on its way to the journal, in order, before the next
 * starts; the turn's last write waits for all of them.
 */
function createStage(run: TurnRun): Stage {
  return async function stage(name, attempt, work) {
    const recorded = run.journal.recall(name, attempt);
    // Written by this same code under the record's version.
    if (recorded !== undefined) return recorded as Awaited<ReturnType<typeof work>>;
    run.signal.throwIfAborted();
    const startedMs = run.ports.clock.wallMs();
    const value = await work();
    const writing = run.journal.record(name, attempt, value, run.ports.clock.wallMs() - startedMs);
    writing.catch(() => undefined);
    if (awaited.has(name)) await writing;
    return value;
  };
}

/** What one attempt came to. */
interface Findings {
  readonly routed: RouteRecord;
  readonly view: TurnView;
  readonly attempt: number;
  readonly tier: Attempt["tier"];
}

/** The sources behind the claims that failed, so that the next attempt asks others. */
function failedSources(executed: ExecuteRecord, verdict: Verdict): string[] {
  const sources = verdict.failures.map(({ claim_index }) => {
    const claim = executed.claims[claim_index];
    return claim?.cite.kind === "tool" ? claim.cite.source : undefined;
  });
  return [...new Set(sources.filter((source) => source !== undefined))];
}

/**
 * The later attempt, unless the earlier one has more to show: a retry without a source may cost what was verified before,
 * and "no source is left" says less than what the earlier attempt lacked.
 */
function better(earlier: Findings | undefined, later: Findings): Findings {
  if (earlier === undefined) return later;
  const more = later.view.slots.length - earlier.view.slots.length;
  if (more !== 0) return more > 0 ? later : earlier;
  return later.view.slots.length > 0 || endingOf(later.view).state !== "failed" ? later : earlier;
}

/** route → execute → verify, and again as the gate decides; the best attempt counts. */
async function find(
  run: TurnRun,
  stage: Stage,
): Promise<Findings & { readonly models: readonly ModelCallRecord[] }> {
  const { profile, clock, text } = run.ports;
  const startedMs = clock.wallMs();
  const attempts: Attempt[] = [];
  const models: ModelCallRecord[] = [];
  let tier = firstTier(profile);
  let routed: RouteRecord | undefined;
  let best: Findings | undefined;
  let feedback: readonly string[] = [];
  let excludeSources: readonly string[] = [];
  let toolCalls = 0;
  for (let attempt = 0; ; attempt++) {
    const previous = routed;
    routed = await stage("route", attempt, () => previous ?? route(run, attempt, tier, feedback));
    if (previous === undefined) models.push(...routed.models);
    const { plan } = routed;
    const executed = await stage("execute", attempt, () => execute(run, attempt, plan, excludeSources));
    const verdict = await stage("verify", attempt, () => verify(run, executed));
    toolCalls += executed.trace.length;
    const failures: FailureReason[] = verdict.failures.map(({ reason }) => reason);
    const verifiedShare = executed.claims.length === 0 ? 1 : 1 - failures.length / executed.claims.length;
    attempts.push({ tier, failures, verifiedShare });
    best = better(best, { routed, view: viewOf(executed, verdict, run.language, text), attempt, tier });
    const state = { attempts, toolCalls, elapsedMs: clock.wallMs() - startedMs };
    const decision: GateDecision = gate(state, gateBudgets[profile]);
    if (decision.action === "stop") return { ...best, models };
    tier = decision.tier;
    feedback = verdict.failures.map(({ reason, message }) => `${reason}: ${message}`);
    excludeSources = [...excludeSources, ...failedSources(executed, verdict)];
    if (decision.enter === "route") routed = undefined;
  }
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

/**
 * The way of one message, top to bottom. Throws AppError for what no value can say (model failure, cancel, fencing);
 * the worker turns it into a retry or a failure notice.
 */
export async function runTurn(run: TurnRun): Promise<TurnOutcome> {
  const stage = createStage(run);
  const { routed, view, attempt, tier, models } = await find(run, stage);
  const synthesis = await stage("synthesize", attempt, () => synthesize(run, attempt, tier, view));
  const guarded = await stage("guard", attempt, () => guard(run, view, synthesis));
  if (!guarded.ok)
    throw new AppError("VERIFY_FAILED", guarded.problems.map(({ reason }) => reason).join(", "));
  const degraded = routed.degraded || synthesis.degraded;
  const charts = await drawCharts(run, view);
  return {
    ...endingOf(view),
    reply: replyOf(run, view, synthesis, { degraded, charts }),
    models: [...models, ...synthesis.models],
    session: sessionTurns(run, routed.plan, view),
    watchlist: view.actions.flatMap(({ watchlist }) => watchlist ?? []),
  };
}

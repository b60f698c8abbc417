import type {
  ErrorCode,
  ExecuteRecord,
  GateRecord,
  ModelCallRecord,
  RouteRecord,
  Tier,
  Verdict,
} from "#contract";
import { spendingOf } from "./budget/spending.ts";
import { firstTier, type TurnBudget } from "./budget/turn-budget.ts";
import { execute } from "./execute/execute.ts";
import type { TurnRun } from "./ports.ts";
import { route } from "./route/route.ts";
import type { Replanning } from "./route/router-prompt.ts";
import type { Stage } from "./stage.ts";
import { type Attempt, gate } from "./verify/gate.ts";
import { verify } from "./verify/verify.ts";
import { endingOf, type TurnView, viewOf } from "./verify/view.ts";

/** What one attempt came to. */
export interface AttemptResult {
  readonly routed: RouteRecord;
  readonly view: TurnView;
  readonly attempt: number;
  readonly tier: Tier;
}

/** What all attempts came to. `best` is absent where no plan came about at all. */
export interface AllAttempts {
  readonly best?: AttemptResult;
  readonly models: readonly ModelCallRecord[];
  /** What ended the attempts before the gate did: no usable plan, or no call left to ask for one. */
  readonly cut?: ErrorCode;
  readonly gate?: GateRecord;
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
function better(earlier: AttemptResult | undefined, later: AttemptResult): AttemptResult {
  if (earlier === undefined) return later;
  const more = later.view.slots.length - earlier.view.slots.length;
  if (more !== 0) return more > 0 ? later : earlier;
  return later.view.slots.length > 0 || endingOf(later.view).state !== "failed" ? later : earlier;
}

/** What actions came to nothing for, where another plan might do better. */
const planFaults: ReadonlySet<ErrorCode> = new Set([
  "INVALID_ARGS",
  "UNKNOWN_TOOL",
  "NOT_UNDERSTOOD",
  "SUM_NOT_UNDERSTOOD",
]);

function planFaultsOf({ actions }: ExecuteRecord): ErrorCode[] {
  return actions.flatMap(({ result }) =>
    result.kind === "refusal" && planFaults.has(result.code) ? [result.code] : [],
  );
}

/** An attempt as the gate judges it: the share of claims that passed; of one claim, or of none, only yes or no. */
function attemptOf(tier: Tier, executed: ExecuteRecord, verdict: Verdict, budget: TurnBudget): Attempt {
  const failures = verdict.failures.map(({ reason }) => reason);
  const { length } = executed.claims;
  const faults = budget.mendsPlans ? planFaultsOf(executed) : [];
  const score = length === 0 ? Number(faults.length === 0) : 1 - failures.length / length;
  return { tier, failures, planFaults: faults, score, metric: length > 1 ? "graded" : "yes_no" };
}

/** The way of the next attempt. */
interface Course {
  readonly tier: Tier;
  /** The plan that is kept; without one the router is asked. */
  readonly routed?: RouteRecord;
  readonly replanning: Replanning;
  readonly excludeSources: readonly string[];
}

/** What the gate's decision makes of an attempt that failed. */
function nextCourse(
  course: Course,
  gate: Extract<GateRecord, { tier: Tier }>,
  { routed, executed, verdict }: PassResult,
): Course {
  const feedback = [
    ...verdict.failures.map(({ reason, message }) => `${reason}: ${message}`),
    ...planFaultsOf(executed),
  ];
  return {
    tier: gate.tier,
    ...(gate.enter === "route" ? {} : { routed }),
    replanning: { feedback, failed: routed.plan },
    excludeSources: [...course.excludeSources, ...failedSources(executed, verdict)],
  };
}

/** What a pass left. */
interface PassResult {
  readonly routed: RouteRecord;
  readonly executed: ExecuteRecord;
  readonly verdict: Verdict;
}

/** A pass that ended with its router. */
interface NoPlan {
  readonly routed: RouteRecord & { readonly error: ErrorCode };
}

/** One pass: route → execute → verify, and the gate over them. */
async function pass(
  { run, stage, attempt, course }: { run: TurnRun; stage: Stage; attempt: number; course: Course },
  judge: (executed: ExecuteRecord, verdict: Verdict) => GateRecord,
): Promise<PassResult | NoPlan> {
  const { routed: kept, excludeSources } = course;
  // The calls of a plan that is kept stand where they were made.
  const routed = await stage("route", attempt, () =>
    kept === undefined ? route(run, attempt, course) : { ...kept, models: [] },
  );
  const { plan, error } = routed;
  if (error !== undefined) return { routed: { ...routed, error } };
  const executed = await stage("execute", attempt, () => execute(run, attempt, plan, excludeSources));
  const verdict = await stage("verify", attempt, () => {
    const judged = verify(run, executed);
    return { ...judged, gate: judge(executed, judged) };
  });
  return { routed, executed, verdict };
}

/** Passes as the gate decides; the best one counts. */
export async function runAttempts(run: TurnRun, stage: Stage): Promise<AllAttempts> {
  const spending = spendingOf(run);
  const { budget, calls } = spending;
  const attempts: Attempt[] = [];
  const models: ModelCallRecord[] = [];
  let course: Course = { tier: firstTier(budget), replanning: { feedback: [] }, excludeSources: [] };
  let best: AttemptResult | undefined;
  for (let attempt = 0; ; attempt++) {
    const { tier } = course;
    const decide = (executed: ExecuteRecord, verdict: Verdict): GateRecord => {
      const state = { calls, toolCalls: spending.toolCalls, elapsedMs: spending.elapsedMs() };
      return gate({ ...state, attempts: [...attempts, attemptOf(tier, executed, verdict, budget)] }, budget);
    };
    const passed = await pass({ run, stage, attempt, course }, decide);
    const { routed } = passed;
    models.push(...routed.models);
    if (!("verdict" in passed)) return { ...(best ? { best } : {}), models, cut: passed.routed.error };
    const { executed, verdict } = passed;
    models.push(...(executed.models ?? []));
    const view = viewOf(executed, verdict, run.language, run.ports.text);
    best = better(best, { routed, view, attempt, tier });
    const decision = verdict.gate ?? decide(executed, verdict);
    attempts.push(attemptOf(tier, executed, verdict, budget));
    if (decision.action === "stop") return { best, models, gate: decision };
    course = nextCourse(course, decision, passed);
  }
}

import { type ErrorCode, type FailureReason, type GateRecord, maxActions, type Tier } from "#contract";
import type { TurnBudget } from "../budget/turn-budget.ts";

/** One finished attempt, as the gate sees it. */
export interface Attempt {
  readonly tier: Tier;
  readonly failures: readonly FailureReason[];
  /** What actions came to nothing for, where another plan may mend it; empty where the profile leaves that alone. */
  readonly planFaults: readonly ErrorCode[];
  /** How good it was, 0 to 1. */
  readonly score: number;
  /** `yes_no` where the score can only be 0 or 1. */
  readonly metric: "graded" | "yes_no";
}

export interface GateState {
  readonly attempts: readonly Attempt[];
  /** Model calls so far. */
  readonly calls: Readonly<Record<Tier, number>>;
  readonly toolCalls: number;
  readonly elapsedMs: number;
}

/** Failures that another plan could mend; all others are the data's, and other sources are asked. */
const planFailures: ReadonlySet<FailureReason> = new Set([
  "schema",
  "unknown_kind",
  "metric_mismatch",
  "code_mismatch",
]);

const reentry = ({ failures, planFaults }: Attempt): "route" | "execute" =>
  planFaults.length > 0 || failures.some((reason) => planFailures.has(reason)) ? "route" : "execute";

/** The newest attempts in a row that were no better than the best before them. */
function stalledFor(attempts: readonly Attempt[], budget: TurnBudget): number {
  let stalled = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const { score, metric } of attempts) {
    const needed = metric === "yes_no" ? budget.improvementYesNo : budget.improvement;
    stalled = score >= best + needed ? 0 : stalled + 1;
    best = Math.max(best, score);
  }
  return stalled;
}

/** Whether the small tier may go on, and if not, why; if so, for what. */
function smallTier(state: GateState, budget: TurnBudget, enter: "route" | "execute") {
  const small = state.attempts.filter(({ tier }) => tier === "small");
  const stalled = stalledFor(small, budget);
  if (small.length >= budget.steps) return { may: false, why: "steps" } as const;
  if (stalled > budget.patience) return { may: false, why: "stalled" } as const;
  if (enter === "route" && state.calls.small >= budget.smallCalls)
    return { may: false, why: "calls" } as const;
  return { may: true, why: stalled === 0 && small.length > 1 ? "improves" : "failed" } as const;
}

/**
 * Small model first, larger when needed: what follows the newest attempt. After a failure of the data the plan is executed again, of other
 * sources; after one of the plan the larger tier plans anew, or the same where no larger one can. Pure.
 */
export function gate(state: GateState, budget: TurnBudget): GateRecord {
  const newest = state.attempts.at(-1);
  if (newest === undefined || newest.failures.length + newest.planFaults.length === 0)
    return { action: "stop", why: "verified" };
  if (state.elapsedMs >= budget.ms || state.toolCalls >= budget.toolCalls * maxActions)
    return { action: "stop", why: "budget" };
  const enter = reentry(newest);
  const larges = state.attempts.filter(({ tier }) => tier === "large").length;
  const mayRetry = larges <= budget.largeRetries;
  const mayLarge = mayRetry && (enter === "execute" || state.calls.large < budget.largeCalls);
  const small = smallTier(state, budget, enter);
  if (newest.tier === "small" && small.may && (enter === "execute" || !mayLarge))
    return { action: "continue", why: small.why, tier: "small", enter };
  if (!mayLarge) return { action: "stop", why: mayRetry ? "budget" : "exhausted" };
  if (newest.tier === "large") return { action: "continue", why: "failed", tier: "large", enter };
  return { action: "escalate", why: small.may ? "failed" : small.why, tier: "large", enter };
}

import type { FailureReason } from "#contract";

/** `strict`: one small attempt, one retry on the large tier. `hrm`: the full budgets. `fallback_only`: no small tier. */
export type GateProfile = "strict" | "hrm" | "fallback_only";

export type Tier = "small" | "large";

/** What a turn may spend (design §5). */
export interface GateBudget {
  readonly smallAttempts: number;
  readonly largeAttempts: number;
  readonly toolCalls: number;
  readonly ms: number;
  /** Small attempts without improvement that are tolerated before the large tier is asked. */
  readonly patience: number;
  /** The least rise of the verified share that counts as improvement. */
  readonly improvement: number;
}

export const gateBudgets: Readonly<Record<GateProfile, GateBudget>> = {
  strict: { smallAttempts: 1, largeAttempts: 1, toolCalls: 18, ms: 60_000, patience: 0, improvement: 0.01 },
  hrm: { smallAttempts: 3, largeAttempts: 2, toolCalls: 18, ms: 60_000, patience: 1, improvement: 0.01 },
  fallback_only: {
    smallAttempts: 0,
    largeAttempts: 2,
    toolCalls: 18,
    ms: 60_000,
    patience: 0,
    improvement: 0.01,
  },
};

/** One finished attempt, as the gate sees it. */
export interface Attempt {
  readonly tier: Tier;
  readonly failures: readonly FailureReason[];
  /** Share of claims that passed the Verifier, 0 to 1. */
  readonly verifiedShare: number;
}

export interface GateState {
  readonly attempts: readonly Attempt[];
  readonly toolCalls: number;
  readonly elapsedMs: number;
}

export type GateDecision =
  | { readonly action: "stop"; readonly why: "verified" | "budget" | "exhausted" }
  | { readonly action: "continue" | "escalate"; readonly tier: Tier; readonly enter: "route" | "execute" };

/** Failures that another plan could mend; all others are the data's, and other sources are asked. */
const planFailures: ReadonlySet<FailureReason> = new Set([
  "schema",
  "unknown_kind",
  "metric_mismatch",
  "code_mismatch",
]);

const reentry = (failures: readonly FailureReason[]): "route" | "execute" =>
  failures.some((reason) => planFailures.has(reason)) ? "route" : "execute";

/** True while the small tier has attempts left and its last ones still improve. */
function smallIsWorthwhile(attempts: readonly Attempt[], budget: GateBudget): boolean {
  const small = attempts.filter((attempt) => attempt.tier === "small");
  if (small.length >= budget.smallAttempts) return false;
  let stalled = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const { verifiedShare } of small) {
    stalled = verifiedShare >= best + budget.improvement ? 0 : stalled + 1;
    best = Math.max(best, verifiedShare);
  }
  return stalled <= budget.patience;
}

/** The tier of a turn's first attempt. */
export const firstTier = (profile: GateProfile): Tier =>
  gateBudgets[profile].smallAttempts > 0 ? "small" : "large";

/** Small model first, larger when needed: what follows the newest attempt. Pure. */
export function gate(state: GateState, budget: GateBudget): GateDecision {
  const newest = state.attempts.at(-1);
  if (newest === undefined || newest.failures.length === 0) return { action: "stop", why: "verified" };
  if (state.elapsedMs >= budget.ms || state.toolCalls >= budget.toolCalls)
    return { action: "stop", why: "budget" };
  const enter = reentry(newest.failures);
  if (newest.tier === "small" && smallIsWorthwhile(state.attempts, budget)) {
    return { action: "continue", tier: "small", enter };
  }
  const large = state.attempts.filter((attempt) => attempt.tier === "large").length;
  if (large >= budget.largeAttempts) return { action: "stop", why: "exhausted" };
  return { action: newest.tier === "small" ? "escalate" : "continue", tier: "large", enter };
}

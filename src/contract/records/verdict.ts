import type { Tier } from "./task.ts";

/** Why the Verifier refused a claim. The order is that of the checks. */
export const failureReasons = [
  "schema",
  "missing_cite",
  "unknown_kind",
  "ghost_tool_call",
  "duplicate_id",
  "path_unresolved",
  "value_mismatch",
  "metric_mismatch",
  "code_mismatch",
  "source_mismatch",
  "as_of_mismatch",
  "future_as_of",
  "stale",
  "competence_unknown",
  "competence_expired",
] as const;

export type FailureReason = (typeof failureReasons)[number];

export interface ClaimFailure {
  readonly claim_index: number;
  readonly reason: FailureReason;
  readonly message: string;
}

/** What the gate decided after an attempt: which tier goes on, and where it enters again. */
export type GateRecord =
  | {
      readonly action: "stop";
      /** `exhausted`: the large model's own attempts failed as well. */
      readonly why: "verified" | "budget" | "exhausted";
    }
  | {
      readonly action: "continue" | "escalate";
      /** `steps`, `calls`: those of the small tier are used up. */
      readonly why: "failed" | "improves" | "stalled" | "steps" | "calls";
      readonly tier: Tier;
      readonly enter: "route" | "execute";
    };

/** The Verifier's answer over all claims of a turn. */
export interface Verdict {
  readonly ok: boolean;
  readonly failures: readonly ClaimFailure[];
  /** Journaled with the verdict, so that a resumed turn goes the way that it had taken; absent in older records. */
  readonly gate?: GateRecord;
}

/** Staleness budgets in seconds by metric id; `default` covers the rest. */
export type StalenessBudgets = Readonly<Record<string, number>> & { readonly default: number };

/** What the prose guard found. `span` is the refused stretch of the text, as written. */
export interface GuardProblem {
  readonly reason: string;
  readonly span: string;
  readonly message: string;
}

export interface GuardVerdict {
  readonly ok: boolean;
  readonly problems: readonly GuardProblem[];
}

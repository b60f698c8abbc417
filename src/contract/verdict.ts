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

/** The Verifier's answer over all claims of a turn. */
export interface Verdict {
  readonly ok: boolean;
  readonly failures: readonly ClaimFailure[];
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

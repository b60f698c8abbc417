import type { ErrorCode, ToolFailure } from "#contract";

/** How long a circuit stays open after a failure of this kind; kinds not named need three in a row. */
const openMs = { afterFailures: 5_000, RATE_LIMIT: 60_000, SOURCE_DENIED: 600_000 } as const;
const failuresToOpen = 3;

/** What these say is about the question, not about the source's health. */
const harmless: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["NO_DATA", "STALE", "INVALID_ARGS"]);

/** A guard before one upstream: shut after repeated failures, then one probe decides. Time is wall time. */
export interface CircuitBreaker {
  /** Null: go on, and report back by `settle`. Else the failure that keeps the circuit open. */
  refuse(): ToolFailure | null;
  /** What became of a call that was let through; null for success. */
  settle(failure: ToolFailure | null): void;
}

export function createCircuitBreaker(wallMs: () => number): CircuitBreaker {
  let failures = 0;
  let openUntilMs = 0;
  let last: ToolFailure | null = null;
  let probing = false;

  const open = (failure: ToolFailure, ms: number): void => {
    last = failure;
    openUntilMs = wallMs() + ms;
  };

  return {
    refuse() {
      if (last === null) return null;
      if (wallMs() < openUntilMs || probing)
        return { ...last, message: `not asked again yet: ${last.message}` };
      probing = true;
      return null;
    },
    settle(failure) {
      const wasProbe = probing;
      probing = false;
      if (failure === null || harmless.has(failure.code)) {
        failures = 0;
        last = null;
        return;
      }
      failures += 1;
      if (failure.code === "RATE_LIMIT" || failure.code === "SOURCE_DENIED")
        open(failure, openMs[failure.code]);
      else if (wasProbe || failures >= failuresToOpen) open(failure, openMs.afterFailures);
    },
  };
}

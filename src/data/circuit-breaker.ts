import type { ErrorCode } from "#contract";
import type { SourceFailure } from "./source.ts";

/** How long a circuit stays open after a failure of this kind; kinds not named need three in a row. */
const openMs = { afterFailures: 5_000, RATE_LIMIT: 60_000, SOURCE_DENIED: 600_000 } as const;
const failuresToOpen = 3;

/** How long to leave alone what an upstream has refused for being asked too often. */
export const coolDownMs = ({ coolDownMs: named }: SourceFailure): number => named ?? openMs.RATE_LIMIT;

/** What these say is about the question, not about the source's health. */
const harmless: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["NO_DATA", "STALE", "INVALID_ARGS"]);

/** A guard before one upstream: shut after repeated failures, then one probe decides. */
export interface CircuitBreaker {
  /** Null: go on, and report back by `settle` or `withdraw`. Else the failure that keeps the circuit open. */
  refuse(): SourceFailure | null;
  /** What became of a call that was let through; null for success. */
  settle(failure: SourceFailure | null): void;
  /** The call that was let through has not been made after all. */
  withdraw(): void;
  /** What keeps the circuit open, and until when; null while calls go through. */
  opened(): { readonly failure: SourceFailure; readonly untilMs: number } | null;
}

/**
 * An open circuit goes by wall time, and by the market clock where that one jumps: set by hand it may move on by hours while
 * hardly any wall time passes, and what failed before the jump says nothing about the time after it.
 */
export function createCircuitBreaker(clocks: {
  wallMs: () => number;
  marketMs: () => number;
}): CircuitBreaker {
  let failures = 0;
  let opened: { failure: SourceFailure; untilMs: number; marketMs: number; ms: number } | null = null;
  let probing = false;

  const open = (failure: SourceFailure, ms: number): void => {
    opened = { failure, untilMs: clocks.wallMs() + ms, marketMs: clocks.marketMs(), ms };
  };
  const isOver = ({ untilMs, marketMs, ms }: NonNullable<typeof opened>): boolean =>
    clocks.wallMs() >= untilMs || Math.abs(clocks.marketMs() - marketMs) > ms;

  return {
    refuse() {
      if (opened === null) return null;
      const { failure } = opened;
      if (probing || !isOver(opened))
        return { ...failure, message: `not asked again yet: ${failure.message}` };
      probing = true;
      return null;
    },
    settle(failure) {
      const wasProbe = probing;
      probing = false;
      if (failure === null || harmless.has(failure.code)) {
        failures = 0;
        opened = null;
        return;
      }
      failures += 1;
      if (failure.code === "RATE_LIMIT") open(failure, coolDownMs(failure));
      else if (failure.code === "SOURCE_DENIED") open(failure, openMs.SOURCE_DENIED);
      else if (wasProbe || failures >= failuresToOpen) open(failure, openMs.afterFailures);
    },
    withdraw() {
      probing = false;
    },
    opened: () => (opened === null || isOver(opened) ? null : opened),
  };
}

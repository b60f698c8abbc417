import type { StageName } from "#contract";
import { spendingOf } from "./budget/spending.ts";
import type { TurnRun } from "./ports.ts";

/** Stages before the next of which a run must know that the turn is still its own: a writer is paid. */
const beforePaying: ReadonlySet<StageName> = new Set(["verify"]);
/**
 * So long after the journal has said so the turn counts as its own: another run takes it only once a lock of several seconds has run
 * out. The record is on its way meanwhile, before the writer's call is.
 */
const ownForMs = 1000;

export type Stage = <Value>(
  name: StageName,
  attempt: number,
  work: () => Value | Promise<Value>,
) => Promise<Value>;

/**
 * Runs a stage unless an earlier run has passed it. Its JSON is on its way to the journal, in order, before the next
 * starts; the turn's last write waits for all of them. To be made when the run has just begun.
 */
export function createStage(run: TurnRun): Stage {
  const { clock } = run.ports;
  let ownSinceMs = clock.wallMs();
  // A clock that was set back says nothing.
  const isOwn = (): boolean => Math.abs(clock.wallMs() - ownSinceMs) < ownForMs;
  return async function stage(name, attempt, work) {
    const recorded = run.journal.recall(name, attempt);
    // Written by this same code under the record's version.
    if (recorded !== undefined) {
      spendingOf(run).recall(recorded);
      return recorded as Awaited<ReturnType<typeof work>>;
    }
    run.signal.throwIfAborted();
    const startedMs = clock.wallMs();
    const value = await work();
    const endedMs = clock.wallMs();
    const writing = run.journal.record(name, attempt, value, endedMs - startedMs).then(() => {
      ownSinceMs = endedMs;
    });
    writing.catch(() => undefined);
    if (beforePaying.has(name) && !isOwn()) await writing;
    return value;
  };
}

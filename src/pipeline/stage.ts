import type { StageName } from "#contract";
import { spendingOf } from "./budget/spending.ts";
import type { TurnRun } from "./ports.ts";

/**
 * Stages whose record is awaited, with all before it, before the next one starts: the writer is paid for what has been verified. The
 * plan is on its way to the journal while its tools are called.
 */
const awaited: ReadonlySet<StageName> = new Set(["verify"]);

export type Stage = <Value>(
  name: StageName,
  attempt: number,
  work: () => Value | Promise<Value>,
) => Promise<Value>;

/**
 * Runs a stage unless an earlier run has passed it. Its JSON is on its way to the journal, in order, before the next
 * starts; the turn's last write waits for all of them.
 */
export function createStage(run: TurnRun): Stage {
  return async function stage(name, attempt, work) {
    const recorded = run.journal.recall(name, attempt);
    // Written by this same code under the record's version.
    if (recorded !== undefined) {
      spendingOf(run).recall(recorded);
      return recorded as Awaited<ReturnType<typeof work>>;
    }
    run.signal.throwIfAborted();
    const startedMs = run.ports.clock.wallMs();
    const value = await work();
    const writing = run.journal.record(name, attempt, value, run.ports.clock.wallMs() - startedMs);
    writing.catch(() => undefined);
    if (awaited.has(name)) await writing;
    return value;
  };
}

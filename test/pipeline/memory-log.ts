import type { StageName, StageRecord, TurnLog } from "#contract";

/** One journaled call: which stage of which attempt made it. */
export interface LoggedCall {
  readonly stage: StageName;
  readonly attempt: number;
  readonly input: unknown;
  readonly result: unknown;
}

/** A turn's journal in memory, holding JSON as the real one does. */
export interface MemoryLog extends TurnLog {
  readonly stages: readonly StageRecord[];
  readonly calls: readonly LoggedCall[];
}

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value ?? null));

const keyOf = (stage: StageName, attempt: number, input: unknown): string =>
  JSON.stringify([stage, attempt, input]);

/** What an earlier run left: some of its stages, some of its calls. */
export interface Left {
  readonly stages?: readonly StageRecord[];
  readonly calls?: readonly LoggedCall[];
}

/** `onRecord` runs before a record counts as held, as a slow journal would. */
export function createMemoryLog(
  left: Left = {},
  onRecord: (stage: StageName) => Promise<void> = async () => undefined,
): MemoryLog {
  const stages = [...(left.stages ?? [])];
  const calls = [...(left.calls ?? [])];
  return {
    stages,
    calls,
    recall: (stage, attempt) =>
      json(stages.find((record) => record.stage === stage && record.attempt === attempt))?.value,
    async record(stage, attempt, value, ms) {
      await onRecord(stage);
      stages.push({ stage, attempt, value: json(value), ms });
    },
    async once<Value>(stage: StageName, attempt: number, input: unknown, call: () => Promise<Value>) {
      const key = keyOf(stage, attempt, input);
      const known = calls.find((each) => keyOf(each.stage, each.attempt, each.input) === key);
      // The same call wrote it.
      if (known !== undefined) return json(known.result) as Value;
      const result = await call();
      calls.push({ stage, attempt, input: json(input), result: json(result) });
      return result;
    },
  };
}

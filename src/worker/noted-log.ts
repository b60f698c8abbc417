import type { StageRecord, TurnLog } from "#contract";

/** The log, with every stage that it records also put beside those of earlier runs. */
export const noted = <Log extends TurnLog>(log: Log, stages: StageRecord[]): Log => ({
  ...log,
  record(stage, attempt, value, ms) {
    stages.push({ stage, attempt, value, ms });
    return log.record(stage, attempt, value, ms);
  },
});

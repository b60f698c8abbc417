import type { ExecuteRecord } from "#contract";
import { turnSignal } from "../eval/turn-signal.ts";
import { type ActivityCounts, latencyBucketsMs } from "../journal/activity.ts";
import type { TurnObservation } from "../worker/answer.ts";

/** What one ended turn adds to the counts of its hour. */
export function activityOf({ state, error, ms, models, record }: TurnObservation): ActivityCounts {
  const counts: Record<string, number> = { turns: 1 };
  const add = (name: string, count = 1) => {
    counts[name] = (counts[name] ?? 0) + count;
  };
  add(`state:${state}`);
  if (error !== undefined) add(`error:${error}`);
  add(`ms:${latencyBucketsMs.find((bucket) => ms <= bucket) ?? latencyBucketsMs.at(-1)}`);
  const signal = turnSignal(record);
  if (signal.firstPass !== undefined) add(`first:${signal.firstPass}`);
  if (signal.fellBack) add("fallback");
  if (signal.guardRefused) add("guard");
  if (signal.escalated) add("escalated");
  for (const { task, provider, model, usage, error: fault } of models) {
    add(`task:${task}`);
    if (fault !== undefined) add(`taskfail:${task}:${fault}`);
    add(`calls:${provider}:${model}`);
    add(`in:${provider}:${model}`, usage.prompt_tokens);
    add(`out:${provider}:${model}`, usage.completion_tokens);
  }
  for (const { stage, value } of record.stages) {
    if (stage !== "execute") continue;
    // Recorded by the pipeline under the turn's version.
    for (const { served_by, fallback_from = [], error: fault } of (value as ExecuteRecord).trace) {
      if (fault === undefined && served_by !== "computed" && served_by !== "none")
        add(`source:${served_by}:ok`);
      for (const failed of fallback_from) add(`source:${failed.split(":")[0]}:fail`);
    }
  }
  return counts;
}

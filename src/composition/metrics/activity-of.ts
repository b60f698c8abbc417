import { askedModel, type ExecuteRecord, type ToolCall } from "#contract";
import { turnSignal } from "../../eval/turn-signal.ts";
import { type ActivityCounts, latencyBucketsMs } from "../../journal/activity.ts";
import type { TurnObservation } from "../../journal/observation.ts";

/** How the routing between sources tells of each: `tushare: RATE_LIMIT`; where none had an answer `tushare: RATE_LIMIT (why); sina: NO_DATA (why)`. */
const failedSource = /(?:^|\); )((?:mcp:)?[A-Za-z][\w-]*): ([A-Z][A-Z_]+)(?= \(|$)/g;
/** The source is well, it only had nothing to say. */
const wellCodes: ReadonlySet<string> = new Set(["NO_DATA", "INVALID_ARGS", "UNKNOWN_SECURITY"]);

/** The sources that failed a call, before another one answered or where all of them failed. */
const failedIn = ({ fallback_from = [], error }: ToolCall): readonly string[] =>
  [...fallback_from, ...(error === undefined ? [] : [error.message])].flatMap((said) =>
    [...said.matchAll(failedSource)].flatMap(([, source = "", code = ""]) =>
      wellCodes.has(code) ? [] : [source],
    ),
  );

/** What one ended turn adds to the counts of its hour: to `turns` where a question was worked on, else to `aside`. */
export function activityOf({ state, error, ms, models, record, isAside }: TurnObservation): ActivityCounts {
  const counts: Record<string, number> = { [isAside === true ? "aside" : "turns"]: 1 };
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
  for (const call of models) {
    const { provider, model, usage, error: fault } = call;
    const asked = askedModel(call);
    add(`calls:${asked}`);
    if (fault !== undefined) add(`callfail:${asked}:${fault}`);
    add(`in:${provider}:${model}`, usage.prompt_tokens);
    add(`out:${provider}:${model}`, usage.completion_tokens);
  }
  for (const { stage, value } of record.stages) {
    if (stage !== "execute") continue;
    // Recorded by the pipeline under the turn's version.
    for (const call of (value as ExecuteRecord).trace) {
      const { served_by, error: fault } = call;
      if (fault === undefined && served_by !== "computed" && served_by !== "none")
        add(`source:${served_by}:ok`);
      for (const source of failedIn(call)) add(`source:${source}:fail`);
    }
  }
  return counts;
}

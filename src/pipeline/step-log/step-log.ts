import {
  type ErrorCode,
  type ExecuteRecord,
  errorCatalogue,
  type GuardVerdict,
  type ModelCallRecord,
  modelName,
  type RouteRecord,
  type StageRecord,
  type StepEntry,
  type StepType,
  type SynthesisRecord,
  stageCalls,
  type TokenUsage,
  type ToolCall,
  type Turn,
  type TurnCounters,
  type Verdict,
} from "#contract";
import { tierOfCall } from "../budget/tier.ts";
import { redactedArgs } from "./redact.ts";

/** As much of a turn as its steps are read from: a journaled turn, or what a run has left so far. */
export type SteppedTurn = Pick<Turn, "id" | "run" | "stages" | "models">;

/** Calls of a provider. The built-in one, also where it stood in for another, costs nothing. */
const isPaid = ({ provider }: ModelCallRecord): boolean => provider !== "builtin";

/** A turn that was stopped in its middle has no list of its own: what its finished stages left counts. */
const paidCalls = ({ models, stages }: SteppedTurn): readonly ModelCallRecord[] =>
  (models.length > 0 ? models : stages.flatMap(stageCalls)).filter(isPaid);

const executed = ({ stages }: SteppedTurn): readonly ExecuteRecord[] =>
  stages.filter(({ stage }) => stage === "execute").map(({ value }) => value as ExecuteRecord);

/** What the turn has used, exactly, as far as its stages have finished. */
export function countersOf(turn: SteppedTurn): TurnCounters {
  const calls = paidCalls(turn);
  const big = calls.filter((call) => tierOfCall(call) === "large").length;
  const passes = executed(turn);
  return {
    llm_calls_small: calls.length - big,
    llm_calls_big: big,
    tool_calls: passes.reduce((sum, { trace }) => sum + trace.length, 0),
    act_steps: passes.reduce((sum, { models = [] }) => sum + 1 + models.length, 0),
  };
}

/** Prompt and completion together, as the providers counted them. */
export function tokenUsageOf(turn: SteppedTurn): TokenUsage {
  const used = { small: 0, large: 0 };
  for (const call of paidCalls(turn))
    used[tierOfCall(call)] += call.usage.prompt_tokens + call.usage.completion_tokens;
  return { small_model: used.small, big_model: used.large, total_tokens: used.small + used.large };
}

const errorCode = (code: string | undefined): { readonly error_code?: ErrorCode } =>
  code !== undefined && Object.hasOwn(errorCatalogue, code) ? { error_code: code as ErrorCode } : {};

const distinct = (words: readonly string[]): string => [...new Set(words)].join(", ");

/** A line before it has its ids. */
type Step = Pick<StepEntry, "type"> &
  Partial<Omit<StepEntry, "run_id" | "task_id" | "step_id" | "parent_step_id" | "stage" | "attempt">>;

/** What a call came to; undefined where its model has no price. */
export type CostOf = (call: ModelCallRecord) => number | undefined;

function modelStep(type: StepType, call: ModelCallRecord, costOf?: CostOf): Step {
  const cost = isPaid(call) ? costOf?.(call) : undefined;
  return {
    type,
    tier: tierOfCall(call),
    model: modelName(call),
    prompt_tokens: call.usage.prompt_tokens,
    completion_tokens: call.usage.completion_tokens,
    ...(cost === undefined ? {} : { cost }),
    ms: call.ms,
    ...errorCode(call.error),
  };
}

const toolStep = ({ tool, args, error }: ToolCall): Step => ({
  type: "tool",
  tool,
  args: redactedArgs(args),
  ...errorCode(error?.code),
});

/** All plans but the last were refused; the last too where the record says so. */
function planSteps({ models, error }: RouteRecord, costOf?: CostOf): readonly Step[] {
  return models.map((call, index) => ({
    ...modelStep("plan", call, costOf),
    ...(index < models.length - 1 ? { decision: "refused" } : errorCode(error)),
  }));
}

function verifySteps({ ok, failures, gate }: Verdict, ms: number): readonly Step[] {
  const refused = `refused (${distinct(failures.map(({ reason }) => reason))})`;
  const verified: Step = { type: "verify", ms, decision: ok ? "verified" : refused };
  if (gate === undefined) return [verified];
  const tier = gate.action === "stop" ? {} : { tier: gate.tier };
  return [verified, { type: "gate", ...tier, decision: `${gate.action} (${gate.why})` }];
}

function synthesisSteps({ models, by }: SynthesisRecord, ms: number, costOf?: CostOf): readonly Step[] {
  if (models.length === 0) return [{ type: "synthesize", ms, decision: by }];
  return models.map((call, index) => {
    const isRefused = call.provider !== "builtin" && (index < models.length - 1 || by === "template");
    return { ...modelStep("synthesize", call, costOf), ...(isRefused ? { decision: "refused" } : {}) };
  });
}

/** The steps of one stage; its value was written by the pipeline under the turn's version. */
function stepsOf({ stage, value, ms }: StageRecord, costOf?: CostOf): readonly Step[] {
  if (value === null) return [];
  if (stage === "route") return planSteps(value as RouteRecord, costOf);
  if (stage === "execute") {
    const { models = [], trace } = value as ExecuteRecord;
    return [...models.map((call) => modelStep("plan", call, costOf)), ...trace.map(toolStep)];
  }
  if (stage === "verify") return verifySteps(value as Verdict, ms);
  if (stage === "synthesize") return synthesisSteps(value as SynthesisRecord, ms, costOf);
  if (stage !== "guard") return [];
  const { ok, problems } = value as GuardVerdict;
  const refused = `refused (${distinct(problems.map(({ reason }) => reason))})`;
  return [{ type: "guard", ms, decision: ok ? "passed" : refused }];
}

/**
 * Every step of a turn in its order, ready for a log. A tool call and a verdict belong to the newest plan, everything after a
 * verdict to its gate. `costOf` puts a price on calls.
 */
export function stepLog(turn: SteppedTurn, costOf?: CostOf): readonly StepEntry[] {
  const ids = { run_id: `${turn.id}#${turn.run}`, task_id: turn.id };
  const entries: StepEntry[] = [];
  let parent: string | undefined;
  let attempt = 0;
  for (const record of turn.stages) {
    if (record.attempt !== attempt) parent = undefined;
    attempt = record.attempt;
    for (const step of stepsOf(record, costOf)) {
      const step_id = `s${entries.length + 1}`;
      const child = parent === undefined ? {} : { parent_step_id: parent };
      entries.push({ ...ids, step_id, ...child, stage: record.stage, attempt, ...step });
      if (step.type === "plan" || step.type === "verify" || step.type === "gate") parent = step_id;
      parent ??= step_id;
    }
  }
  return entries;
}

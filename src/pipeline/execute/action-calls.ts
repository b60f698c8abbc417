import { hash } from "node:crypto";
import {
  type Json,
  type JsonObject,
  type ModelCallRecord,
  type SkillContext,
  sessionKey,
  type ToolCall,
  type ToolFailure,
  type ToolOutcome,
  type ToolReturn,
} from "#contract";
import { isObject } from "../../verify/pointer.ts";
import { spendingOf } from "../budget/spending.ts";
import type { TurnRun } from "../ports.ts";
import { createInputs } from "./inputs.ts";
import type { Limit } from "./limit.ts";
import { createPick } from "./pick/pick.ts";

/** Stable over resumption: the same call of the same attempt has the same id, and is one row. */
function callId(attempt: number, tool: string, args: JsonObject): string {
  const sorted = Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `tc_${hash("sha256", JSON.stringify([attempt, tool, sorted])).slice(0, 12)}`;
}

function freeze<Value extends Json>(value: Value): Value {
  if (value !== null && typeof value === "object") {
    for (const inner of Object.values(value)) freeze(inner as Json);
    Object.freeze(value);
  }
  return value;
}

/** True where a tool was asked about one company and its value says that it is about another. */
function isOfAnother({ code: asked }: JsonObject, outcome: ToolOutcome): boolean {
  if (!outcome.ok || typeof asked !== "string" || !isObject(outcome.value)) return false;
  const { code } = outcome.value;
  return typeof code === "string" && code !== asked;
}

const ofAnother: ToolOutcome = {
  ok: false,
  error: { code: "TOOL_ERROR", message: "the value is of another code than the one asked for" },
};

function traceRow(id: string, tool: string, args: JsonObject, outcome: ToolOutcome, now: string): ToolCall {
  if (!outcome.ok) {
    const { code, message } = outcome.error;
    const nothing = { value: null, source: "none", served_by: "none", fetched_at: now };
    return { tool_call_id: id, tool, args, ...nothing, error: { code, message } };
  }
  const { ok: _, derived_from, fallback_from, ...rest } = outcome;
  return {
    tool_call_id: id,
    tool,
    args,
    ...rest,
    value: freeze(rest.value),
    ...(derived_from === undefined ? {} : { derived_from: [...derived_from] }),
    ...(fallback_from === undefined ? {} : { fallback_from: [...fallback_from] }),
  };
}

const overLimit = ({ code }: JsonObject): ToolFailure => ({
  code: "TOOL_LIMIT",
  message: "tool calls of this action used up",
  ...(typeof code === "string" ? { subject: code } : {}),
});

const usedUp: ToolFailure = { code: "BUDGET_USED_UP", message: "tool calls or time of this turn used up" };

/** One pass through the plan's skills; its actions share the trace. */
export interface Pass {
  readonly run: TurnRun;
  readonly attempt: number;
  readonly excludeSources: readonly string[];
  readonly trace: Map<string, ToolCall>;
  readonly limit: Limit;
}

/** One action's way to the tools and to the model, and what it has asked of them. */
export interface ActionCalls {
  readonly call: SkillContext["call"];
  readonly pick: SkillContext["pick"];
  /** Ids of its calls in the order of asking, which is the same in every run. */
  readonly asked: readonly string[];
  readonly models: readonly ModelCallRecord[];
}

/** The tools as a skill sees them: every call is budgeted, journaled and lands in the trace. */
export function openActionCalls(
  { run, attempt, excludeSources, trace, limit }: Pass,
  skill: string,
): ActionCalls {
  const counted = new Set<string>();
  const asked: string[] = [];
  const models: ModelCallRecord[] = [];
  const { budget, takeToolCall } = spendingOf(run);
  const own = run.ports.skills.get(skill)?.definition.maxToolCalls;
  const most = budget.toolCallsForAll ? budget.toolCalls : (own ?? budget.toolCalls);
  const owner = sessionKey(run.message);
  const inputs = createInputs(trace, run.ports.text, run.message.text, run.session);
  const call = async (tool: string, args: JsonObject): Promise<ToolReturn> => {
    const id = callId(attempt, tool, args);
    const known = trace.get(id);
    const isLocal = run.ports.isLocalTool(tool);
    if (!isLocal && !counted.has(id)) {
      if (counted.size === most) return { ok: false, error: overLimit(args) };
      if (!takeToolCall(attempt)) return { ok: false, error: usedUp };
      counted.add(id);
    }
    asked.push(id);
    const context = { now: run.now, signal: run.signal, excludeSources, inputs, owner };
    const ask = () => run.ports.callTool(tool, args, context);
    const returned = isLocal
      ? await ask()
      : await run.journal.once("execute", attempt, { tool, args }, () => limit.pass(ask));
    const outcome = isOfAnother(args, returned) ? ofAnother : returned;
    const row = known ?? traceRow(id, tool, args, outcome, run.now);
    trace.set(id, row);
    return outcome.ok ? { ok: true, call: row, value: row.value } : { ok: false, error: outcome.error };
  };
  const pick = createPick(run, attempt, (record) => void models.push(record));
  return { call, pick, asked, models };
}

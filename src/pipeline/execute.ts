import { hash } from "node:crypto";
import {
  type Action,
  type ActionRecord,
  type Claim,
  type ErrorCode,
  type ExecuteRecord,
  isQuoting,
  type Json,
  type JsonObject,
  type ModelCallRecord,
  type Plan,
  type SkillContext,
  type SkillResult,
  sessionKey,
  type ToolCall,
  type ToolFailure,
  type ToolOutcome,
  type ToolReturn,
  type Tools,
} from "#contract";
import { isObject } from "../verify/pointer.ts";
import { questionOf } from "./answered-question.ts";
import { createInputs } from "./inputs.ts";
import { createLane, type Lane } from "./lane.ts";
import { createPick } from "./pick.ts";
import type { TurnRun } from "./ports.ts";
import { readingOf } from "./reading.ts";
import { selectNumber, selectText } from "./select.ts";
import { spendingOf } from "./spending.ts";
import { tryOut } from "./try-out.ts";

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
interface Pass {
  readonly run: TurnRun;
  readonly attempt: number;
  readonly excludeSources: readonly string[];
  readonly trace: Map<string, ToolCall>;
  readonly lane: Lane;
}

/** One action's way to the tools and to the model, and what it has asked of them. */
interface ActionCalls {
  readonly call: SkillContext["call"];
  readonly pick: SkillContext["pick"];
  /** Ids of its calls in the order of asking, which is the same in every run. */
  readonly asked: readonly string[];
  readonly models: readonly ModelCallRecord[];
}

/** The tools as a skill sees them: every call is budgeted, journaled and lands in the trace. */
function openActionCalls({ run, attempt, excludeSources, trace, lane }: Pass, skill: string): ActionCalls {
  const counted = new Set<string>();
  const asked: string[] = [];
  const models: ModelCallRecord[] = [];
  const { budget, takeToolCall } = spendingOf(run);
  const most = run.ports.skills.get(skill)?.definition.maxToolCalls ?? budget.toolCalls;
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
      : await run.journal.once("execute", attempt, { tool, args }, () => lane.pass(ask));
    const outcome = isOfAnother(args, returned) ? ofAnother : returned;
    const row = known ?? traceRow(id, tool, args, outcome, run.now);
    trace.set(id, row);
    return outcome.ok ? { ok: true, call: row, value: row.value } : { ok: false, error: outcome.error };
  };
  const pick = createPick(run, attempt, (record) => void models.push(record));
  return { call, pick, asked, models };
}

/** The names are those of the tool registry; an unknown one comes back as UNKNOWN_TOOL from `callTool`. */
const toolsOver = (call: ActionCalls["call"]): Tools =>
  new Proxy({} as Tools, { get: (_, tool) => (args: JsonObject) => call(String(tool), args) });

const emptyHanded: ReadonlySet<ErrorCode> = new Set(["INVALID_ARGS", "NOT_UNDERSTOOD"]);

/**
 * True where an action cannot be done without the message that was quoted, of which nothing is known: any other company in the place of that
 * one would be a guess.
 */
function needsQuoted({ ports, message, session }: TurnRun, action: Action, result: SkillResult): boolean {
  if (!isQuoting(message) || session.length > 0 || result.kind === "question") return false;
  const { codes } = action.input;
  const namesCompany = Array.isArray(codes) && codes.length > 0;
  if (result.kind === "refusal") return !namesCompany && emptyHanded.has(result.code);
  const isNeverOfCompany = ports.skills.get(action.skill)?.card.subjects === "none";
  if (result.kind === "answer" && isNeverOfCompany) return false;
  return ports.text.leansBack(message.text, namesCompany);
}

/** A question that is only tried asks no model, and tries no other. */
const withoutModel = ({ call }: Pick<ActionCalls, "call">): Door => ({
  call,
  pick: async () => ({ ok: false, error: { code: "MODEL_NEEDED", message: "only tried" } }),
  tries: false,
});

/** Where an action's calls go. */
interface Door extends Pick<ActionCalls, "call" | "pick"> {
  readonly tries: boolean;
}

async function runAction(run: TurnRun, action: Action, door: Door): Promise<SkillResult> {
  const { call, pick } = door;
  const { ports, message, session, language, now, signal } = run;
  const skill = ports.skills.get(action.skill);
  if (skill === undefined) return { kind: "refusal", code: "NOT_UNDERSTOOD" };
  const input = skill.definition.input.safeParse(action.input);
  if (!input.success) return { kind: "refusal", code: "INVALID_ARGS" };
  const text = questionOf(run, action);
  const reading = text === message.text ? readingOf(run) : ports.text.read({ text, session, now });
  const context: SkillContext = {
    tools: toolsOver(call),
    call,
    pick,
    message: {
      ...{ text, chatKind: message.chatKind },
      ...(message.reminder === undefined ? {} : { reminder: message.reminder }),
    },
    get numbers() {
      return reading.numbers();
    },
    numbersOf: (said) => ports.text.userNumbers(said),
    get asked() {
      return reading.asked();
    },
    session,
    language,
    now,
    signal,
    select: (row, path) => selectNumber(ports.text, row, path),
    quote: (row, path, type) => selectText(row, path, type),
    facts: ports.facts(language, now),
    tryOut: async (question) =>
      door.tries ? tryOut(run, question, (alone, each) => runAction(alone, each, withoutModel(door))) : [],
  };
  const result = await skill.definition.run(input.data, context);
  return needsQuoted(run, action, result) ? { kind: "refusal", code: "QUOTE_UNKNOWN" } : result;
}

/** The trace in the order of the plan, and within an action in that of its asking, whatever came back first. */
function orderedTrace(
  trace: ReadonlyMap<string, ToolCall>,
  actions: readonly ActionCalls[],
): readonly ToolCall[] {
  const ids = new Set(actions.flatMap(({ asked }) => asked));
  return [...ids].flatMap((id) => trace.get(id) ?? []);
}

/** Runs the plan's skills side by side; results keep the plan's order. Expected failures are values in the results. */
export async function execute(
  run: TurnRun,
  attempt: number,
  plan: Plan,
  excludeSources: readonly string[],
): Promise<ExecuteRecord> {
  const trace = new Map<string, ToolCall>();
  const pass: Pass = {
    run,
    attempt,
    excludeSources,
    trace,
    lane: createLane(spendingOf(run).budget.toolCallsAtOnce),
  };
  const pairs = plan.actions.map((action) => ({ action, calls: openActionCalls(pass, action.skill) }));
  const callsOfAll = pairs.map(({ calls }) => calls);
  const results = await Promise.all(
    pairs.map(({ action, calls }) => runAction(run, action, { ...calls, tries: true })),
  );
  const claims: Claim[] = [];
  const actions: ActionRecord[] = results.map((result, index) => {
    const own = result.kind === "answer" ? result.claims : [];
    const first = claims.length;
    claims.push(...own);
    // The claims stand once, in the turn's list.
    const kept = result.kind === "answer" ? { ...result, claims: [] } : result;
    return { skill: plan.actions[index]?.skill ?? "", first, count: own.length, result: kept };
  });
  const models = callsOfAll.flatMap((calls) => calls.models);
  return {
    trace: orderedTrace(trace, callsOfAll),
    claims,
    actions,
    ...(models.length === 0 ? {} : { models }),
  };
}

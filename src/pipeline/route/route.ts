import {
  type ErrorCode,
  isQuoting,
  type ModelCallRecord,
  modelName,
  type RouteRecord,
  type TaskClass,
  type Tier,
} from "#contract";
import {
  askBuiltin,
  askModel,
  callBuiltin,
  type ModelAnswer,
  type ModelQuestion,
} from "../model-calls/ask-model.ts";
import type { TurnRun } from "../ports.ts";
import { readPlan } from "./read-plan.ts";
import { briefingOf, type Replanning } from "./router-prompt.ts";

/** Malformed answers are re-asked once on the same tier, then once on the escalation tier, then it is an honest failure. */
const asks: Readonly<Record<Tier, readonly TaskClass[]>> = {
  small: ["routing", "routing", "escalation"],
  large: ["escalation", "escalation"],
};

/** The model's answer, or that of the built-in router where the prompt is longer than a model may read; null where no call is left. */
async function askRouter(run: TurnRun, question: ModelQuestion): Promise<ModelAnswer | null> {
  const answer = await askModel(run, question);
  if (!("refused" in answer)) return answer;
  return answer.refused === "PROMPT_TOO_LONG" ? askBuiltin(run, question, { error: answer.refused }) : null;
}

/**
 * The built-in router's plan of a question of which it is certain; null for every other, and where the operator wants models asked. A digest
 * is planned without a model in any case: the same question has the same plan each day.
 */
async function planPlainly(run: TurnRun, question: ModelQuestion): Promise<ModelAnswer | null> {
  if (run.message.reminder !== undefined) return callBuiltin(run, question);
  if (!run.ports.plansPlainly() || run.ports.models.route(question.task).provider === "builtin") return null;
  const answer = await callBuiltin(run, question);
  const { json } = answer.response;
  return typeof json === "object" && json !== null && "certain" in json && json.certain === true
    ? answer
    : null;
}

/** The built-in router says by which words it went; nobody else's reasons are kept. */
function reasonOf({ record, response }: ModelAnswer): { readonly reason?: string } {
  const said = record.provider === "builtin" ? response.json : undefined;
  const reason = typeof said === "object" && said !== null && "reason" in said ? said.reason : undefined;
  return typeof reason === "string" ? { reason } : {};
}

/**
 * Picks the skills for a message. Where no model gave a usable plan, or no call was left to ask for one, the record has no action and says
 * why: MODEL_MALFORMED or BUDGET_USED_UP.
 */
export async function route(
  run: TurnRun,
  attempt: number,
  { tier, replanning }: { readonly tier: Tier; readonly replanning: Replanning },
): Promise<RouteRecord> {
  const { session, language } = run;
  const requestFor = briefingOf(run);
  // What a quoted turn told is nowhere else beside this turn, so that a replay leans on the same.
  const context = isQuoting(run.message) ? session : session.map((turn) => ({ ...turn, claims: [] }));
  const { reminder } = run.message;
  if (reminder?.kind === "alert" || reminder?.kind === "expired") {
    const plan = { actions: [reminder.action], language };
    const reason = reminder.kind === "alert" ? "an alert came true" : "an alert's time is over";
    return { plan, by: "builtin", reason, degraded: false, models: [], context };
  }
  const models: ModelCallRecord[] = [];
  let complaints = replanning;
  let degraded = false;
  let error: ErrorCode = "MODEL_MALFORMED";
  for (const task of asks[tier]) {
    const question = { stage: "route", attempt, task, request: requestFor(complaints) } as const;
    const isFirst = attempt === 0 && complaints === replanning;
    const answer = (isFirst ? await planPlainly(run, question) : null) ?? (await askRouter(run, question));
    error = answer === null ? "BUDGET_USED_UP" : "MODEL_MALFORMED";
    // Another tier may have calls left.
    if (answer === null) continue;
    models.push(answer.record);
    degraded ||= answer.degraded;
    const read = readPlan(answer.response.json, run);
    if ("plan" in read)
      return {
        plan: read.plan,
        by: modelName(answer.record),
        ...reasonOf(answer),
        degraded,
        models,
        context,
      };
    complaints = { feedback: read.problems };
  }
  const last = models.at(-1);
  const by = last === undefined ? "none" : modelName(last);
  return { plan: { actions: [], language }, error, by, degraded, models, context };
}

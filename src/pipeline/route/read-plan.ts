import { type Json, oncePer, type Plan, planSchema } from "#contract";
import type { PipelinePorts, TurnRun } from "../ports.ts";
import { readingOf } from "../reading.ts";
import { inputPropertiesOf } from "./router-prompt.ts";

/** Which keys each skill's input takes. */
const takesOf = oncePer((skills: PipelinePorts["skills"]) => {
  const keys = new Map(
    [...skills].map(([name, skill]) => [name, new Set(Object.keys(inputPropertiesOf(skill)))]),
  );
  return (skill: string): ReadonlySet<string> | undefined => keys.get(skill);
});

/** A model may name one action twice, which would be answered twice. */
function distinctActions(actions: Plan["actions"]): Plan["actions"] {
  const keyOf = ({ skill, input }: Plan["actions"][number]) =>
    JSON.stringify([skill, Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);
  const first = new Map<string, Plan["actions"][number]>();
  for (const action of actions) if (!first.has(keyOf(action))) first.set(keyOf(action), action);
  return [...first.values()];
}

/** The plan in a model's answer, or what is wrong with it, in words for the re-ask. */
export function readPlan(
  json: Json | undefined,
  run: TurnRun,
): { plan: Plan } | { problems: readonly string[] } {
  const parsed = planSchema.safeParse(json);
  if (!parsed.success) return { problems: ["it is not a plan of the given schema"] };
  const unknown = parsed.data.actions.some(({ skill }) => !run.ports.skills.has(skill));
  if (unknown) return { problems: ["it names a skill that does not exist"] };
  const { left = [], ...planned } = parsed.data;
  // Told to the person in their own words, and in no others.
  const own = left.filter((words) => words !== "" && run.message.text.includes(words));
  const plan = { ...planned, language: run.language, ...(own.length === 0 ? {} : { left: own }) };
  const grounded = readingOf(run).ground(plan, takesOf(run.ports.skills));
  if ("problems" in grounded) return grounded;
  const actions = distinctActions(grounded.plan.actions);
  for (const { skill, input } of actions) {
    const checked = run.ports.skills.get(skill)?.definition.input.safeParse(input);
    if (checked?.success === false)
      return { problems: [`the input of ${skill} does not fit: ${checked.error.issues[0]?.message ?? ""}`] };
  }
  return { plan: { ...grounded.plan, actions } };
}

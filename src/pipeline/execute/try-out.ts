import type { Action, SkillResult, TriedAction } from "#contract";
import type { TurnRun } from "../ports.ts";
import { route } from "../route/route.ts";

/**
 * What a question would come to by itself, with nothing said before it: planned by the built-in rules as a digest is each day, and run by
 * `runAction`. Nothing of it reaches the answer.
 */
export async function tryOut(
  run: TurnRun,
  question: string,
  runAction: (run: TurnRun, action: Action) => Promise<SkillResult>,
): Promise<readonly TriedAction[]> {
  const alone: TurnRun = {
    ...run,
    session: [],
    message: { ...run.message, text: question, reminder: { kind: "digest" } },
    language: run.ports.text.languageOf(question, []),
  };
  const { plan } = await route(alone, 0, { tier: "small", replanning: { feedback: [] } });
  return Promise.all(
    plan.actions.map(async (action) => ({ skill: action.skill, result: await runAction(alone, action) })),
  );
}

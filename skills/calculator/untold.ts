import type { SkillContext, SkillMiss, SkillResult } from "#contract";
import { asksOwnGain } from "./holding.ts";
import { type Question, stated } from "./question.ts";
import { asksTarget } from "./target.ts";

const notUnderstood = { code: "SUM_NOT_UNDERSTOOD" } as const;

/** A question that cannot be reckoned: 手续费多少 asks for the rule, 200股赚多少 lacks what was paid. */
export function untold(
  question: Question,
  { only, lacksCompany }: { only: SkillMiss | undefined; lacksCompany: boolean },
  context: SkillContext,
): SkillResult {
  const isBare = stated(question).length === 0;
  const told = isBare ? context.facts.find(context.message.text) : [];
  if (told.length > 0) return { kind: "answer", claims: told };
  const isOfShares = stated(question).every(({ kind }) => kind === "quantity");
  const asksGain = asksTarget(question.words) || (isOfShares && asksOwnGain.test(question.words));
  if (asksGain && only === undefined) return { kind: "refusal", code: "COST_NEEDED" };
  // 300股多少钱 lacks the company alone.
  if (!isBare && only === undefined && lacksCompany) return { kind: "refusal", code: "INVALID_ARGS" };
  return { kind: "refusal", ...(only ?? notUnderstood) };
}

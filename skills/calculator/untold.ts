import type { SkillContext, SkillMiss, SkillResult } from "#contract";
import { type Question, stated } from "./question.ts";

const notUnderstood = { code: "SUM_NOT_UNDERSTOOD" } as const;

/** 赚了多少, how much did I make: a gain that needs to know what was paid. */
const asksOwnGain = /[赚亏赔]了?(?:多少|几|吗|没)|盈亏|浮[盈亏]|\b(?:make|made|lose|lost|profit|gain)\b/;

/** A question that gives nothing to reckon with: 手续费多少 asks for the rule. */
export function untold(
  question: Question,
  { only, lacksCompany }: { only: SkillMiss | undefined; lacksCompany: boolean },
  context: SkillContext,
): SkillResult {
  const isBare = stated(question).length === 0;
  const told = isBare ? context.facts.find(context.message.text) : [];
  if (told.length > 0) return { kind: "answer", claims: told };
  if (isBare && only === undefined && asksOwnGain.test(question.words))
    return { kind: "refusal", code: "COST_NEEDED" };
  // 300股多少钱 lacks the company alone.
  if (!isBare && only === undefined && lacksCompany) return { kind: "refusal", code: "INVALID_ARGS" };
  return { kind: "refusal", ...(only ?? notUnderstood) };
}

import { repeatedClaims, type SkillContext } from "#contract";
import type { AskedPeriods } from "./period.ts";
import { targetOf } from "./period.ts";

export const earlierFigures = (context: SkillContext): readonly string[] => [
  ...new Set(repeatedClaims("fundamentals", context).map(({ metric }) => metric)),
];

/** The message's own periods, else those of the turn before. */
export function orEarlierPeriods(own: AskedPeriods, context: SkillContext): AskedPeriods {
  if (own.targets.length > 0 || own.count > 1 || own.besideYearBefore === true) return own;
  const periods = [...new Set(repeatedClaims("fundamentals", context).flatMap(({ period }) => period ?? []))];
  const targets = periods.map(targetOf);
  const span = periods.some((period) => /^\d{4}Q[234]$/.test(period)) ? "quarter" : "ytd";
  return targets.length === 0 ? own : { span, targets, count: 1 };
}

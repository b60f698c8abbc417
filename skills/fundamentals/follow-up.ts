import type { NumericClaim, SkillContext } from "#contract";
import type { AskedPeriods } from "./period.ts";
import { targetOf } from "./period.ts";

/** 那五粮液呢, what about CATL: the question before, asked again about another company or period. */
const asksAgain = /呢[\s??。!!]*$|^(?:那|那么|换成|再看)|^(?:and|what about|how about)\b/i;

/** The figures that the turn before told, where the message leans on it; else none. */
function earlier({ message, session }: SkillContext): readonly NumericClaim[] {
  const last = session.at(-1);
  if (last === undefined || !asksAgain.test(message.text.trim())) return [];
  return session
    .filter(({ turnId, skill }) => turnId === last.turnId && skill === "fundamentals")
    .flatMap(({ claims }) => claims.filter((claim) => claim.kind === "numeric"));
}

export const earlierFigures = (context: SkillContext): readonly string[] => [
  ...new Set(earlier(context).map(({ metric }) => metric)),
];

/** The message's own periods, else those of the turn before. */
export function orEarlierPeriods(own: AskedPeriods, context: SkillContext): AskedPeriods {
  if (own.targets.length > 0 || own.count > 1) return own;
  const periods = [...new Set(earlier(context).flatMap(({ period }) => period ?? []))];
  const targets = periods.map(targetOf);
  const span = periods.some((period) => /^\d{4}Q[234]$/.test(period)) ? "quarter" : "ytd";
  return targets.length === 0 ? own : { span, targets, count: 1 };
}

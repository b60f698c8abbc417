import { repeatedClaims, type SkillContext } from "#contract";

export const earlierFigures = (context: SkillContext): readonly string[] => [
  ...new Set(repeatedClaims("fundamentals", context).map(({ metric }) => metric)),
];

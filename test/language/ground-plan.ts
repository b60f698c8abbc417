import type { Plan } from "#contract";
import { type GroundedPlan, type GroundingFacts, groundOn, readText } from "#language";

/** Holds a plan to a message that is read for this alone. */
export const groundPlan = (plan: Plan, { takes, ...facts }: GroundingFacts): GroundedPlan =>
  groundOn(readText(facts), plan, takes);

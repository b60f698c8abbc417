/** The stages in their order; each stage's JSON is journaled before the next starts. */
export const stageNames = ["route", "execute", "verify", "synthesize", "guard", "deliver"] as const;
export type StageName = (typeof stageNames)[number];

/** A2A's words. */
export type TurnState = "submitted" | "working" | "input-required" | "completed" | "failed" | "canceled";

export const endStates: ReadonlySet<TurnState> = new Set([
  "input-required",
  "completed",
  "failed",
  "canceled",
]);

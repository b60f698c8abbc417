import type { ModelCallRecord, Tier } from "#contract";

export const tierOfTask = (task: ModelCallRecord["task"]): Tier =>
  task === "escalation" ? "large" : "small";

/** The tier of a call that was made; records of before it was kept have only its task. */
export const tierOfCall = ({ tier, task }: Pick<ModelCallRecord, "tier" | "task">): Tier =>
  tier ?? tierOfTask(task);

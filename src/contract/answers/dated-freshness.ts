import type { Freshness } from "../ports/skill.ts";
import type { Claim } from "../records/claim.ts";
import type { ToolCall } from "../records/trace.ts";

/** Arguments that ask for days or periods of the past. */
const pastArgs = ["date", "from", "to", "days", "periods", "years"] as const;

/** What is only ever told as of now. */
const isLive = (metric: string): boolean => /(?:^|_)current(?:_|$)/.test(metric);

/**
 * The budgets of values that were asked for by their day: by metric, since the oldest of them. A value of a call that names no day
 * keeps the metric's own budget.
 */
export function datedFreshness(
  claims: readonly Claim[],
  calls: ReadonlyMap<string, ToolCall>,
): Readonly<Record<string, Freshness>> {
  const since: Record<string, Freshness & { since: string }> = {};
  for (const claim of claims) {
    if (claim.kind === "knowledge" || claim.cite.kind !== "tool" || isLive(claim.metric)) continue;
    const args = calls.get(claim.cite.tool_call_id)?.args ?? {};
    if (!pastArgs.some((name) => args[name] !== undefined)) continue;
    const day = claim.as_of.slice(0, 10);
    const known = since[claim.metric]?.since;
    since[claim.metric] = { since: known === undefined || day < known ? day : known };
  }
  return since;
}

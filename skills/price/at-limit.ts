import { type Bilingual, type Claim, ledBy, type SkillContext, type ToolCall, yesOrNo } from "#contract";
import { asksIfAtLimit } from "./limits.ts";
import { isOlder } from "./older.ts";
import { template } from "./template.ts";

const numberOf = (claims: readonly Claim[], metric: string): number | undefined => {
  const found = claims.find((claim) => claim.kind === "numeric" && claim.metric === metric);
  return found?.kind === "numeric" ? found.value : undefined;
};

/** 涨停了吗 of one company: yes or no in front of what was found; null where that is not asked, or the limit could not be reckoned. */
export function atLimit(call: ToolCall, claims: readonly Claim[], context: SkillContext): Bilingual | null {
  const distance = numberOf(claims, "to_limit");
  if (isOlder(call) || distance === undefined || !asksIfAtLimit(context.message.text)) return null;
  const up = numberOf(claims, "limit_up");
  const limit = up ?? numberOf(claims, "limit_down");
  // Of a session that has not begun there is nothing to say yet.
  if (limit === undefined) return null;
  const extreme = context.select(call, up === undefined ? "/low" : "/high")?.value;
  const isTouched = extreme === limit;
  const isLive = numberOf(claims, "current_price") !== undefined;
  const lead = distance === 0 ? yesOrNo.yes : isTouched && isLive ? yesOrNo.notNow : yesOrNo.no;
  return ledBy(lead, claims, template);
}

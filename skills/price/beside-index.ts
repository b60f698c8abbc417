import {
  type AskedDay,
  type AskedMove,
  type Claim,
  type CompanyPart,
  type Freshness,
  freshnessOfMoves,
  indexBeside,
  isOfAskedDay,
  ledByIndex,
  missedPart,
  moveOf,
  type SkillAnswer,
  type SkillContext,
  type SkillResult,
  staleness,
  type ToolCall,
} from "#contract";
import { template } from "./template.ts";

const carried = ["index_change", "pct_chg"];

/** The index's own values beside those of the stocks, behind yes or no where all of them are of one time. */
function joined(
  result: SkillAnswer,
  index: string,
  part: CompanyPart,
  { message }: Pick<SkillContext, "message">,
): SkillAnswer {
  const claims = [...result.claims, ...part.claims];
  const missing = [...(result.missing ?? []), ...(part.missing ?? [])];
  const isWhole = missing.length === 0 && result.question === undefined;
  const draft = isWhole ? ledByIndex(claims, index, message.text, template) : null;
  return {
    ...result,
    claims,
    notes: [...new Set([...(result.notes ?? []), ...(part.notes ?? [])])],
    missing,
    ...(draft === null ? {} : { draft }),
  };
}

const dayOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10));

/** 今年以来跑赢沪深300了吗: the index's move over the same time beside the stocks'. Null where no index is named. */
export async function besideIndexMove(
  result: SkillResult,
  asked: AskedMove,
  context: SkillContext,
): Promise<SkillResult | null> {
  const index = result.kind === "answer" ? await indexBeside(context) : null;
  if (result.kind !== "answer" || index === null || result.claims.length === 0) return null;
  const answer = joined(result, index, await moveOf(index, asked, context, true), context);
  const [since] = answer.claims.map(dayOf).toSorted();
  const freshness = since === undefined ? {} : freshnessOfMoves(answer.claims, [{ claims: [], since }]);
  return { ...answer, freshness };
}

async function levelOf(index: string, day: AskedDay, context: SkillContext): Promise<CompanyPart> {
  const asked = day.date === undefined ? {} : { date: day.date };
  const found = await context.tools.get_index({ code: index, ...asked });
  if (!found.ok) return missedPart(found.error, index);
  const level = "index_current" in found.value ? "index_current" : "index_close";
  return {
    claims: [level, ...carried].flatMap((metric) => context.select(found.call, `/${metric}`) ?? []),
  };
}

/** 跑赢大盘了吗: the index's level and change beside the stocks' prices. Null where no index is named. */
export async function besideIndex(
  result: SkillResult,
  { calls, day }: { readonly calls: readonly ToolCall[]; readonly day: AskedDay },
  context: SkillContext,
): Promise<SkillResult | null> {
  if (result.kind !== "answer" || result.draft !== undefined || result.claims.length === 0) return null;
  const index = isOfAskedDay(calls, day, context) ? await indexBeside(context) : null;
  if (index === null) return null;
  const answer = joined(result, index, await levelOf(index, day, context), context);
  const isLive = answer.claims.some((claim) => claim.kind === "numeric" && claim.metric === "index_current");
  const live: Readonly<Record<string, Freshness>> = isLive ? { index_change: staleness.live } : {};
  const since = day.date === undefined ? null : { since: day.date };
  const own = since === null ? live : { index_close: since, index_change: since };
  return { ...answer, freshness: { ...answer.freshness, ...own } };
}

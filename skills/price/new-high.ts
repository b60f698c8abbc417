import {
  asksWhether,
  ledBy,
  type NumericClaim,
  type SkillContext,
  type SkillResult,
  yesOrNo,
} from "#contract";
import { type AskedHigh, partly } from "./highs.ts";
import { isOlder } from "./older.ts";
import { template } from "./template.ts";

const newEnd =
  /新高|新低|\bnew (?:[\w-]+ )?(?:high|low)|\b(?:at|hit|hits|reached) (?:its|the|a) (?:[\w-]+ )?(?:high|low)\b/i;

const dayOf = ({ as_of }: NumericClaim): string => as_of.slice(0, 10);

/**
 * 创新高了吗 of one company: yes or no in front, by the high of a day that its bars do not hold yet, else by the day of the highest bar. Bars that
 * do not cover all of the time can say no, and not yes.
 */
export async function withNewHigh(
  answer: SkillResult,
  { sides: [side, ...otherSides] }: AskedHigh,
  context: SkillContext,
): Promise<SkillResult> {
  const { text } = context.message;
  if (side === undefined || otherSides.length > 0 || !asksWhether(text) || !newEnd.test(text)) return answer;
  if (answer.kind !== "answer") return answer;
  const [end, close, ...others] = answer.claims.filter(
    (claim): claim is NumericClaim =>
      claim.kind === "numeric" && (claim.metric === side || claim.metric === "close"),
  );
  // Several companies have several answers.
  if (end?.code == null || close === undefined || others.length > 0) return answer;
  const quote = await context.tools.get_price({ code: end.code });
  if (!quote.ok || isOlder(quote.call)) return answer;
  const ofDay = context.select(quote.call, `/${side}`);
  const now = context.select(quote.call, "/current_price") ?? context.select(quote.call, "/close");
  const isAfter = ofDay !== null && dayOf(ofDay) > dayOf(close);
  const isBeyond = isAfter && (side === "high" ? ofDay.value >= end.value : ofDay.value <= end.value);
  const isNew = isBeyond || (!isAfter && dayOf(end) === dayOf(close));
  const ahead = isBeyond ? [ofDay] : isAfter && now !== null ? [now] : [];
  const claims = [...ahead, ...answer.claims];
  if (isNew && answer.notes?.includes(partly) === true) return { ...answer, claims };
  return { ...answer, claims, draft: ledBy(isNew ? yesOrNo.yes : yesOrNo.no, claims, template) };
}

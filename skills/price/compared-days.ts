import {
  type AskedDay,
  asksDifference,
  type Claim,
  comparesWithTime,
  resolveDay,
  type SkillContext,
} from "#contract";
import type { LimitDay } from "./limit-day.ts";
import type { Quote } from "./quote.ts";

const traded: ReadonlySet<string> = new Set(["volume", "amount"]);

/** True where what has been traded so far today is shown, of a day that is not over. */
export const isUnfinished = ({ trading, claims }: Quote): boolean =>
  trading && claims.some((claim) => claim.kind === "numeric" && traded.has(claim.metric));

/** True where the turnover rates of two days were asked for and came to one of each company. */
export const isOfOneDay = (claims: readonly Claim[], companies: number): boolean => {
  const rates = claims.filter((claim) => claim.kind === "numeric" && claim.metric === "turnover_rate");
  return (
    rates.length > companies &&
    new Set(rates.map((claim) => claim.kind === "numeric" && claim.as_of)).size === 1
  );
};

/** 今天收盘价和4月30日差多少: of the two days one is now. */
const saysToday = (text: string): boolean => /今[天日]|现在|目前|\b(?:today|now)\b/i.test(text);

/**
 * 5月6日和4月28日收盘差多少: two past days make an action each, and the first of them tells both, so that the second has nothing left to say. The
 * other day of the two; nothing for the second action, and where there are more days.
 */
async function otherDay(date: string | undefined, context: SkillContext): Promise<AskedDay> {
  const [first, other, ...more] = context.asked.dates;
  if (other === undefined || first !== date || more.length > 0 || context.asked.days > 2) return {};
  const day = await resolveDay(other, context);
  return "code" in day ? {} : day;
}

/** Companies whose figures of two days are within the calls of an answer. */
const mostCompared = 2;

/** The days whose figures are shown: that asked about, and where it is compared with another one both. */
export async function daysShown(
  {
    date,
    day,
    companies,
  }: { readonly date: string | undefined; readonly day: LimitDay; readonly companies: number },
  context: SkillContext,
): Promise<readonly LimitDay[]> {
  const { text } = context.message;
  // 成交量和昨天比: a figure of one day has no move, so that both days are shown.
  const isCompared = comparesWithTime(text) || asksDifference(text);
  if (day.date === undefined || companies > mostCompared || !isCompared) return [day];
  if (context.asked.days === 1 || saysToday(text)) return [{}, day];
  const second = await otherDay(date, context);
  return "date" in second ? [day, second] : [day];
}

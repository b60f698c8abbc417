import {
  type AskedDay,
  asksDifference,
  bundledCalendar,
  type Claim,
  comparesWithTime,
  resolveDay,
  type SkillContext,
  shanghaiDateOf,
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

/** 放量了吗, 成交量放大了吗: whether more was traded than the day before, which is not named. */
const asksIfMoreTraded =
  /[放缩]量(?:了|没)|有没有[放缩]量|(?:成交[量额]?|量能?)[^,，。]{0,4}(?:放大|萎缩|缩小|增[加大]|减少|变[大小])(?:了|没|吗)|\b(?:is|are|did|has|was)\b[^.?!]{0,24}\bvolume\b[^.?!]{0,12}\b(?:up|down|higher|lower|risen?|rose|gr[eo]wn?|increased?|expand(?:ed)?|shr[aiu]nk)\b/i;

/** The trading day before the one whose figures are shown: before the open and on a closed day these are older. */
async function dayBefore({ tools, now }: SkillContext): Promise<AskedDay> {
  const today = shanghaiDateOf(Date.parse(now));
  const shown = await tools.trading_calendar({ date: today, otherwise: bundledCalendar });
  const eve = shown.ok ? shown.value.previous_trading_day : undefined;
  if (!shown.ok || eve === undefined) return {};
  const { is_trading_day, phase } = shown.value;
  if (is_trading_day && phase !== "pre_open" && phase !== "auction") return { date: eve };
  const before = await tools.trading_calendar({ date: eve, otherwise: bundledCalendar });
  const date = before.ok ? before.value.previous_trading_day : undefined;
  return date === undefined ? {} : { date };
}

/** Companies whose figures of two days are within the calls of an answer. */
const mostCompared = 2;

/** The days whose figures are shown: that asked about, and where it is compared with another one, named or the one before, both. */
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
  if (date === undefined && companies <= mostCompared && !isCompared && asksIfMoreTraded.test(text)) {
    const before = await dayBefore(context);
    return before.date === undefined ? [day] : [day, before];
  }
  if (day.date === undefined || companies > mostCompared || !isCompared) return [day];
  if (context.asked.days === 1 || saysToday(text)) return [{}, day];
  const second = await otherDay(date, context);
  return "date" in second ? [day, second] : [day];
}

import { type Bilingual, type Claim, repeatedClaims, type SkillContext } from "#contract";

const metric = "turnover_rate";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const ofWholeDay = note(
  "换手率按流通股本计,是所示交易日全天的数;当日的收盘后才公布。",
  "The turnover rate is of the floating shares and of the whole day shown; today's is published after the close.",
);

const notTold = note(
  "所问的换手率现有数据源没有给出,未显示。",
  "The sources at hand do not give the turnover rate asked for, so it is not shown.",
);

const notOfThatDay = note(
  "所问日期没有换手率,未显示。",
  "There is no turnover rate of that day, so it is not shown.",
);

/** 换手率比昨天高多少 while today's is not out: both days come to the same figure. */
export const notComparable = note(
  "今日的换手率收盘后才公布,所以还没有可比的,只列出最新公布的一天。",
  "Today's turnover rate is published after the close, so there is none to compare yet; shown is the newest day published.",
);

/** What one company's turnover rate came to. */
export interface TurnoverRate {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  /** The day of the figure. */
  readonly asOf?: string;
}

/** True where the question, or the one that it asks again, is about the turnover rate. */
export function asksForTurnoverRate(context: SkillContext): boolean {
  const { metrics } = context.asked;
  if (metrics.length > 0) return metrics.includes(metric);
  return repeatedClaims("price", context).some((claim) => claim.metric === metric);
}

/** The turnover rate of a named day, or the newest one that is published; no other day's stands for a named one. */
export async function turnoverRateOf(
  code: string,
  date: string | undefined,
  context: SkillContext,
): Promise<TurnoverRate> {
  const found = await context.tools.get_valuation({ code, ...(date === undefined ? {} : { date }) });
  const claim = found.ok ? context.select(found.call, `/${metric}`) : null;
  if (!found.ok || claim === null) return { claims: [], notes: [notTold] };
  const asOf = found.call.as_of?.slice(0, 10);
  if (date !== undefined && asOf !== date) return { claims: [], notes: [notOfThatDay] };
  return { claims: [claim], notes: [ofWholeDay], ...(asOf === undefined ? {} : { asOf }) };
}

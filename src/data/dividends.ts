import type { Dividend } from "./company-days.ts";
import { addDays, isIsoDate } from "./shanghai-time.ts";

/** A plan that nothing was heard of for this long is none any more. */
const planDays = 550;
/** Dividends older than this are not told. */
const keptDays = 6 * 366;

/** False for a dividend of long ago, whose cells nobody keeps in order. */
export const isRecent = (day: string, today: string): boolean => day >= addDays(today, -keptDays);

const abandoned = /取消|停止|终止|否决|未通过|不分配|不实施|撤/;
/** 股东大会通过, 股东大会决议通过, 股东会通过: the last step before it is carried out. */
export const isAgreedTo = (stage: string): boolean => /股东(?:大)?会.*通过/.test(stage);

/** The steps before that: 预案, 董事会决议通过, 预披露, 股东提议. */
export const isProposed = (stage: string): boolean =>
  /^(?:预案|董事会(?:预案|决议通过)?|预披露|股东提议)$/.test(stage);

/** True for a dividend that is being carried out or has been: an ex-date comes with the notice of implementation, and no plan has one. */
export const isDecided = (stage: string, exDate: string | undefined): boolean =>
  exDate !== undefined && !isProposed(stage) && !isAgreedTo(stage);

const sameAmounts = (a: Dividend, b: Dividend): boolean =>
  (a.dividend_per_10 ?? 0) === (b.dividend_per_10 ?? 0) && (a.stock_per_10 ?? 0) === (b.stock_per_10 ?? 0);

/** A plan that was called off leaves its earlier rows behind. */
const isCalledOff = (plan: Dividend, by: Dividend): boolean =>
  abandoned.test(by.stage) && by.period === plan.period && (by.plan_date ?? "") >= (plan.plan_date ?? "");

/** The plan and what came of it are rows of their own; a later plan that is carried out replaces an earlier one of its period. */
const isOvertaken = (plan: Dividend, by: Dividend): boolean =>
  by.decided &&
  by.period === plan.period &&
  (sameAmounts(plan, by) ||
    (plan.plan_date !== undefined && by.plan_date !== undefined && plan.plan_date <= by.plan_date));

const rank = ({ plan_date = "", stage }: Dividend): string => `${plan_date} ${isAgreedTo(stage) ? 1 : 0}`;

/** Of each period's stages the newest; a period whose newest stages contradict each other is undefined. */
function newestPlans(plans: readonly Dividend[]): readonly (Dividend | undefined)[] {
  const periods = [...new Set(plans.map(({ period }) => period))];
  return periods.map((period) => {
    const own = plans.filter((plan) => plan.period === period);
    const last = own.map(rank).toSorted().at(-1);
    const [first, ...others] = own.filter((plan) => rank(plan) === last);
    return first !== undefined && others.every((other) => sameAmounts(first, other)) ? first : undefined;
  });
}

/** Of one ex-date and period there is one dividend; undefined where two rows say different amounts. */
function decidedOnce(all: readonly Dividend[]): readonly (Dividend | undefined)[] {
  const keys = new Set(all.map(({ ex_date, period }) => `${ex_date} ${period}`));
  return [...keys].map((key) => {
    const [first, ...others] = all.filter(({ ex_date, period }) => `${ex_date} ${period}` === key);
    return first !== undefined && others.every((other) => sameAmounts(first, other)) ? first : undefined;
  });
}

function datesFit({ period, record_date: record, ex_date: ex, pay_date: pay }: Dividend): boolean {
  const dates = [period, record, ex, pay].filter((date) => date !== undefined);
  if (!dates.every(isIsoDate)) return false;
  if (record !== undefined && ex !== undefined && record >= ex) return false;
  return pay === undefined || record === undefined || pay >= record;
}

/** Ten shares have never been paid so much. */
const mostPer10 = 10_000;

const isAmount = (value: number | undefined): boolean =>
  value === undefined || (value >= 0 && value < mostPer10);

/**
 * What a source's rows come to: dividends that are carried out with an ex-date, each once, and beside them the newest stage of each plan
 * that is still one. Rows without any amount (不分配) say that there is none. Null: the rows contradict each other or themselves.
 */
export function settleDividends(rows: readonly Dividend[], today: string): readonly Dividend[] | null {
  const kept = rows.filter(({ ex_date, period }) => isRecent(ex_date ?? period, today));
  if (!kept.every((row) => datesFit(row) && isAmount(row.dividend_per_10) && isAmount(row.stock_per_10)))
    return null;
  const paying = kept.filter(
    ({ dividend_per_10: cash = 0, stock_per_10: stock = 0, stage }) =>
      (cash > 0 || stock > 0) && !abandoned.test(stage),
  );
  const decided = decidedOnce(paying.filter((row) => row.decided));
  const plans = paying.filter(
    (row) =>
      !row.decided &&
      (row.plan_date ?? row.period) >= addDays(today, -planDays) &&
      !paying.some((other) => isOvertaken(row, other)) &&
      !kept.some((other) => isCalledOff(row, other)),
  );
  const settled = [...decided, ...newestPlans(plans)];
  return settled.every((row) => row !== undefined) ? settled : null;
}

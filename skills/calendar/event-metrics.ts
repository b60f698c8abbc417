import type { MetricRegistry } from "#contract";

const quote = (zh: string, en: string) => ({ default_unit: "", zh: [zh], en: [en] });

/** Words of the days of companies, and of what goes with them. */
export const eventMetrics: MetricRegistry = {
  paid_for_zh: quote("分红所属期", "paid for"),
  paid_for_en: quote("分红所属期", "paid for"),
  dividend_per_10: {
    default_unit: "CNY",
    zh: ["每10股派现(含税)", "每10股派息", "每10股派现", "每10股派"],
    en: ["cash dividend per 10 shares before tax", "dividend per 10 shares"],
    unrounded: true,
  },
  stock_per_10: {
    default_unit: "shares",
    zh: ["每10股送转"],
    en: ["bonus shares per 10 shares"],
    unrounded: true,
  },
  ex_date: quote("除权除息日", "ex-dividend date"),
  record_date: quote("股权登记日", "record date"),
  pay_date: quote("派息日", "payment date"),
  stage_zh: quote("方案进度", "stage of the plan"),
  stage_en: quote("方案进度", "stage of the plan"),
  plan_date: quote("预案公告日", "plan announced on"),
  no_ex_date_on: quote("未见待实施分红的除权除息日,截至", "no ex-dividend date ahead as of"),
  unlock_date: quote("解禁日", "unlock date"),
  unlock_shares: { default_unit: "shares", zh: ["解禁股数"], en: ["shares unlocked"] },
  unlock_ratio: { default_unit: "%", zh: ["解禁股占总股本"], en: ["unlocked share of all shares"] },
  no_unlock_on: quote("未见待解禁的限售股,截至", "no unlock ahead as of"),
  report_zh: quote("报告", "report"),
  report_en: quote("报告", "report"),
  booked_date: quote("预约披露日", "publication booked for"),
  published_date: quote("披露日", "published on"),
  no_booking_on: quote(
    "所查报告期没有待披露的预约日,截至",
    "no publication day ahead for the periods looked at as of",
  ),
};

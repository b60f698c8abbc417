import { type Freshness, type MetricRegistry, staleness } from "#contract";

const money = (zh: readonly string[], en: readonly string[], signed = false) =>
  ({ default_unit: "CNY", zh, en, computed: true, exact: true, ...(signed ? { signed } : {}) }) as const;

const percent = (zh: readonly string[], en: readonly string[]) =>
  ({ default_unit: "%", zh, en, computed: true, signed: true }) as const;

/** Results of `calculate`; a number alone, money, percentages and counts each have their own. */
export const metrics: MetricRegistry = {
  calc_number: { default_unit: "", zh: ["计算结果"], en: ["result"], computed: true, exact: true },
  calc_money: money(["计算金额"], ["computed amount"]),
  calc_difference: {
    default_unit: "",
    zh: ["两数差额"],
    en: ["difference"],
    computed: true,
    exact: true,
    signed: true,
  },
  calc_money_difference: money(["金额差额"], ["difference in money"], true),
  calc_change: percent(["变动幅度"], ["relative change"]),
  calc_price_after: money(["按所问幅度变动后的价格"], ["price after that move"]),
  calc_limit_up: money(["按所给收盘价的涨停价"], ["limit-up price from the close given"]),
  calc_limit_down: money(["按所给收盘价的跌停价"], ["limit-down price from the close given"]),
  calc_target: money(["达到所问盈亏的价格"], ["price at that gain or loss"]),
  calc_cost: money(["所需金额"], ["amount needed"]),
  calc_value: money(["持仓市值"], ["value of the holding"]),
  calc_profit: money(["浮动盈亏"], ["profit or loss so far"], true),
  calc_day_profit: money(["当日盈亏"], ["profit or loss of the day"], true),
  calc_profit_per_share: money(["每股浮动盈亏"], ["profit or loss so far per share"], true),
  calc_return: percent(["持仓收益率"], ["return so far"]),
  calc_total_value: money(["持仓市值合计"], ["value of all holdings"]),
  calc_total_cost: money(["所需金额合计"], ["amount needed in all"]),
  calc_total_profit: money(["浮动盈亏合计"], ["profit or loss so far in all"], true),
  calc_total_day_profit: money(["当日盈亏合计"], ["profit or loss of the day in all"], true),
  calc_average_cost: money(["摊薄成本"], ["average cost"]),
  calc_shares: { default_unit: "shares", zh: ["可买股数"], en: ["affordable"], computed: true, exact: true },
  calc_lots: { default_unit: "手", zh: ["可买手数"], en: ["affordable lots"], computed: true, exact: true },
  calc_final: money(["期末金额"], ["final amount"]),
  calc_gain: money(["累计盈亏"], ["accumulated gain"], true),
  calc_multiple: { default_unit: "x", zh: ["期末倍数"], en: ["final multiple"], computed: true },
  calc_total_return: percent(["累计收益率"], ["total return"]),
  calc_annualised: percent(["年化收益率"], ["annualised return"]),
  calc_break_even: percent(["回本所需幅度"], ["rise needed to break even"]),
  calc_dividend: money(["税前现金分红"], ["cash dividend before tax"]),
  calc_commission: money(["佣金"], ["commission"]),
  calc_stamp_duty: money(["印花税"], ["stamp duty"]),
  calc_transfer_fee: money(["过户费"], ["transfer fee"]),
  calc_fees: money(["费用合计"], ["total fees"]),
};

/** Results are as old as the price in them. */
export const freshness: Readonly<Record<string, Freshness>> = {
  current_price: staleness.live,
  close: staleness.daily,
  ...Object.fromEntries(Object.keys(metrics).map((metric) => [metric, staleness.daily])),
};

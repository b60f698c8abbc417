import { type Freshness, type MetricRegistry, staleness } from "#contract";

/** The windows of moving averages that `indicators` computes. */
export const windows = [5, 10, 20, 60, 120, 250] as const;

/** Words people have for a window beside its number. */
const spoken: Readonly<Record<number, readonly string[]>> = { 60: ["季线"], 120: ["半年线"], 250: ["年线"] };

const price = (zh: readonly string[], en: readonly string[]) =>
  ({ default_unit: "CNY", zh, en, computed: true, exact: true }) as const;

const level = (zh: readonly string[], en: readonly string[], signed = false) =>
  ({ default_unit: "", zh, en, computed: true, ...(signed ? { signed, level: true } : {}) }) as const;

const averages: MetricRegistry = Object.fromEntries(
  windows.map((days) => [
    `ma${days}`,
    price(
      [`MA${days}`, `${days}日均线`, ...(spoken[days] ?? [])],
      [`MA${days}`, `${days}-day moving average`],
    ),
  ]),
);

/** Indicators by 通达信's names; a crossing's value is the day of it. */
export const metrics: MetricRegistry = {
  ...averages,
  macd_dif: level(["DIF"], ["DIF"], true),
  macd_dea: level(["DEA"], ["DEA"], true),
  macd_bar: level(["MACD柱"], ["MACD bar"], true),
  kdj_k: level(["KDJ的K值"], ["KDJ K"], true),
  kdj_d: level(["KDJ的D值"], ["KDJ D"], true),
  kdj_j: level(["KDJ的J值"], ["KDJ J"], true),
  rsi6: level(["RSI6"], ["RSI6"]),
  rsi12: level(["RSI12"], ["RSI12"]),
  rsi14: level(["RSI14"], ["RSI14"]),
  rsi24: level(["RSI24"], ["RSI24"]),
  boll_upper: price(["布林上轨"], ["upper Bollinger band"]),
  boll_mid: price(["布林中轨"], ["middle Bollinger band"]),
  boll_lower: price(["布林下轨"], ["lower Bollinger band"]),
  ma_golden_cross: level(["MA5上穿MA20"], ["MA5 crossed above MA20"]),
  ma_dead_cross: level(["MA5下穿MA20"], ["MA5 crossed below MA20"]),
  macd_golden_cross: level(["MACD金叉"], ["MACD golden cross"]),
  macd_dead_cross: level(["MACD死叉"], ["MACD death cross"]),
  kdj_golden_cross: level(["KDJ金叉"], ["KDJ golden cross"]),
  kdj_dead_cross: level(["KDJ死叉"], ["KDJ death cross"]),
};

/** As old as the newest bar. */
export const freshness: Readonly<Record<string, Freshness>> = {
  close: staleness.daily,
  ...Object.fromEntries(Object.keys(metrics).map((metric) => [metric, staleness.daily])),
};

import type { Metric, MetricRegistry } from "#contract";
import { moveMetrics } from "./move-metrics.ts";

const kinds = [
  ["average_close", "CNY", "平均收盘价", "average close"],
  ["average_index_close", "点", "平均收盘点位", "average closing level"],
  ["average_pct_chg", "%", "平均每日涨跌幅", "average daily change"],
  ["average_amount", "CNY", "平均每日成交额", "average daily turnover"],
  ["average_volume", "shares", "平均每日成交量", "average daily volume"],
  ["total_amount", "CNY", "累计成交额", "total turnover"],
  ["total_volume", "shares", "累计成交量", "total volume"],
] as const;

/** `average_close_5d` beside `move_5d`: the same stretch of time, with what its trading days come to on average or together. */
export const averageMetrics: MetricRegistry = Object.fromEntries(
  Object.entries(moveMetrics).flatMap(([id, { zh, en }]) =>
    kinds.map(([kind, default_unit, zhKind, enKind]): readonly [string, Metric] => [
      id.replace("move", kind),
      {
        default_unit,
        zh: [(zh[0] ?? "").replace("涨跌幅", zhKind)],
        en: [(en[0] ?? "").replace(/change/, enKind)],
        computed: true,
        // Two decimals, however many a quotient has.
        ...(kind.endsWith("close") ? { exact: true } : {}),
        ...(kind === "average_pct_chg" ? { signed: true } : {}),
      },
    ]),
  ),
);

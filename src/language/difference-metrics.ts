import { comparableMetrics, gapOf, type Metric, type MetricRegistry } from "#contract";

/** Names of their own where the metric's word with 差额 behind it is not what people say. */
const ownWords: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  current_price: ["股价差额", "price difference"],
  move: ["涨跌幅之差", "difference in change"],
  index_current: ["点位之差", "difference in level"],
  index_close: ["收盘点位之差", "difference in closing level"],
};

/** Per cent minus per cent is percentage points. */
const unitOf = ({ default_unit }: Metric): string => (default_unit === "%" ? "pp" : default_unit);

function differenceOf(metric: string, base: Metric | undefined): Metric {
  const unit = base === undefined ? "pp" : unitOf(base);
  const isAmount = unit === "CNY" || unit === "shares";
  const [zh, en] = ownWords[metric] ?? [
    `${base?.zh[0] ?? metric}${isAmount ? "差额" : "之差"}`,
    `difference in ${base?.en[0] ?? metric}`,
  ];
  return { default_unit: unit, zh: [zh], en: [en], signed: true, computed: true };
}

/** How far two values of one metric are apart: `gap_<metric>` for each that has such a difference. */
export const differenceMetrics = (base: MetricRegistry): MetricRegistry =>
  Object.fromEntries(
    comparableMetrics.map((metric) => {
      const difference = differenceOf(metric, base[metric]);
      const isPrice = metric === "current_price" || metric === "close";
      return [gapOf(metric), isPrice ? { ...difference, exact: true } : difference];
    }),
  );

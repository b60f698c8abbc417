import type { ChartValue } from "#contract";

const words = {
  zh: {
    day: "日K线",
    week: "周K线",
    month: "月K线",
    closes: "收盘价",
    lines: "走势对比(自首日涨跌,%)",
    qfq: "前复权",
    none: "不复权",
    volume: "成交量(万股)",
    amount: "成交额(亿元)",
    source: "来源",
    asOf: "截至",
    to: "至",
  },
  en: {
    day: "daily",
    week: "weekly",
    month: "monthly",
    closes: "close",
    lines: "compared (change since the first day, %)",
    qfq: "forward-adjusted",
    none: "unadjusted",
    volume: "volume (million shares)",
    amount: "turnover (CNY billion)",
    source: "source",
    asOf: "as of",
    to: "to",
  },
} as const;

export const wordsOf = ({ language }: ChartValue) => words[language];

/** Where the picture's numbers come from, how old and how adjusted they are, and what days it shows. */
export function footerOf(chart: ChartValue): string {
  const word = wordsOf(chart);
  const { sources, from, to, adjust } = chart;
  return `${word.source} ${sources.join(", ")} · ${word.asOf} ${to} · ${word[adjust]} · ${from} ${word.to} ${to}`;
}

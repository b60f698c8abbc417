import type { ChartValue } from "#contract";
import { averageOf, byPeriod, type ChartBar, upTo } from "./bars.ts";
import { font, footer, grey, title } from "./frame.ts";
import { wordsOf } from "./words.ts";

const colours = ["#1c2430", "#d5453c", "#3f7fd1", "#e0a100"];

/** A value as it is written beside an axis. */
const twoDecimals = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100;

/** The closes of the days from `from` to `to`, and averages over the whole series, so that these have a value from the first day shown on. */
export function closesOption(chart: ChartValue, bars: readonly ChartBar[], name: string): object {
  const word = wordsOf(chart);
  const all = byPeriod(upTo(bars, chart.to), chart.period);
  const begin = all.findIndex(({ date }) => date >= chart.from);
  const shown = all.slice(begin);
  const lines = [
    { name: word.closes as string, data: shown.map(({ close }) => close), width: 2 },
    ...(chart.averages ?? []).map((window) => ({
      name: `MA${window}`,
      data: averageOf(all, window).slice(begin).map(twoDecimals),
      width: 1.6,
    })),
  ];
  return {
    animation: false,
    backgroundColor: "#ffffff",
    color: colours,
    title: [title(`${name} ${word.closes} · ${word[chart.adjust]}`), footer(chart)],
    legend: { top: 44, left: 56, textStyle: { fontFamily: font, color: grey } },
    grid: { left: 70, right: 30, top: 86, height: 530 },
    xAxis: {
      type: "category",
      data: shown.map(({ date }) => date),
      axisLabel: { fontFamily: font, color: grey },
      axisLine: { onZero: false, lineStyle: { color: "#c9ced6" } },
    },
    yAxis: {
      scale: true,
      axisLabel: { fontFamily: font, color: grey },
      splitLine: { lineStyle: { color: "#edeff2" } },
    },
    series: lines.map(({ name: line, data, width }) => ({
      name: line,
      type: "line",
      data,
      // Each close is a point of its own; an average is a line.
      showSymbol: line === word.closes,
      symbolSize: 5,
      lineStyle: { width },
    })),
  };
}

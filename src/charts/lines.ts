import type { ChartValue } from "#contract";
import { byPeriod, type ChartBar } from "./bars.ts";
import { font, footer, grey, title } from "./frame.ts";
import { wordsOf } from "./words.ts";

const colours = ["#d5453c", "#3f7fd1", "#1f9d63", "#e0a100", "#a55bc2", "#5f6b7a"];

export interface NamedBars {
  readonly name: string;
  readonly bars: readonly ChartBar[];
}

/** The closes of several securities on the days that all of them have, as change since the first of these days in per cent. */
export function linesOption(chart: ChartValue, series: readonly NamedBars[]): object {
  const within = series.map(({ name, bars }) => ({
    name,
    bars: bars.filter(({ date }) => date >= chart.from && date <= chart.to),
  }));
  const sets = within.map(({ bars }) => new Set(bars.map(({ date }) => date)));
  const shared = within.map(({ name, bars }) => ({
    name,
    bars: byPeriod(
      bars.filter(({ date }) => sets.every((dates) => dates.has(date))),
      chart.period,
    ),
  }));
  return {
    animation: false,
    backgroundColor: "#ffffff",
    color: colours,
    title: [title(wordsOf(chart).lines), footer(chart)],
    legend: { top: 44, left: 56, textStyle: { fontFamily: font, color: grey } },
    grid: { left: 70, right: 30, top: 86, height: 530 },
    xAxis: {
      type: "category",
      data: shared[0]?.bars.map(({ date }) => date) ?? [],
      axisLabel: { fontFamily: font, color: grey },
      axisLine: { onZero: false, lineStyle: { color: "#c9ced6" } },
    },
    yAxis: {
      axisLabel: { fontFamily: font, color: grey, formatter: "{value}%" },
      splitLine: { lineStyle: { color: "#edeff2" } },
    },
    series: shared.map(({ name, bars }) => {
      const base = bars[0]?.close ?? 1;
      return {
        name,
        type: "line",
        showSymbol: false,
        lineStyle: { width: 2 },
        data: bars.map(({ close }) => (close / base - 1) * 100),
      };
    }),
  };
}

import type { ChartValue } from "#contract";
import { averageOf, byPeriod, type ChartBar, upTo } from "./bars.ts";
import { font, footer, grey, title } from "./frame.ts";
import { wordsOf } from "./words.ts";

/** Red rises and green falls, as in China. */
const up = "#d5453c";
const down = "#1f9d63";

const averages: readonly (readonly [window: number, colour: string])[] = [
  [5, "#e0a100"],
  [10, "#3f7fd1"],
  [20, "#a55bc2"],
  [60, "#5f6b7a"],
];

const isIndex = (code: string | undefined): boolean =>
  /^(?:000\d{3}\.SH|399\d{3}\.SZ|899\d{3}\.BJ)$|\.CSI$/.test(code ?? "");

/** 万股 and million shares; 亿元 and billion. */
const scaleOf = ({ language, codes }: ChartValue): number =>
  isIndex(codes[0]) ? (language === "zh" ? 1e8 : 1e9) : language === "zh" ? 1e4 : 1e6;

function volumes(bars: readonly ChartBar[], scale: number) {
  return {
    type: "bar",
    xAxisIndex: 1,
    yAxisIndex: 1,
    data: bars.map(({ open, close, volume }) => ({
      value: volume === null ? null : volume / scale,
      itemStyle: { color: close >= open ? up : down },
    })),
  };
}

const axis = (gridIndex: number, dates: readonly string[], shown: boolean) => ({
  type: "category",
  gridIndex,
  data: dates,
  axisLabel: { show: shown, fontFamily: font, color: grey },
  axisTick: { show: shown },
  axisLine: { lineStyle: { color: "#c9ced6" } },
});

const scale = (gridIndex: number, name: string, rows: number) => ({
  scale: gridIndex === 0,
  gridIndex,
  name,
  splitNumber: rows,
  nameTextStyle: { fontFamily: font, color: grey, align: "left" },
  nameGap: 8,
  axisLabel: { fontFamily: font, color: grey },
  splitLine: { lineStyle: { color: "#edeff2" } },
});

/** Candlesticks with moving averages over the whole series, of which the days from `from` to `to` are shown, and volume below. */
export function candlesOption(chart: ChartValue, bars: readonly ChartBar[], name: string): object {
  const word = wordsOf(chart);
  const all = byPeriod(upTo(bars, chart.to), chart.period);
  const begin = all.findIndex(({ date }) => date >= chart.from);
  const shown = all.slice(begin);
  const dates = shown.map(({ date }) => date);
  const lines = averages
    .map(([window, colour]) => ({ window, colour, data: averageOf(all, window).slice(begin) }))
    .filter(({ data }) => data.some((value) => value !== null));
  return {
    animation: false,
    backgroundColor: "#ffffff",
    title: [title(`${name} ${word[chart.period]} · ${word[chart.adjust]}`), footer(chart)],
    legend: {
      top: 44,
      left: 56,
      data: lines.map(({ window }) => `MA${window}`),
      textStyle: { fontFamily: font, color: grey },
    },
    grid: [
      { left: 70, right: 30, top: 80, height: 380 },
      { left: 70, right: 30, top: 510, height: 110 },
    ],
    xAxis: [axis(0, dates, false), axis(1, dates, true)],
    yAxis: [scale(0, "", 5), scale(1, isIndex(chart.codes[0]) ? word.amount : word.volume, 2)],
    series: [
      {
        type: "candlestick",
        data: shown.map(({ open, close, low, high }) => [open, close, low, high]),
        itemStyle: { color: up, color0: down, borderColor: up, borderColor0: down },
      },
      ...lines.map(({ window, colour, data }) => ({
        name: `MA${window}`,
        type: "line",
        data,
        showSymbol: false,
        lineStyle: { width: 1.4, color: colour },
        itemStyle: { color: colour },
      })),
      volumes(shown, scaleOf(chart)),
    ],
  };
}

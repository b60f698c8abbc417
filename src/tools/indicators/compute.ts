import { exponentialAverage, extreme, movingAverage, sampleDeviation, smoothedAverage } from "./series.ts";

/** One bar of an adjusted series, oldest first. */
export interface Bar {
  readonly date: string;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Series by metric id, each as long as the bars. */
export type IndicatorSeries = Readonly<Record<string, readonly number[]>>;

const closes = (bars: readonly Bar[]): number[] => bars.map(({ close }) => close);

function ma(bars: readonly Bar[]): IndicatorSeries {
  const values = closes(bars);
  return Object.fromEntries([5, 10, 20, 60, 120, 250].map((n) => [`ma${n}`, movingAverage(values, n)]));
}

/** 12, 26, 9; the bar is twice DIF − DEA. */
function macd(bars: readonly Bar[]): IndicatorSeries {
  const values = closes(bars);
  const slow = exponentialAverage(values, 26);
  const dif = exponentialAverage(values, 12).map((fast, i) => fast - (slow[i] ?? Number.NaN));
  const dea = exponentialAverage(dif, 9);
  return {
    macd_dif: dif,
    macd_dea: dea,
    macd_bar: dif.map((each, i) => 2 * (each - (dea[i] ?? Number.NaN))),
  };
}

/** 9, 3, 3; K and D begin at 50; without any range RSV is 50. */
function kdj(bars: readonly Bar[]): IndicatorSeries {
  const top = extreme(
    bars.map(({ high }) => high),
    9,
    Math.max,
  );
  const bottom = extreme(
    bars.map(({ low }) => low),
    9,
    Math.min,
  );
  const rsv = bars.map(({ close }, i) => {
    const range = (top[i] ?? 0) - (bottom[i] ?? 0);
    return range === 0 ? 50 : ((close - (bottom[i] ?? 0)) / range) * 100;
  });
  const k = smoothedAverage(rsv, 3, 1, 50);
  const d = smoothedAverage(k, 3, 1, 50);
  return { kdj_k: k, kdj_d: d, kdj_j: k.map((each, i) => 3 * each - 2 * (d[i] ?? Number.NaN)) };
}

/** 6, 12, 24, and Wilder's own 14, by Wilder's average of gains over that of all moves. No move at all is neither strong nor weak: 50. */
function rsi(bars: readonly Bar[]): IndicatorSeries {
  const values = closes(bars);
  const moves = values.slice(1).map((value, i) => value - (values[i] ?? Number.NaN));
  const gains = moves.map((move) => Math.max(move, 0));
  const sizes = moves.map(Math.abs);
  const of = (n: number) => {
    const up = smoothedAverage(gains, n, 1);
    const all = smoothedAverage(sizes, n, 1);
    return [Number.NaN, ...up.map((each, i) => (all[i] === 0 ? 50 : (each / (all[i] ?? Number.NaN)) * 100))];
  };
  return { rsi6: of(6), rsi12: of(12), rsi14: of(14), rsi24: of(24) };
}

/** 20, 2 with the sample deviation. */
function boll(bars: readonly Bar[]): IndicatorSeries {
  const values = closes(bars);
  const middle = movingAverage(values, 20);
  const spread = sampleDeviation(values, 20);
  const band = (sign: number) => middle.map((each, i) => each + sign * 2 * (spread[i] ?? Number.NaN));
  return { boll_upper: band(1), boll_mid: middle, boll_lower: band(-1) };
}

/** The indicator groups by name: 通达信's conventions and parameters. */
export const indicatorGroups = { ma, macd, kdj, rsi, boll } as const;

export type IndicatorGroup = keyof typeof indicatorGroups;

/** Bars that a group needs before its newest value is sound: recursive averages forget their beginning slowly. */
export const leastBars: Readonly<Record<IndicatorGroup, number>> = {
  ma: 1,
  macd: 120,
  kdj: 120,
  rsi: 120,
  boll: 20,
};

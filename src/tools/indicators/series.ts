/**
 * The building blocks of the 通达信 conventions over plain series, oldest first (data-sources §7). Every function returns a series of the
 * same length; a place that lacks bars is NaN.
 */

const seriesOf = (length: number, at: (index: number) => number): number[] =>
  Array.from({ length }, (_, i) => at(i));

/** Mean of the last `n`. */
export function movingAverage(values: readonly number[], n: number): number[] {
  let sum = 0;
  return seriesOf(values.length, (i) => {
    sum += (values[i] ?? Number.NaN) - (i >= n ? (values[i - n] ?? Number.NaN) : 0);
    return i + 1 < n ? Number.NaN : sum / n;
  });
}

/** EMA(x, n) = (2·x + (n−1)·before) ÷ (n+1), beginning with the first value. */
export function exponentialAverage(values: readonly number[], n: number): number[] {
  let before = values[0] ?? Number.NaN;
  return values.map((value, i) => {
    before = i === 0 ? value : (2 * value + (n - 1) * before) / (n + 1);
    return before;
  });
}

/** SMA(x, n, m) = (m·x + (n−m)·before) ÷ n, beginning with `seed`, else the first value. */
export function smoothedAverage(values: readonly number[], n: number, m: number, seed?: number): number[] {
  let before = seed ?? values[0] ?? Number.NaN;
  return values.map((value, i) => {
    before = i === 0 && seed === undefined ? value : (m * value + (n - m) * before) / n;
    return before;
  });
}

/** Largest (or smallest) of the last `n`, fewer at the beginning. */
export function extreme(
  values: readonly number[],
  n: number,
  pick: (...values: number[]) => number,
): number[] {
  return seriesOf(values.length, (i) => pick(...values.slice(Math.max(0, i - n + 1), i + 1)));
}

/** Standard deviation of the last `n` as a sample (n−1), which is what 通达信's STD means. */
export function sampleDeviation(values: readonly number[], n: number): number[] {
  return seriesOf(values.length, (i) => {
    if (i + 1 < n) return Number.NaN;
    const window = values.slice(i - n + 1, i + 1);
    const mean = window.reduce((sum, value) => sum + value, 0) / n;
    const squares = window.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return Math.sqrt(squares / (n - 1));
  });
}

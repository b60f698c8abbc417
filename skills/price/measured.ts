import { moveMeasure, type NamedMeasure } from "#contract";

/** What beside the price a number of the user's may be said of. */
export const measures: readonly NamedMeasure[] = [
  ["amount", /成交[额金]|\bturnover\b(?! rate)|traded value/i],
  ["turnover_rate", /换手|turnover rate/i],
  ["volume", /成交量|\bvolume/i],
  moveMeasure,
];

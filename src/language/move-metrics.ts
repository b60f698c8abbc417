import type { Metric, MetricRegistry } from "#contract";

/** What a move over a stretch of time is called: of a week, month, quarter or year so far, of the one before, or between two days. */
const named = {
  wtd: ["本周涨跌幅", "week-to-date change"],
  lw: ["上周涨跌幅", "last week's change"],
  mtd: ["本月涨跌幅", "month-to-date change"],
  lm: ["上月涨跌幅", "last month's change"],
  qtd: ["本季度涨跌幅", "quarter-to-date change"],
  lq: ["上季度涨跌幅", "last quarter's change"],
  ytd: ["今年以来涨跌幅", "year-to-date change"],
  ly: ["去年涨跌幅", "last year's change"],
  range: ["区间涨跌幅", "change over the period"],
} as const;

export type NamedStretch = keyof typeof named;

/** Units of the stretches that are counted back from the newest close, with the numbers that have a name of their own. */
const counted = {
  d: { zh: "日", en: "day", counts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 60, 120] },
  w: { zh: "周", en: "week", counts: [1, 2, 3, 4, 6, 8] },
  m: { zh: "个月", en: "month", counts: [1, 2, 3, 4, 5, 6, 9, 18] },
  y: { zh: "年", en: "year", counts: [1, 2, 3, 4] },
} as const;

export type StretchUnit = keyof typeof counted;

const metric = (zh: string, en: string): Metric => ({
  default_unit: "%",
  zh: [zh],
  en: [en],
  signed: true,
  computed: true,
});

const idOf = (stretch: string): string => `move_${stretch}`;

/**
 * How far a price moved over a stretch of time, from the close before it to the last one in it, in per cent: a metric for each stretch, so
 * that the number of one cannot be told as that of another.
 */
export const moveMetrics: MetricRegistry = Object.fromEntries([
  ...Object.entries(named).map(([stretch, [zh, en]]) => [idOf(stretch), metric(zh, en)] as const),
  ...Object.entries(counted).flatMap(([unit, { zh, en, counts }]) =>
    counts.map(
      (count) => [idOf(`${count}${unit}`), metric(`近${count}${zh}涨跌幅`, `${count}-${en} change`)] as const,
    ),
  ),
]);

/** The metric of so many days, weeks, months or years; that between two days where the number has none of its own. */
export function countedMove(count: number, unit: StretchUnit): string {
  const id = idOf(`${count}${unit}`);
  return Object.hasOwn(moveMetrics, id) ? id : idOf("range");
}

export const namedMove = (stretch: NamedStretch): string => idOf(stretch);

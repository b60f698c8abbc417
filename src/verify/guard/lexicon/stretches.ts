import type { Metric } from "#contract";
import { spelledCount } from "./numerals.ts";

const written =
  /(?:(\d{1,3})|(半|[一二两三四五六七八九十]{1,3})|(one|two|three|four|five|six|ten|twelve|half))[- ]?个?(?:(交易日|日|天|(?:trading )?days?|d)|(周|星期|weeks?|w)|(月|months?|m)|(年|years?|y))(?![a-z])/;
/** Stretches that have a name instead of a length. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/年初至今|今年以来|年初以来|年内|year[- ]to[- ]date|ytd|this year/, "ytd"],
  [/本周|这周|本星期|这个?(?:星期|礼拜)|week[- ]to[- ]date|this week|wtd/, "wtd"],
  [/本月|这个?月|month[- ]to[- ]date|this month|mtd/, "mtd"],
  [/本季|这个?季度|quarter[- ]to[- ]date|this quarter|qtd/, "qtd"],
  [/上个?(?:周|星期|礼拜)|last week/, "lw"],
  [/上个?月|last month/, "lm"],
  [/上个?季度|last quarter/, "lq"],
  [/去年|last year/, "ly"],
  [/区间|over the period/, "range"],
  [/past week/, "1w"],
  [/past month/, "1m"],
  [/past quarter/, "3m"],
  [/past year/, "1y"],
];
const ofRelatives: Readonly<Record<string, string>> = {
  thisWeek: "wtd",
  thisMonth: "mtd",
  thisYear: "ytd",
  lastWeek: "lw",
  lastMonth: "lm",
  lastYear: "ly",
};

/** The stretch that 本周, last month and the like are, by the operator of their token; null for a day. */
export const stretchOfRelative = (op: string): string | null => ofRelatives[op] ?? null;

/** A stretch of time in one spelling: 近20日, past 20 days and `20d` are `20d`; null where the text names none. */
export function stretchOf(text: string): string | null {
  const name = byName.find(([words]) => words.test(text))?.[1];
  if (name !== undefined) return name;
  const found = written.exec(text.replaceAll("_", " "));
  if (found === null) return null;
  const [, digits, han, english, day, week, month] = found;
  const isHalf = han === "半" || english === "half";
  if (isHalf) return found[0].includes("年") || found[0].includes("year") ? "6m" : null;
  const count = spelledCount(digits ?? english ?? han);
  const unit = day !== undefined ? "d" : week !== undefined ? "w" : month !== undefined ? "m" : "y";
  return count > 0 ? `${count}${unit}` : null;
}

const movement = /涨|跌|change|chg|return|gain|perf/;

/** The key under which the move of a price over a stretch of time is found, whatever its metric is called. */
export const moveOver = (stretch: string): string => `~move:${stretch}`;

/** The stretches of time that a metric's id and words name: 近5年市盈率分位. */
export function stretchesOf(id: string, metric: Metric | undefined): readonly (string | null)[] {
  return [id, ...(metric?.zh ?? []), ...(metric?.en ?? [])].map((word) => stretchOf(word.toLowerCase()));
}

/** The stretch that the metric of a price's move is of, by its id and words, or null. */
export function stretchOfMove(id: string, metric: Metric | undefined): string | null {
  const texts = [
    id.toLowerCase(),
    ...(metric?.zh ?? []),
    ...(metric?.en ?? []).map((word) => word.toLowerCase()),
  ];
  if (
    !texts.some((text) => movement.test(text)) ||
    texts.some((text) => /同比|yoy|营|利润|revenue|profit/.test(text))
  )
    return null;
  for (const text of texts) {
    const stretch = stretchOf(text);
    if (stretch !== null) return stretch;
  }
  return null;
}

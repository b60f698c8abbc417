import type { Metric, MetricRegistry } from "#contract";
import { simplify } from "../../../language/fold.ts";
import { measuresOf, rangeOf } from "./known-measures.ts";
import { spelledCount } from "./numerals.ts";

/** As the normaliser reads a text: half-width and lower-case. */
export function fold(word: string): string {
  return simplify(word.normalize("NFKC")).toLowerCase().trim();
}

export const wordsOf = (metric: Metric): string[] => [...metric.zh, ...metric.en].map(fold);

const growthWords = /同比|增长|增速|增幅|yoy|growth|year on year|y\/y/g;

const shiftWords = /变动|变化|change/g;

/** For each metric those that say how it grew: 营收 → 营收同比. */
export const growthTable = (metrics: MetricRegistry): Map<string, string[]> =>
  derivedTable(metrics, growthWords);

/** For each metric those that say by how much it shifted: 国债收益率 → 国债收益率变动. */
export const shiftTable = (metrics: MetricRegistry): Map<string, string[]> =>
  derivedTable(metrics, shiftWords);

/** For each metric those whose word is its own and one of the given. */
function derivedTable(metrics: MetricRegistry, more: RegExp): Map<string, string[]> {
  const table = new Map<string, string[]>();
  const all = Object.entries(metrics).map(([id, metric]) => ({ id, words: wordsOf(metric) }));
  for (const { id, words } of all) {
    const bases = new Set(
      words.filter((word) => word.search(more) >= 0).map((word) => word.replace(more, "").trim()),
    );
    if (bases.size === 0) continue;
    for (const { id: other, words: others } of all)
      if (other !== id && others.some((word) => bases.has(word)))
        table.set(other, [...(table.get(other) ?? []), id]);
  }
  return table;
}

/** What the registry says of a metric, worked out once an id. */
export function remembered<Value extends object>(of: (metric: string) => Value): (metric: string) => Value {
  const known = new Map<string, Value>();
  return (metric) => {
    const before = known.get(metric);
    if (before !== undefined) return before;
    const value = of(metric);
    // Ids come from claims, so their number has a bound of its own.
    if (known.size < 5000) known.set(metric, value);
    return value;
  };
}

/** Keys beside its own under which a claim of the metric is found. */
export const keysOf = (metrics: MetricRegistry): ((metric: string) => readonly string[]) =>
  remembered((metric) => {
    const stretch = stretchOfMove(metric, Object.hasOwn(metrics, metric) ? metrics[metric] : undefined);
    const range = rangeOf(metric);
    return [
      ...measuresOf(metric),
      ...(range === null ? [] : [range]),
      ...(stretch === null ? [] : [moveOver(stretch)]),
    ];
  });

// 近20日, past 20 days, 本周: the stretch of time that words, a metric or a move are of.

const written =
  /(?:(\d{1,3})|(半|[一二两三四五六七八九十]{1,3})|(one|two|three|four|five|six|ten|twelve|half))[- ]?个?(?:(交易日|日|天|(?:trading )?(?:days?|sessions?)|d)|(周|星期|weeks?|w)|(月|months?|m)|(年|years?|y))(?![a-z])/;
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

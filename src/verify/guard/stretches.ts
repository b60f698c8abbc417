import type { Metric } from "#contract";
import { readChinese } from "../../language/numbers.ts";

const written =
  /(?:(\d{1,3})|(半|[一二两三四五六七八九十]{1,3})|(one|two|three|four|five|six|ten|twelve|half))[- ]?个?(?:(交易日|日|天|(?:trading )?days?|d)|(周|星期|weeks?|w)|(月|months?|m)|(年|years?|y))(?![a-z])/;
const toDate = /年初至今|今年以来|年初以来|年内|year[- ]to[- ]date|ytd|so far this year/;
const spelled: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  twelve: 12,
};

/** A stretch of time in one spelling: 近20日, past 20 days and `20d` are `20d`; null where the text names none. */
export function stretchOf(text: string): string | null {
  if (toDate.test(text)) return "ytd";
  const found = written.exec(text.replaceAll("_", " "));
  if (found === null) return null;
  const [, digits, han, english, day, week, month] = found;
  const isHalf = han === "半" || english === "half";
  if (isHalf) return found[0].includes("年") || found[0].includes("year") ? "6m" : null;
  const count =
    digits !== undefined
      ? Number(digits)
      : english !== undefined
        ? (spelled[english] ?? 0)
        : Number(readChinese(han ?? "", 0)?.digits ?? 0);
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

import type { IndicatorGroupName } from "#contract";
import { namesExtremes } from "./extremes.ts";
import { windows } from "./metrics.ts";

/** What of the indicators a question is about. */
export interface AskedLines {
  readonly groups: readonly IndicatorGroupName[];
  /** Windows of moving averages. */
  readonly averages: readonly number[];
  /** True where the windows stand in the message, so that one that cannot be computed is told. */
  readonly named: boolean;
  /** True where crossings are what is asked for. */
  readonly crosses: boolean;
  /** True where it asks for a window that is not computed, or for weekly or monthly bars. */
  readonly others: boolean;
  /** True where support or resistance is asked for. */
  readonly bounds: boolean;
  /** True where it asks whether a price is overbought or oversold, and by no other lines. */
  readonly extremes: boolean;
}

const words: readonly (readonly [group: IndicatorGroupName, words: RegExp])[] = [
  [
    "ma",
    /均线|日线|\bma\b|ma\d|[sem]ma|moving average|\d[- ](?:day|week) average|年线|季线|生命线|多头排列|空头排列/i,
  ],
  ["macd", /macd|\bdif\b|\bdea\b/i],
  ["kdj", /kdj|随机|stochastic/i],
  ["rsi", /rsi|强弱|超[买買卖賣]|overbought|oversold|relative strength/i],
  ["boll", /boll|布林|[上中下]轨|支撑|压力|阻力|support|resistance/i],
];

const crossWords = /金叉|死叉|交叉|上穿|下穿|cross/i;
const otherBars = /周线|月线|周均线|周macd|weekly|monthly|\d+\s*分钟|minute/i;
const named: readonly (readonly [days: number, words: RegExp])[] = [
  [250, /(?<!半)年线/],
  [120, /半年线/],
  [60, /季线/],
  [20, /生命线/],
];

const isWindow = (days: number): boolean => windows.some((each) => each === days);

const spelled: Readonly<Record<string, number>> = {
  五: 5,
  十: 10,
  二十: 20,
  三十: 30,
  六十: 60,
  five: 5,
  ten: 10,
  twenty: 20,
  thirty: 30,
  sixty: 60,
};

const daysIn = (text: string): readonly number[] => [
  ...[
    ...text.matchAll(
      /(五|二十|三十|六十|十)[日天](?=[^,，。]{0,3}(?:均|线))|\b(five|ten|twenty|thirty|sixty)[- ]day/gi,
    ),
  ].map(([, zh, en]) => spelled[zh ?? en?.toLowerCase() ?? ""] ?? 0),
  ...[...text.matchAll(/(?:ma|ema|sma)\s*(\d{1,3})|(\d{1,3})\s*-?\s*(?:日|天|day)/gi)].map((match) =>
    Number(match[1] ?? match[2]),
  ),
  ...named.filter(([, pattern]) => pattern.test(text)).map(([days]) => days),
];

/** Whether a message names any line, or asks for crossings. */
export const namesLines = (text: string): boolean =>
  crossWords.test(text) || words.some(([, pattern]) => pattern.test(text));

/** Reads which indicators a message names; all groups where it names none (技术面怎么样). */
export function readAskedLines(text: string): AskedLines {
  const groups = words.filter(([, pattern]) => pattern.test(text)).map(([group]) => group);
  const crosses = crossWords.test(text);
  const days = groups.includes("ma") ? daysIn(text) : [];
  const known = days.filter(isWindow);
  return {
    groups:
      groups.length > 0 ? groups : crosses ? ["macd", "kdj", "ma"] : ["ma", "macd", "kdj", "rsi", "boll"],
    averages: known.length > 0 ? known : groups.includes("ma") && days.length === 0 ? windows : [5, 20, 60],
    named: known.length > 0,
    crosses,
    bounds: /支撑|压力|阻力|support|resistance/i.test(text),
    extremes: namesExtremes(text) && groups.length === 1,
    others: otherBars.test(text) || known.length < days.length,
  };
}

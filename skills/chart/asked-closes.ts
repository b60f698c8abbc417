/** A picture of closes instead of candlesticks, by the words of a message. */
export interface AskedCloses {
  /** How many bars to show; undefined where the message does not count the closes themselves. */
  readonly count?: number;
  /** Windows of the averages, in bars, each once. */
  readonly averages: readonly number[];
}

const closes = /收盘价|收盘线|收盘(?:曲线|走势)|\bclos(?:es|ing (?:prices?|levels?))\b/i;
const candles = /[kK][- ]?线|蜡烛|candle|k-?line/;

/** 7日均线, 7日移动平均, MA7, a 7-day moving average. */
const average =
  /(\d{1,3})\s*(?:个?交易)?(?:日|天)(?:的)?(?:简单)?(?:移动)?(?:均线|平均)|(?<![A-Za-z])MA\s?(\d{1,3})(?!\d)|(\d{1,3})\s*-?\s*days?\s+(?:simple\s+)?(?:moving\s+)?(?:average|ma\b)/gi;

/** 最近30个收盘价, last 30 closes, last 20 bars; 近30日 is a time, and read as one. */
const counted =
  /(?:最近|近|过去|過去|前)\s*(\d{1,3})\s*[个個]?收[盘盤][价價]|(?:last|past|latest)\s+(\d{1,3})\s*(?:clos|bars?\b)|(?<!\d)(\d{1,3})\s+(?:closes|closing prices)\b/i;

const mostBars = 250;
const leastBars = 2;
const mostAverages = 3;

const within = (text: string | undefined): number | undefined => {
  const number = Number(text);
  return text !== undefined && number >= leastBars && number <= mostBars ? number : undefined;
};

/** Undefined where the message asks for no closes, or for candlesticks beside them. */
export function readCloses(text: string): AskedCloses | undefined {
  if (!closes.test(text) || candles.test(text)) return undefined;
  const windows = [...text.matchAll(average)].map(([, zh, short, en]) => within(zh ?? short ?? en));
  const averages = [...new Set(windows.filter((window) => window !== undefined))].slice(0, mostAverages);
  const found = counted.exec(text.replaceAll(average, " "));
  const count = within(found?.[1] ?? found?.[2] ?? found?.[3]);
  return { averages, ...(count === undefined ? {} : { count }) };
}

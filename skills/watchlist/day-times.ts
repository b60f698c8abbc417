/** A time of day as a text names it: `at` as `15:30`, and its words as a span. */
export interface DayTime {
  readonly at: string;
  readonly start: number;
  readonly end: number;
}

/** What part of the day an hour is said of; `written`: in twenty-four hours. */
type Part = "written" | "small hours" | "morning" | "noon" | "afternoon" | "evening" | "night" | "am" | "pm";

const parts: readonly (readonly [words: RegExp, part: Part])[] = [
  [/凌晨|淩晨/, "small hours"],
  [/半夜|午夜|深夜|夜里|夜裡|夜裏|夜间|夜間|night/i, "night"],
  [/下午|午后|午後|傍晚|afternoon/i, "afternoon"],
  [/中午|正午/, "noon"],
  [/晚|evening/i, "evening"],
  [/早|晨|上午|morning/i, "morning"],
  [/^a\.?m/i, "am"],
  [/^p\.?m/i, "pm"],
];
const partOf = (words: string): Part | undefined => parts.find(([pattern]) => pattern.test(words))?.[1];

/** The words for a part of the day that stand before an hour, as the alternatives of a pattern. */
export const partWords =
  "凌晨|淩晨|清晨|清早|早上|早晨|早间|早間|早|上午|中午|正午|下午|午后|午後|傍晚|夜里|夜裡|夜裏|夜间|夜間|深夜|半夜|午夜|晚上|晚间|晚間|晚";

const numerals = "零一二三四五六七八九十";

/** 九, 十五, 零五, 9 */
function countOf(written: string): number {
  if (/^\d+$/.test(written)) return Number(written);
  const plain = written
    .replace("两", "二")
    .replace("〇", "零")
    .replace(/^零(?=.)/, "");
  const [tens = "", ones] = plain.split("十");
  if (ones === undefined) return numerals.indexOf(tens);
  return (tens === "" ? 1 : numerals.indexOf(tens)) * 10 + (ones === "" ? 0 : numerals.indexOf(ones));
}

/** Without a part of the day the market's hours are meant: 3点 is three in the afternoon. Midnight is said with the night before it. */
function hour24(hour: number, part: Part | undefined): number {
  const later = hour < 12 ? hour + 12 : hour;
  const afterMidnight = (until: number) => (hour === 12 ? 0 : hour <= until ? hour : later);
  switch (part) {
    case undefined:
      return hour >= 1 && hour <= 6 ? hour + 12 : hour;
    case "written":
    case "morning":
      return hour;
    case "small hours":
    case "am":
      return hour === 12 ? 0 : hour;
    case "noon":
      return hour >= 1 && hour <= 3 ? hour + 12 : hour;
    case "afternoon":
    case "pm":
      return later;
    case "evening":
      return afterMidnight(3);
    case "night":
      return afterMidnight(5);
  }
}

const two = (value: number): string => String(value).padStart(2, "0");

function timeOf(hour: number, minute: number, part: Part | undefined): string | undefined {
  const of24 = hour === 24 && minute === 0 ? 0 : hour24(hour, part);
  return hour >= 0 && of24 <= 23 && minute >= 0 && minute <= 59 ? `${two(of24)}:${two(minute)}` : undefined;
}

const half = "a\\.?m\\b\\.?|p\\.?m\\b\\.?|(?:in the |at )(?:morning|afternoon|evening|night)\\b";
const clock = new RegExp(
  `(${partWords})?的?\\s{0,3}(?<![\\d.涨漲跌升降])(\\d{1,2}|[零〇一二两三四五六七八九十]{1,3})\\s{0,3}(?:[::](\\d{2})|[点點时時](?:钟|鐘|整)?(半|一刻|三刻|(\\d{1,2}|[零〇一二三四五六七八九十]{2,3})分?|([一二三四五六七八九十])分)?)\\s{0,3}(${half})?(?![\\d%])`,
  "gi",
);
const english = new RegExp(
  `\\b(?:at )?(?<![\\d.])(\\d{1,2})(?:\\.(\\d{2}))?(?:\\s*o'?clock\\b)?\\s*(${half})|\\b(?:at )?(\\d{1,2})\\s*o'?clock\\b|\\bat (\\d{1,2})\\b(?![::.%,\\d])`,
  "gi",
);
/** Times that are named by the market's day. */
const named: readonly (readonly [words: RegExp, at: string])[] = [
  [/开盘前|盘前|before the open/gi, "09:00"],
  [/开盘(?:之?后)?(?![价前])|(?:at|after) the open/gi, "09:35"],
  [/午间|中午|\b(?:at )?noon\b/gi, "11:35"],
  [/(?:收盘|收市)(?:之?后)|收盘(?![价后])|盘后|(?:at|after) the close/gi, "15:10"],
  [/午夜|\bmidnight/gi, "00:00"],
];

/** 每晚, every evening: the part of the day that holds for hours that name none. */
const everyPart = new RegExp(
  `每(?:[天日]|个?(?:交易日|工作日))?的?(${partWords})|\\b(?:every|each) (?:\\w+ )?(morning|afternoon|evening|night)\\b`,
  "i",
);

const overlaps = (a: DayTime, b: DayTime): boolean => a.start < b.end && b.start < a.end;

/** The times that a text names by the clock, in their order. */
export function clockTimesIn(text: string): readonly DayTime[] {
  const [, zh = "", en = ""] = everyPart.exec(text) ?? [];
  const usual = partOf(zh + en);
  const found = [...text.matchAll(clock)].flatMap((match): DayTime[] => {
    const [words, early = "", hour = "", minutes, quarter = "", spoken, short, late = ""] = match;
    const quarters = ["一刻", "半", "三刻"].indexOf(quarter) + 1;
    const minute = quarters > 0 ? quarters * 15 : countOf(minutes ?? spoken ?? short ?? "0");
    // 15:30 is written in twenty-four hours.
    const part =
      partOf(late.replace(/^.* /, "") || early) ?? usual ?? (minutes === undefined ? undefined : "written");
    const at = timeOf(countOf(hour), minute, part);
    return at === undefined ? [] : [{ at, start: match.index, end: match.index + words.length }];
  });
  for (const match of text.matchAll(english)) {
    const [words, first, minutes = "0", late = "", second, third] = match;
    const part = partOf(late.replace(/^.* /, "")) ?? usual;
    const at = timeOf(Number(first ?? second ?? third), Number(minutes), part);
    const time = { at: at ?? "", start: match.index, end: match.index + words.length };
    if (at !== undefined && !found.some((each) => overlaps(each, time))) found.push(time);
  }
  return found.sort((a, b) => a.start - b.start);
}

const joins = /和|与|與|以?及|跟|还有|還有|再|又|[、,,/&\s]|\band\b|\bat\b|\balso\b/gi;

/** True where nothing but words like 和 stands between two times. */
export const areJoined = (text: string, before: DayTime, after: DayTime): boolean =>
  after.start > before.end && text.slice(before.end, after.start).replace(joins, "") === "";

/** The times of day that a text names, in their order. What the market's day names (收盘后) only explains a clock time beside it, unless joined to it. */
export function dayTimesIn(text: string): readonly DayTime[] {
  const clocks = clockTimesIn(text);
  const names = named
    .flatMap(([words, at]) =>
      [...text.matchAll(words)].map(({ 0: { length }, index }) => ({
        at,
        start: index,
        end: index + length,
      })),
    )
    .filter((each, index, all) => !all.slice(0, index).some((other) => overlaps(each, other)))
    .filter((each) => !clocks.some((other) => overlaps(each, other)));
  const isTime = (each: DayTime) =>
    clocks.length === 0 ||
    clocks.some((other) => {
      const [first, last] = each.start < other.start ? [each, other] : [other, each];
      return /\S/.test(text.slice(first.end, last.start)) && areJoined(text, first, last);
    });
  return [...clocks, ...names.filter(isTime)].sort((a, b) => a.start - b.start);
}

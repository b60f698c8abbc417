/** 历史最高, 上市以来: no day, and more than any source here tells of. */
export const isEver = (date: string | undefined): boolean =>
  date !== undefined &&
  /历史|上市以来|[曾从從][经經来來]|all[- ]time|\bever\b|since (?:the )?(?:listing|ipo)/i.test(date);

/** The day that a stretch's own beginning is, in words that the calendar reads: 年初多少钱 asks for the close of the first trading day. */
const beginnings: readonly (readonly [words: RegExp, day: string])[] = [
  [/^(?:今年)?年初$|^(?:the )?(?:start|beginning) of (?:the|this) year$/i, "今年第一个交易日"],
  [/^去年(?:年)?初$|^(?:the )?(?:start|beginning) of last year$/i, "去年第一个交易日"],
  [/^(?:本|这个)?月初$|^(?:the )?(?:start|beginning) of (?:the|this) month$/i, "本月第一个交易日"],
  [/^(?:本|这)?周初$|^(?:the )?(?:start|beginning) of (?:the|this) week$/i, "本周第一个交易日"],
];

export const firstDayOf = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : beginnings.find(([words]) => words.test(date.trim()))?.[1];

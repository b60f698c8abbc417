import type { FoundDate, UnreadTime } from "./dates.ts";

const toNow =
  /^(?:那么?|从那[天日时]?[候起]?|自那以?[来后])*(?:到|至)(?:现在|今[天日]|目前|如今|眼下)|至今|以来|^(?:那么?|在那|从那|自那)?[之以]后|从那[天日时]|\bsince(?: then| that day)?[?.! ]*$|\buntil now\b/i;
/** 跌了多少了: behind the close of a day, since that day. */
const howFar =
  /^(?:那么?|一共|总共|已经|又)*[涨跌]了?(?:多少|几个点|百分之几)了?[呢啊呀]?[?？。!！ ]*$|^(?:and |so )?how (?:much|far) (?:has|have|is|did) (?:it|they|that)(?: been)? (?:risen|fallen|rise|fall|gained|lost|up|down)[?.! ]*$/i;
const toDay = /^(?:那么?)?(?:到|至)/;
const ofThen = /那[天日时]|现在|今[天日]|目前|至今|以来|[之以]后|since|now/i;
const longest = 30;
/** A move from one day to another, as a plan writes it. */
const fromTo = /^(\d{4}-\d{2}-\d{2})(?:到(.+))?$/;

/** What a message says of time. */
interface Times {
  readonly dates: readonly FoundDate[];
  readonly unread: readonly UnreadTime[];
}

/** To when a message asks how far the price went from the day of the turn before: 到现在涨了多少, 跌了多少了, 那到昨天呢; null where it does not. */
export function sinceThenTo(text: string, { dates, unread }: Times, now: string): string | null {
  const words = text.trim();
  if (words.length > longest) return null;
  const isNow = dates.every((each) => "date" in each && each.date === now.slice(0, 10));
  const isSince = toNow.test(words) || (dates.length === 0 && howFar.test(words));
  if (isNow && isSince && unread.every((each) => ofThen.test(each.text))) return "现在";
  const [day, ...others] = dates;
  return day !== undefined && others.length + unread.length === 0 && toDay.test(words) ? day.text : null;
}

/** The day that a planned date begins with: that day itself, or a move from it; undefined for all else. */
export const firstOf = (planned: string): string | undefined => fromTo.exec(planned)?.[1];

/** A move from the day of an earlier turn, as a plan writes it. */
export const moveFrom = (day: string, end: string): string => `${day}到${end}`;

import { type Action, asksWhichDay } from "#contract";
import { mayBeOfDayBefore } from "#language";
import { isReference, lastAsked } from "./last-asked.ts";
import type { Message } from "./message.ts";

/** Skills whose questions have a time that another figure may be asked of. */
const ofTimes: ReadonlySet<string> = new Set(["price", "market", "valuation"]);
const goesOn = /^(?:那|and\b|what about\b|how about\b)/i;
export const ofNow = /现在|目前|当前|眼下|今[天日]|实时|最新|\b(?:now|today|currently|latest)\b/i;
const longestGoingOn = 24;

/** 成交额, 最高价多少, turnover?: names figures and nothing else. */
const namesFigures = ({ text, rest, hits, subjects }: Message): boolean =>
  rest === "" && hits.length > 0 && subjects.mentions.length === 0 && mayBeOfDayBefore(text);

/** 成交额 behind 最近5天收盘价: another figure of the same days. */
export function keepsTime(action: Action, message: Message): Action {
  const { text, subjects } = message;
  const { dates, unread, badDates } = subjects;
  const isTimed = dates.length + unread.length + badDates.length > 0 || ofNow.test(text);
  const leans =
    /呢[?？。!！~ ]*$/.test(text) ||
    (subjects.pointsBack && goesOn.test(text.trim())) ||
    asksWhichDay(text) ||
    namesFigures(message);
  const isOn = leans && text.trim().length <= longestGoingOn;
  if (isTimed || !isOn || !ofTimes.has(action.skill) || action.input.date !== undefined) return action;
  const last = lastAsked(message).filter(({ skill }) => skill === action.skill);
  const [date, ...others] = new Set(last.map(({ input }) => input.date));
  if (typeof date !== "string" || others.length > 0 || last.some((turn) => isReference(turn, date)))
    return action;
  return { ...action, input: { ...action.input, date } };
}

import { dayNumber } from "../../../moment.ts";
import { type DateMatch, digit, isLetter, readDate, small, spaces } from "./dates.ts";

export interface TimeMatch {
  readonly seconds: number;
  /** 1 or 60: what the shown time is exact to. */
  readonly precision: number;
  readonly end: number;
}

function half(text: string, at: number): { shift: number; end: number } {
  const from = spaces(text, at);
  const mark = text.slice(from, from + 4).replaceAll(".", "");
  const width = text.charAt(from + 1) === "." ? 4 : 2;
  if (mark.startsWith("am") && !isLetter(text, from + width)) return { shift: 0, end: from + width };
  return mark.startsWith("pm") && !isLetter(text, from + width)
    ? { shift: 12, end: from + width }
    : { shift: 0, end: at };
}

/** `10:32`, `10:32:05`, `10点32分`, `10时32分`, `2:30 pm`. */
export function readTime(text: string, at: number, hour = small(text, at)): TimeMatch | null {
  if (hour === null || hour.width > 2 || hour.value > 23) return null;
  const mark = text.charAt(hour.end);
  const colon = mark === ":" || mark === "：";
  if (!colon && mark !== "点" && mark !== "时") return null;
  const minute = small(text, hour.end + 1);
  if (minute === null || minute.width !== 2 || minute.value > 59 || (colon && minute.end - hour.end !== 3))
    return null;
  const next = text.charAt(minute.end);
  if (!colon)
    return next === "分"
      ? { seconds: hour.value * 3600 + minute.value * 60, precision: 60, end: minute.end + 1 }
      : null;
  const second = next === ":" && digit(text, minute.end + 1) ? small(text, minute.end + 1) : null;
  if (second !== null && (second.width !== 2 || second.value > 59)) return null;
  const { shift, end } = half(text, second?.end ?? minute.end);
  const hours = shift === 12 && hour.value < 12 ? hour.value + 12 : hour.value;
  return {
    seconds: hours * 3600 + minute.value * 60 + (second?.value ?? 0),
    precision: second === null ? 60 : 1,
    end,
  };
}

const english = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const before =
  /^(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\.?,? ?(?=[a-z\d])/;
/** The longest of both, a blank and a bracket included. */
const longest = 12;

/** Monday is 1: 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** A date that a weekday stands beside; `date` is null where the two disagree, so that it is true of no claim. */
export interface Weekdated {
  readonly date: DateMatch["date"] | null;
  readonly end: number;
}

function agreed(found: DateMatch, weekday: number, end: number): Weekdated | null {
  const { year, month, day } = found.date;
  if (year === null || month === null || day === null) return null;
  const number = dayNumber(year, month, day);
  return { date: number !== null && weekdayOf(number) === weekday ? found.date : null, end };
}

/** `Wed 7 May 2026`, `Thursday, May 7, 2026` at the weekday; null where no full date follows. */
export function readWeekdayBefore(lower: string, at: number): Weekdated | null {
  const said = before.exec(lower.slice(at, at + longest))?.[0];
  const found = said === undefined ? null : readDate(lower, at + said.length);
  return found === null || said === undefined
    ? null
    : agreed(found, english.indexOf(said.slice(0, 3)) + 1, found.end);
}

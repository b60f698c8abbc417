import { type FoundDate, findTimes } from "./dates.ts";

/** The edge of a stretch: a Shanghai day, or one that only the trading calendar can tell. */
export type StretchEdge =
  | Pick<Extract<FoundDate, { date: string }>, "date">
  | Pick<Extract<FoundDate, { onCalendar: unknown }>, "onCalendar">;

const edgeOf = (found: FoundDate): StretchEdge =>
  "date" in found ? { date: found.date } : { onCalendar: found.onCalendar };

/** The only day that a text names. */
export function onlyDay(text: string, now: string): StretchEdge | null {
  const { dates, unread } = findTimes(text, now);
  const [first] = dates;
  return first === undefined || dates.length > 1 || unread.length > 0 ? null : edgeOf(first);
}

/** True where both edges are known days, the second before the first. */
export const isBackward = (from: StretchEdge, to: StretchEdge): boolean =>
  "date" in from && "date" in to && to.date < from.date;

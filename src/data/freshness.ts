import type { Freshness } from "#contract";
import { epochMs, isIsoDate, secondsOfDay, shanghaiDate } from "./shanghai-time.ts";
import { closeSeconds, sessions, type TradingCalendar } from "./trading-calendar.ts";

const daySeconds = 86_400;

/** The instant from which `seconds` of continuous trading have passed by `nowMs`. */
function backInSessions(seconds: number, now: string, calendar: TradingCalendar): number {
  let left = seconds;
  let day = shanghaiDate(now);
  let end = secondsOfDay(now);
  for (;;) {
    if (calendar.isTradingDay(day)) {
      for (const [from, to] of sessions.toReversed()) {
        const length = Math.max(0, Math.min(end, to) - from);
        // Strictly: time used up exactly at an opening also covers the break before it.
        if (length > left) return epochMs(day, Math.min(end, to) - left);
        left -= length;
      }
    }
    day = calendar.previousTradingDay(day);
    end = daySeconds;
  }
}

/** The instant at which `seconds` of continuous trading will have passed since `asOf`. */
function onInSessions(seconds: number, asOf: string, calendar: TradingCalendar): number {
  let left = seconds;
  const day = shanghaiDate(asOf);
  const start = secondsOfDay(asOf);
  if (calendar.isTradingDay(day)) {
    for (const [from, to] of sessions) {
      const begin = Math.max(start, from);
      if (to - begin >= left) return epochMs(day, begin + left);
      left -= Math.max(0, to - begin);
    }
  }
  // What is called a current price does not stay one over the close.
  return Math.max(epochMs(day, closeSeconds), Date.parse(asOf));
}

/** Seconds of continuous trading between two instants of one day, in either order. */
export function sessionSecondsBetween(one: string, other: string): number {
  const [from = 0, to = 0] = [secondsOfDay(one), secondsOfDay(other)].toSorted((a, b) => a - b);
  return sessions.reduce(
    (sum, [opens, closes]) => sum + Math.max(0, Math.min(to, closes) - Math.max(from, opens)),
    0,
  );
}

function oldestAllowedMs(freshness: Freshness, now: string, calendar: TradingCalendar): number {
  if ("sessionSeconds" in freshness) return backInSessions(freshness.sessionSeconds, now, calendar);
  if ("calendarDays" in freshness) return Date.parse(now) - freshness.calendarDays * daySeconds * 1000;
  if ("since" in freshness) return isIsoDate(freshness.since) ? epochMs(freshness.since) : Date.parse(now);
  let day = calendar.lastTradingDayOnOrBefore(shanghaiDate(now));
  for (let n = 0; n < freshness.tradingDays; n += 1) day = calendar.previousTradingDay(day);
  return epochMs(day);
}

/**
 * How many seconds old (wall time, as the Verifier counts) a value may be at `now`, so that lunch breaks, nights and
 * holidays do not age it. `tradingDays: n` reaches back to the beginning of the n-th trading day before the newest one
 * that has begun. 0, so that everything is stale, where the calendar does not reach: this fails closed.
 */
export function budgetSeconds(freshness: Freshness, now: string, calendar: TradingCalendar): number {
  try {
    return Math.max(0, Math.ceil((Date.parse(now) - oldestAllowedMs(freshness, now, calendar)) / 1000));
  } catch {
    return 0;
  }
}

/**
 * Until when a value of `asOf` may be told as fresh, in epoch milliseconds: the same rules forward in time. A bare date
 * counts from its 15:00. A current price ends with its trading day at the latest.
 */
export function freshUntilMs(freshness: Freshness, asOf: string, calendar: TradingCalendar): number {
  const instant = asOf.length === 10 ? epochMs(asOf, closeSeconds) : Date.parse(asOf);
  if ("since" in freshness) return Number.POSITIVE_INFINITY;
  if ("calendarDays" in freshness) return instant + freshness.calendarDays * daySeconds * 1000;
  try {
    if ("sessionSeconds" in freshness) return onInSessions(freshness.sessionSeconds, asOf, calendar);
    let day = shanghaiDate(asOf);
    for (let n = 0; n <= freshness.tradingDays; n += 1) day = calendar.nextTradingDay(day);
    return epochMs(day);
  } catch {
    return instant;
  }
}

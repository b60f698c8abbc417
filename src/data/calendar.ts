import type { Clock, Log } from "#contract";
import { settledOrAborted } from "./aborted.ts";
import type { CalendarHorizon } from "./calendar-horizon.ts";
import holidays from "./holidays.json" with { type: "json" };
import type { Routes } from "./routing.ts";
import type { TradingDayRow } from "./rows.ts";
import { yearOf } from "./shanghai-time.ts";
import { createTradingCalendar, type TradingCalendar, tradingDaysOf, wholeYear } from "./trading-calendar.ts";

/** A list that a source gave is asked for again after a day; the built-in one gives way after a minute. */
const refreshMs = 86_400_000;
const retryMs = 60_000;

interface Year {
  days: ReadonlySet<string> | undefined;
  nextAskMs: number;
  asking: Promise<void> | undefined;
}

export interface Calendars {
  /**
   * The calendar around a date: its year, in the first weeks also the one before. Asks the sources for a year not yet known, then falls
   * back to the built-in list; a failure is never kept as an answer. Years known to nobody stay unknown.
   */
  around(date: string, signal: AbortSignal): Promise<TradingCalendar>;
  /** What is known now, without asking anyone: the sources' lists over the built-in ones. */
  snapshot(): TradingCalendar;
  horizon(): CalendarHorizon;
}

/** The years of the list checked in with the code. */
export function builtinYears(): Map<number, ReadonlySet<string>> {
  return new Map(
    Object.entries(holidays.closed).map(([year, closed]) => [
      Number(year),
      tradingDaysOf(Number(year), new Set(closed.map((day) => `${year}-${day}`))),
    ]),
  );
}

export function createCalendars(services: { routes: Routes; clock: Clock; log: Log }): Calendars {
  const { routes, clock, log } = services;
  const builtin = builtinYears();
  const asked = new Map<number, Year>();
  let current = createTradingCalendar(builtin);

  const refresh = async (year: number, entry: Year): Promise<void> => {
    entry.nextAskMs = clock.wallMs() + retryMs;
    const found = await routes.ask<TradingDayRow>({
      capability: "calendar",
      key: String(year),
      call: (client, signal) => client.calendar?.(year, signal),
      accept: (answer) =>
        wholeYear(
          year,
          answer.rows.map((row) => row.date),
        ) === null
          ? { code: "NO_DATA", message: `the list does not cover ${year}` }
          : null,
    });
    const days = found.ok
      ? wholeYear(
          year,
          found.rows.map((row) => row.date),
        )
      : null;
    if (days === null) {
      if (routes.offers("calendar")) log.warn({ year }, "no source gave a trading calendar");
      return;
    }
    entry.days = days;
    entry.nextAskMs = clock.wallMs() + refreshMs;
    const fetched = [...asked].flatMap(([each, { days: own }]) => (own ? [[each, own] as const] : []));
    current = createTradingCalendar(new Map([...builtin, ...fetched]));
  };

  /** Waits only where nothing has been asked yet; later refreshes run behind the answer at hand. */
  const ensure = async (year: number, signal: AbortSignal): Promise<void> => {
    let entry = asked.get(year);
    const isFirst = entry === undefined;
    entry ??= { days: undefined, nextAskMs: 0, asking: undefined };
    asked.set(year, entry);
    const due = clock.wallMs() >= entry.nextAskMs;
    if (due && entry.asking === undefined && routes.offers("calendar")) {
      entry.asking = refresh(year, entry).finally(() => {
        entry.asking = undefined;
      });
    }
    const mustWait = isFirst || !current.covers(year);
    if (entry.asking !== undefined && mustWait) await settledOrAborted(entry.asking, signal);
  };

  return {
    snapshot: () => current,
    horizon: () => ({
      knownTo: `${Math.max(...builtin.keys())}-12-31`,
      isAsked: routes.offers("calendar"),
    }),
    async around(date, signal) {
      const year = yearOf(date);
      // Only the first weeks of a year look back into the one before.
      const needed = date < `${year}-03-01` ? [year, year - 1] : [year];
      await Promise.all(needed.map((each) => ensure(each, signal)));
      return current;
    },
  };
}

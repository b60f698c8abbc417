import type { Clock, Log } from "#contract";
import { type Calendars, createCalendars } from "./calendar.ts";
import type { JsonCache } from "./json-cache.ts";
import type { PickedSources, SourceConfig } from "./pick-sources.ts";
import { createRoutes, type ReadySource, type Routes } from "./routing.ts";
import { createSecurities, type Securities } from "./securities.ts";
import { addDays, shanghaiDate, yearOf } from "./shanghai-time.ts";

/** Asks one source for something small, for the operator: is it there, is it set up right? */
export interface SourceProbe {
  readonly name: string;
  run(signal: AbortSignal): Promise<{ readonly ok: boolean; readonly detail: string }>;
}

/** L2 as its users see it. */
export interface MarketData {
  readonly routes: Routes;
  readonly calendars: Calendars;
  readonly securities: Securities;
  readonly probes: readonly SourceProbe[];
}

export interface MarketDataServices {
  readonly sources: PickedSources;
  readonly config: SourceConfig;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly cache?: JsonCache;
}

/** The calendar where there is one, else the newest daily rows of a stock that has been listed for decades. */
const probeOf = ({ name, client }: ReadySource, clock: Clock): SourceProbe => ({
  name,
  async run(signal) {
    const today = shanghaiDate(clock.market());
    const range = { from: addDays(today, -20), to: today };
    const answer =
      (await client.calendar?.(yearOf(today), signal)) ?? (await client.daily?.("600000.SH", range, signal));
    if (answer === undefined) return { ok: true, detail: "nothing to probe" };
    if (answer.ok) return { ok: true, detail: `${answer.table}: answered` };
    return { ok: false, detail: `${answer.error.code}: ${answer.error.message}` };
  },
});

/** Builds the enabled sources and what stands on them. No I/O until something is asked. */
export function createMarketData(services: MarketDataServices): MarketData {
  const { sources, config, fetch, clock, log, cache } = services;
  const ready = sources.on.map(({ name, provides, settings, create }) => ({
    name,
    provides,
    client: create({ config: settings.schema.parse(config), fetch, clock, log }),
  }));
  const routes = createRoutes({ sources: ready, clock, log });
  const cacheKey = `securities-${ready.map(({ name }) => name).join("+")}`;
  return {
    routes,
    calendars: createCalendars({ routes, clock, log }),
    securities: createSecurities({ routes, clock, log, cacheKey, ...(cache === undefined ? {} : { cache }) }),
    probes: ready.map((source) => probeOf(source, clock)),
  };
}

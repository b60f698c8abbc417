import { createHash } from "node:crypto";
import type { Clock, ErrorCode, Log } from "#contract";
import { type Calendars, createCalendars } from "./calendar.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { JsonCache } from "./json-cache.ts";
import { createNameProof, type NameProof } from "./name-proof.ts";
import type { PickedSources, SourceConfig } from "./pick-sources.ts";
import { createLocalRateLimiter, orLocal, type RateLimiter } from "./rate-limits.ts";
import { createRoutes, type ReadySource, type Routes } from "./routing.ts";
import { createSecurities, type Securities } from "./securities.ts";
import { addDays, shanghaiDate, yearOf } from "./shanghai-time.ts";
import type { SharedAnswers } from "./shared-answers.ts";
import type { SourceDefinition } from "./source.ts";
import { createTurns, type Wait } from "./turns.ts";

/** Asks one source for something small, for the operator: is it there, is it set up right? */
export interface SourceProbe {
  readonly name: string;
  run(signal: AbortSignal): Promise<{ readonly ok: boolean; readonly detail: string }>;
}

/** A source that is left alone for a while after failures. */
export interface OpenCircuit {
  readonly source: string;
  readonly capability: string;
  readonly code: ErrorCode;
  /** Wall time, epoch milliseconds. */
  readonly untilMs: number;
}

/** L2 as its users see it. */
export interface MarketData {
  readonly routes: Routes;
  readonly calendars: Calendars;
  readonly securities: Securities;
  readonly probes: readonly SourceProbe[];
  /** Of this process. */
  openCircuits(): readonly OpenCircuit[];
  /** Whether prices are compared with those of a second source. */
  readonly crossCheck: boolean;
}

export interface MarketDataServices {
  readonly sources: PickedSources;
  readonly config: SourceConfig;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly cache?: JsonCache;
  /** What all processes share; without it each counts and keeps for itself. */
  readonly limiter?: RateLimiter;
  readonly answers?: SharedAnswers;
  /** How to wait for a busy feed's turn; default in real time. */
  readonly wait?: Wait;
  /** Default true: wherever a second, independent source is enabled. */
  readonly crossCheck?: boolean;
}

/** The calendar where there is one, else the newest daily rows, or the quote, of a stock that has been listed for decades. */
const probeOf = ({ name, client }: ReadySource, clock: Clock): SourceProbe => ({
  name,
  async run(signal) {
    const today = shanghaiDate(clock.market());
    const range = { from: addDays(today, -20), to: today };
    const answer =
      (await client.calendar?.(yearOf(today), signal)) ??
      (await client.daily?.("600000.SH", range, signal)) ??
      (await client.spot?.("600000.SH", signal));
    if (answer === undefined) return { ok: true, detail: "nothing to probe" };
    if (answer.ok) return { ok: true, detail: `${answer.table}: answered` };
    return { ok: false, detail: `${answer.error.code}: ${answer.error.message}` };
  },
});

/** A name for where a source's answers come from: its settings without the secret ones. */
function setUpOf({ settings }: SourceDefinition, config: Readonly<Record<string, unknown>>): string {
  const open = Object.entries(config).filter(([name]) => !settings.secrets.includes(name));
  return createHash("sha256").update(JSON.stringify(open)).digest("hex").slice(0, 12);
}

function readySource(
  definition: SourceDefinition,
  { config, fetch, clock, log, wait }: MarketDataServices,
  { limiter, identify }: { readonly limiter: RateLimiter; readonly identify: NameProof },
): ReadySource {
  const { name, provides, checks, upstreams, limits, alone, settings, create } = definition;
  const own = settings.schema.parse(config);
  return {
    name,
    provides,
    ...(checks === undefined ? {} : { checks }),
    ...(upstreams === undefined ? {} : { upstreams }),
    ...(limits === undefined ? {} : { limits }),
    // Bundled data need no sharing.
    ...(alone === true ? {} : { setUp: setUpOf(definition, own) }),
    client: create({
      config: own,
      fetch,
      clock,
      log,
      turn: createTurns({ source: name, limiter, clock, wait }),
      identify,
    }),
  };
}

/** Builds the enabled sources and what stands on them. No I/O until something is asked. */
export function createMarketData(services: MarketDataServices): MarketData {
  const { sources, clock, log, cache, answers, crossCheck = true } = services;
  const local = createLocalRateLimiter(clock.wallMs);
  const limiter = services.limiter === undefined ? local : orLocal(services.limiter, local);
  // The securities stand on the sources, and a source asks them only when it is asked itself.
  const identify = createNameProof(() => securities);
  const ready = sources.on.map((definition) => readySource(definition, services, { limiter, identify }));
  const breakers = new Map<string, CircuitBreaker>();
  const routes = createRoutes({
    sources: ready,
    breakers,
    clock,
    log,
    limiter,
    ...(answers === undefined ? {} : { answers }),
  });
  const cacheKey = `securities-${ready.map(({ name }) => name).join("+")}`;
  const keeping = cache === undefined ? {} : { cache };
  const securities = createSecurities({ routes, clock, log, cacheKey, ...keeping });
  return {
    routes,
    calendars: createCalendars({ routes, clock, log }),
    securities,
    probes: ready.map((source) => probeOf(source, clock)),
    openCircuits: () =>
      [...breakers].flatMap(([name, breaker]) => {
        const opened = breaker.opened();
        const [source = "", capability = ""] = name.split(" ");
        return opened === null
          ? []
          : [{ source, capability, code: opened.failure.code, untilMs: opened.untilMs }];
      }),
    crossCheck,
  };
}

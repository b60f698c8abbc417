import type { Clock } from "#contract";
import type { Config } from "../config.ts";
import { calendarTrouble } from "../data/calendar-horizon.ts";
import type { HttpServer } from "../http/server.ts";
import { createActivity } from "../journal/activity.ts";
import type { Observe } from "../journal/observation.ts";
import { createTurnSearch } from "../journal/search/search.ts";
import { makeFolder } from "../store/make-folder.ts";
import type { Store } from "../store/redis.ts";
import { type Agent, type AgentOptions, createAgent } from "./agent/agent.ts";
import { type Closing, createClosing } from "./closing.ts";
import type { Foundation } from "./foundation.ts";
import { startOwnHeartbeat } from "./health/own-heartbeat.ts";
import { startTellingFaults } from "./health/tell-faults.ts";
import { createInfrastructure, type Infrastructure } from "./infrastructure.ts";
import { activityOf } from "./metrics/activity-of.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { queueCounts } from "./queues/queue-counts.ts";
import { openStore } from "./redis/open-store.ts";
import type { AdminRoleServices } from "./roles/admin-role.ts";
import { createGatewayRole, type GatewayRole } from "./roles/gateway-role.ts";
import { type HttpServices, openHttp } from "./roles/http.ts";
import { createPairingFor, ownerLine } from "./roles/live-pairing.ts";
import { startWorkerRole } from "./roles/worker-role.ts";
import { openTracing } from "./tracing/tracing.ts";

export type Role = "gateway" | "worker" | "admin";

export interface ServiceOptions {
  readonly roles: ReadonlySet<Role>;
  /** Without it no port is opened (a one-call run). */
  readonly http: boolean;
  /** Only these platforms, e.g. the terminal alone for a one-call run. */
  readonly platforms?: readonly string[];
  /** Queues of its own beside the shared journal. */
  readonly namespace?: string;
  /** Where the terminal's socket and credentials are; the data folder unless said otherwise. */
  readonly socketFolder?: string;
  /** Keeps the limits of the day for model calls in the place of this service's Redis. */
  readonly dayBudget?: NonNullable<AgentOptions["dayBudget"]>;
}

export interface Service {
  readonly agent: Agent;
  readonly infra: Infrastructure;
  readonly gateway: GatewayRole | null;
  readonly http: HttpServer | null;
  /** Lines for the operator at the start. */
  readonly notes: readonly string[];
  /** Takes over the live settings of another configuration (see `settings/follow-settings.ts`). */
  reload(config: Config): void;
  /** Takes nothing new, finishes or hands over what is under way, within the grace time. */
  stop(options: { graceMs: number }): Promise<void>;
}

/** How long a start waits for the list of securities and the calendar; after that they come behind the first messages. */
const warmUpMs = 1000;

/** A start that failed has this long to leave nothing running. */
const failedStartMs = 10_000;

/** The router reads the list of securities without waiting, so it should be there before the first message. */
async function warmUp({ data }: Agent, { market }: Clock): Promise<void> {
  const signal = AbortSignal.timeout(warmUpMs);
  const today = market().slice(0, 10);
  await Promise.allSettled([data.securities.ready(signal), data.calendars.around(today, signal)]);
}

/** Both over one Redis: the door is told at once where it does not answer, the worker waits for it. */
function createInfrastructures({ config, clock, log }: Foundation, store: Store) {
  const shared = { clock, log, journalDays: config.core.JOURNAL_DAYS, queues: new Map() };
  return {
    infra: createInfrastructure({ store, ...shared }),
    patient: createInfrastructure({ store: store.patient(), ...shared }),
  };
}

/** Metrics of what is brought up after them. */
function createServiceMetrics(
  { adapters, clock }: Foundation,
  infra: Infrastructure,
  later: { readonly agent: () => Agent; readonly gateway: () => GatewayRole | null },
): Metrics {
  const search = createTurnSearch(infra.store);
  return createMetrics(
    {
      queueCounts: () => queueCounts(infra, adapters),
      oldestOpenMs: async () => (await search.oldestOpen())?.acceptedMs,
      adapters: () =>
        [...(later.gateway()?.adapters ?? [])].map(([name, adapter]) => [name, adapter.health().ok]),
      openCircuits: () => later.agent().data.openCircuits(),
      wallMs: clock.wallMs,
    },
    () => later.agent().settings().MODEL_PRICES,
  );
}

type SiteServices = Omit<AdminRoleServices, "heartbeat"> & Omit<HttpServices, "admin">;

/** The port, this process's heartbeat, and the administrator's site where it has that role; a call without a port loads no page. */
async function openSite(
  services: SiteServices,
  closing: Closing,
): Promise<{ readonly http: HttpServer; readonly adminLine: string | undefined }> {
  const heartbeat = startOwnHeartbeat({ ...services, store: services.infra.store });
  closing.add(() => heartbeat.close());
  const { gateway } = services;
  const telling = gateway === null ? null : startTellingFaults({ ...services, gateway, heartbeat });
  closing.add(async () => telling?.close());
  const openAdmin = async () => {
    const { createAdminRole } = await import("./roles/admin-role.ts");
    return createAdminRole({ ...services, heartbeat });
  };
  const admin = services.roles.has("admin") ? await openAdmin() : null;
  const http = await openHttp({ ...services, admin });
  closing.add(() => http.close());
  if (admin !== null) closing.add(() => admin.close());
  return { http, adminLine: await admin?.line(http.url) };
}

async function bringUp(
  foundation: Foundation,
  options: ServiceOptions,
  closing: Closing,
): Promise<Omit<Service, "stop">> {
  const { config, adapters, clock, log } = foundation;
  const { roles, namespace, dayBudget, socketFolder = config.dataFolder } = options;
  const { store, warnings, close } = await openStore(foundation, {
    mayBeNew: true,
    mustWrite: true,
    ...(namespace === undefined ? {} : { namespace }),
  });
  closing.add(close);
  for (const warning of warnings) log.warn({}, warning);
  const { infra, patient } = createInfrastructures(foundation, store);
  closing.add(() => infra.closeQueues());
  const tracing = await openTracing(foundation);
  closing.add(() => tracing.close());
  const metrics = createServiceMetrics(foundation, infra, { agent: () => agent, gateway: () => gateway });
  const agent = await createAgent(foundation, store, {
    countRefusal: metrics.countDayRefusal,
    ...(dayBudget === undefined ? {} : { dayBudget }),
  });
  closing.add(() => agent.stop());
  const calendar = calendarTrouble(agent.data.calendars.horizon(), clock.market().slice(0, 10));
  const cautions = calendar === null ? [] : [`the trading calendar ${calendar.detail}; ${calendar.fix}`];
  for (const caution of cautions) log.warn({}, caution);
  await warmUp(agent, clock);
  // A private Redis would have made it; with one of the operator's own nobody has.
  await makeFolder(socketFolder);
  const pairing = createPairingFor(foundation, store);
  const wanted = adapters.filter(({ platform }) => options.platforms?.includes(platform) ?? true);
  const activity = createActivity(store, { days: config.core.JOURNAL_DAYS });
  closing.add(() => activity.close());
  const observe: Observe = (observation) => {
    metrics.observeTurn(observation);
    activity.add(clock.wallMs(), activityOf(observation));
  };
  const gateway = roles.has("gateway")
    ? createGatewayRole({
        ...{ foundation, agent, pairing, metrics, observe },
        infra: tracing.infra(infra),
        definitions: tracing.adapters(wanted),
        dataFolder: socketFolder,
      })
    : null;
  const site = options.http
    ? await openSite(
        { foundation, infra, agent, gateway, pairing, activity, observe, roles, metrics },
        closing,
      )
    : null;
  // Before the worker's, so after it in time: what it finishes can still be delivered.
  let closeDoor = async (): Promise<void> => undefined;
  closing.add(() => closeDoor());
  if (roles.has("worker")) {
    const work = startWorkerRole({
      ...{ foundation, gateway, observe },
      infra: tracing.infra(patient),
      agent: tracing.agent(agent),
      // A one-call run leaves what is due to the service.
      ...(options.http ? { isAllowed: pairing.isAllowed } : {}),
    });
    closing.add(() => work.close(closing.grace()));
  }
  if (gateway !== null) {
    await gateway.gateway.start();
    closeDoor = () => gateway.gateway.stop(closing.grace());
  }
  const owner = gateway === null ? null : await ownerLine(foundation, pairing);
  return {
    ...{ agent, infra, gateway },
    http: site?.http ?? null,
    notes: [
      ...[...warnings, ...cautions].map((line) => `  warning    ${line}`),
      ...(site?.adminLine === undefined ? [] : [site.adminLine]),
      ...(owner === null ? [] : [owner]),
    ],
    reload(next) {
      agent.reload(next);
      pairing.setAccess(next.access);
    },
  };
}

/** Brings up the roles over one Redis. Throws AppError for what must not run; then nothing is left running. */
export async function startService(foundation: Foundation, options: ServiceOptions): Promise<Service> {
  const closing = createClosing(foundation);
  try {
    const service = await bringUp(foundation, options, closing);
    return { ...service, stop: ({ graceMs }) => closing.all(graceMs) };
  } catch (error) {
    await closing.all(failedStartMs);
    throw error;
  }
}

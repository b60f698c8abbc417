import type { Clock } from "#contract";
import type { Config } from "../config.ts";
import type { HttpServer } from "../http/server.ts";
import { createShortFetch } from "../http/short-fetch.ts";
import { createActivity } from "../journal/activity.ts";
import { createTurnSearch } from "../journal/search.ts";
import { createAdapterStore } from "../store/adapter-store.ts";
import { makeFolder } from "../store/make-folder.ts";
import type { Store } from "../store/redis.ts";
import type { TurnObservation } from "../worker/answer-parts.ts";
import { type Agent, type AgentOptions, createAgent } from "./agent/agent.ts";
import { createDayRequests } from "./budgets/day-budget.ts";
import type { Foundation } from "./foundation.ts";
import { type Heartbeat, startHeartbeat } from "./health/heartbeat.ts";
import { createInfrastructure, type Infrastructure } from "./infrastructure.ts";
import { activityOf } from "./metrics/activity-of.ts";
import { createMetrics } from "./metrics/metrics.ts";
import type { StateSources } from "./metrics/state-metrics.ts";
import { queueCounts } from "./queues/queue-counts.ts";
import { openStore } from "./redis/open-store.ts";
import type { AdminRole, AdminRoleServices } from "./roles/admin-role.ts";
import { createGatewayRole, type GatewayRole } from "./roles/gateway-role.ts";
import { createPairingFor, ownerLine } from "./roles/live-pairing.ts";
import { loginLostServices } from "./roles/login-lost.ts";
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
  /** Takes over the live settings of another configuration (see `reload.ts`). */
  reload(config: Config): void;
  /** Takes nothing new, finishes or hands over what is under way, within the grace time. */
  stop(options: { graceMs: number }): Promise<void>;
}

async function openHttp(
  foundation: Foundation,
  infra: Infrastructure,
  gateway: GatewayRole | null,
  roles: readonly string[],
  metrics: ReturnType<typeof createMetrics>,
  admin: AdminRole | null,
) {
  const { config, log, clock } = foundation;
  const { PUBLIC_URL, ADMIN_TOKEN, ADMIN_VIEWER_TOKEN: viewerToken } = config.core;
  const adminToken = admin?.token ?? ADMIN_TOKEN;
  const adapters = gateway?.adapters ?? new Map();
  const webhooks = [...adapters].flatMap(([platform, { webhook }]) =>
    webhook === undefined ? [] : [[platform, webhook]],
  );
  const { startHttpServer } = await import("../http/server.ts");
  return startHttpServer({
    host: config.core.HTTP_HOST,
    port: config.core.HTTP_PORT,
    webhooks: Object.fromEntries(webhooks),
    metrics: metrics.registry,
    log,
    isBehindProxy: PUBLIC_URL !== undefined,
    ...(admin === null ? {} : { admin: admin.fetch, invites: admin.invites }),
    ...(adminToken === undefined ? {} : { adminToken }),
    ...(viewerToken === undefined ? {} : { viewerToken }),
    async readiness() {
      const health = await infra.store.health(clock.wallMs());
      const states = [...adapters].map(([platform, adapter]) => [platform, adapter.health()]);
      return { ok: health.writable, intake: health.writable, roles, adapters: Object.fromEntries(states) };
    },
  });
}

/** Loaded by the process that shows it: a call without a port pays for no page. */
async function openAdmin(services: AdminRoleServices): Promise<AdminRole> {
  const { createAdminRole } = await import("./roles/admin-role.ts");
  return createAdminRole(services);
}

/** Tells the administrator's page, in whatever process, how this one is. */
const beat = (
  { clock }: Foundation,
  store: Store,
  agent: Agent,
  gateway: GatewayRole | null,
  roles: ReadonlySet<Role>,
): Heartbeat =>
  startHeartbeat({
    keep: createAdapterStore(store, "health"),
    roles: [...roles],
    wallMs: clock.wallMs,
    state: () => ({
      adapters: [...(gateway?.adapters ?? [])].map(([platform, adapter]) => ({
        platform,
        ...adapter.health(),
      })),
      circuits: agent.data.openCircuits(),
      modelFaults: agent.modelFaults(),
    }),
  });

/** How long a start waits for the list of securities and the calendar; after that they come behind the first messages. */
const warmUpMs = 1000;

/** The router reads the list of securities without waiting, so it should be there before the first message. */
async function warmUp({ data }: Agent, { market }: Clock): Promise<void> {
  const signal = AbortSignal.timeout(warmUpMs);
  const today = market().slice(0, 10);
  await Promise.allSettled([data.securities.ready(signal), data.calendars.around(today, signal)]);
}

/** Beyond its share of the grace time: what hangs then, with Redis away, is left behind, and the next start finds it. */
const closingMs = 500;

/** A start that failed has this long to leave nothing running. */
const failedStartMs = 10_000;

/** Rejects when the work takes longer; it is not waited for any more. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Brings up the roles over one Redis. Throws AppError for what must not run; then nothing is left running. */
export async function startService(foundation: Foundation, options: ServiceOptions): Promise<Service> {
  const { config, adapters, clock, log } = foundation;
  const { namespace } = options;
  const opened = await openStore(foundation, {
    mayBeNew: true,
    ...(namespace === undefined ? {} : { namespace }),
  });
  const closers: (() => Promise<void>)[] = [() => opened.close()];
  let stopByMs = clock.wallMs();
  /** What is left of the time to stop in, a moment at least. */
  const grace = () => ({ graceMs: Math.max(200, stopByMs - clock.wallMs()) });
  const unwind = async () => {
    for (const close of closers.toReversed())
      await inTime(close(), grace().graceMs + closingMs).catch((error: Error) =>
        log.warn({ err: error.message }, "closing"),
      );
  };
  try {
    const { store, warnings } = opened;
    for (const warning of warnings) log.warn({}, warning);
    const services = { clock, log, journalDays: config.core.JOURNAL_DAYS, queues: new Map() };
    const door = createInfrastructure({ store, ...services });
    const inner = createInfrastructure({ store: store.patient(), ...services });
    closers.push(() => door.closeQueues());
    const tracing = await openTracing(foundation);
    closers.push(() => tracing.close());
    const search = createTurnSearch(store);
    const sources: StateSources = {
      queueCounts: () => queueCounts(door, adapters),
      oldestOpenMs: async () => (await search.oldestOpen())?.acceptedMs,
      adapters: () => [...(gateway?.adapters ?? [])].map(([name, adapter]) => [name, adapter.health().ok]),
      openCircuits: () => agent.data.openCircuits(),
      wallMs: clock.wallMs,
    };
    const metrics = createMetrics(sources, () => agent.settings().MODEL_PRICES);
    const agent = await createAgent(foundation, store, {
      countRefusal: metrics.countDayRefusal,
      ...(options.dayBudget === undefined ? {} : { dayBudget: options.dayBudget }),
    });
    closers.push(() => agent.stop());
    await warmUp(agent, clock);
    const socketFolder = options.socketFolder ?? config.dataFolder;
    // A private Redis would have made it; with one of the operator's own nobody has.
    await makeFolder(socketFolder);
    const wanted = adapters.filter(({ platform }) => options.platforms?.includes(platform) ?? true);
    const pairing = createPairingFor(foundation, store);
    const gateway = options.roles.has("gateway")
      ? createGatewayRole({
          infra: tracing.infra(door),
          definitions: tracing.adapters(wanted),
          settings: config.values,
          pairing,
          rateLimits: { perUser: config.core.RATE_LIMIT_PERSON, perChat: config.core.RATE_LIMIT_CHAT },
          dayRequests: createDayRequests({
            ...{ store, settings: agent.settings, wallMs: clock.wallMs },
            countRefusal: metrics.countDayRefusal,
          }),
          dataFolder: socketFolder,
          fetch: createShortFetch({ fallback: globalThis.fetch }),
          clock,
          log,
          sourceListing: agent.sourceListing,
          pipeline: agent.ports,
          countReport: metrics.countReport,
          loginLost: loginLostServices(foundation, store),
        })
      : null;
    const activity = createActivity(store, { days: config.core.JOURNAL_DAYS });
    closers.push(() => activity.close());
    const heartbeat = options.http ? beat(foundation, store, agent, gateway, options.roles) : null;
    if (heartbeat !== null) closers.push(() => heartbeat.close());
    const admin =
      heartbeat !== null && options.roles.has("admin")
        ? await openAdmin({ foundation, infra: door, agent, gateway, pairing, activity, heartbeat })
        : null;
    const http = options.http
      ? await openHttp(foundation, door, gateway, [...options.roles], metrics, admin)
      : null;
    if (http !== null) closers.push(() => http.close());
    if (admin !== null) closers.push(() => admin.close());
    if (options.roles.has("worker")) {
      const observe = (observation: TurnObservation) => {
        metrics.observeTurn(observation);
        activity.add(clock.wallMs(), activityOf(observation));
      };
      const work = await startWorkerRole({
        ...{ foundation, gateway, observe },
        infra: tracing.infra(inner),
        agent: tracing.agent(agent),
        // A one-call run leaves what is due to the service.
        ...(options.http ? { isAllowed: pairing.isAllowed } : {}),
      });
      closers.push(() => work.close(grace()));
    }
    if (gateway !== null) {
      await gateway.gateway.start();
      // Before the worker's in the list, so after it in time: what it finishes can still be delivered.
      const last = options.roles.has("worker") ? closers.length - 1 : closers.length;
      closers.splice(last, 0, () => gateway.gateway.stop(grace()));
    }
    const adminLine = http === null ? undefined : await admin?.line(http.url);
    const owner = gateway === null ? null : await ownerLine(foundation, pairing);
    return {
      agent,
      infra: door,
      gateway,
      http,
      notes: [
        ...warnings.map((line) => `  warning    ${line}`),
        ...(adminLine === undefined ? [] : [adminLine]),
        ...(owner === null ? [] : [owner]),
      ],
      reload(next) {
        agent.reload(next);
        pairing.setAccess(next.access);
      },
      async stop(stopping) {
        stopByMs = clock.wallMs() + stopping.graceMs;
        await unwind();
      },
    };
  } catch (error) {
    stopByMs = clock.wallMs() + failedStartMs;
    await unwind();
    throw error;
  }
}

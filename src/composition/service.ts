import { mkdir } from "node:fs/promises";
import type { Clock } from "#contract";
import { type HttpServer, startHttpServer } from "../http/server.ts";
import { createShortFetch } from "../http/short-fetch.ts";
import type { Work } from "../queue/work.ts";
import { startWorker } from "../worker/worker.ts";
import { type Brain, createBrain } from "./brain.ts";
import { type Foundation, openStore } from "./foundation.ts";
import { createGatewayRole, type GatewayRole } from "./gateway-role.ts";
import { createMetrics } from "./metrics.ts";
import { createNerves, createPartsOf, type Nerves } from "./nerves.ts";

export type Role = "gateway" | "worker";

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
}

export interface Service {
  readonly brain: Brain;
  readonly nerves: Nerves;
  readonly gateway: GatewayRole | null;
  readonly http: HttpServer | null;
  /** Takes nothing new, finishes or hands over what is under way, within the grace time. */
  stop(options: { graceMs: number }): Promise<void>;
}

/** The longest a turn may take; then it is failed, the user told, and the chat goes on. */
const maxTurnMs = 60_000;
const turnsAtOnce = 64;

async function openHttp(
  foundation: Foundation,
  nerves: Nerves,
  gateway: GatewayRole | null,
  roles: readonly string[],
  metrics: ReturnType<typeof createMetrics>,
) {
  const { config, log, clock } = foundation;
  const adapters = gateway?.adapters ?? new Map();
  const webhooks = [...adapters].flatMap(([platform, { webhook }]) =>
    webhook === undefined ? [] : [[platform, webhook]],
  );
  return startHttpServer({
    host: config.core.HTTP_HOST,
    port: config.core.HTTP_PORT,
    webhooks: Object.fromEntries(webhooks),
    metrics: metrics.registry,
    log,
    ...(config.core.ADMIN_TOKEN === undefined ? {} : { adminToken: config.core.ADMIN_TOKEN }),
    async readiness() {
      const health = await nerves.store.health(clock.wallMs());
      const states = [...adapters].map(([platform, adapter]) => [platform, adapter.health()]);
      return { ok: health.writable, intake: health.writable, roles, adapters: Object.fromEntries(states) };
    },
  });
}

async function startWorkerRole(
  nerves: Nerves,
  brain: Brain,
  gateway: GatewayRole | null,
  metrics: ReturnType<typeof createMetrics>,
): Promise<Work> {
  const maxCharacters = new Map(
    [...(gateway?.adapters ?? [])].map(([platform, adapter]) => [platform, adapter.maxCharacters]),
  );
  const { journal, memory, outbox, signals, inbound } = nerves;
  return startWorker({
    inbound,
    together: nerves.store.together,
    journal,
    memory,
    outbox,
    signals,
    pipeline: brain.ports,
    partsOf: createPartsOf(maxCharacters),
    maxTurnMs,
    concurrency: turnsAtOnce,
    observe: metrics.observeTurn,
  });
}

/** How long a start waits for the list of securities and the calendar; after that they come behind the first messages. */
const warmUpMs = 1000;

/** The router reads the list of securities without waiting, so it should be there before the first message. */
async function warmUp({ data }: Brain, { market }: Clock): Promise<void> {
  const signal = AbortSignal.timeout(warmUpMs);
  const today = market().slice(0, 10);
  await Promise.allSettled([data.securities.ready(signal), data.calendars.around(today, signal)]);
}

/** Brings up the roles over one Redis. Throws AppError for what must not run; then nothing is left running. */
export async function startService(foundation: Foundation, options: ServiceOptions): Promise<Service> {
  const { config, adapters, clock, log } = foundation;
  const opened = await openStore(
    foundation,
    options.namespace === undefined ? {} : { namespace: options.namespace },
  );
  const closers: (() => Promise<void>)[] = [() => opened.close()];
  const unwind = async () => {
    for (const close of closers.toReversed())
      await close().catch((error: Error) => log.warn({ err: error.message }, "closing"));
  };
  try {
    const { store } = opened;
    const services = { clock, log, journalDays: config.core.JOURNAL_DAYS };
    const door = createNerves({ store, ...services });
    const inner = createNerves({ store: store.patient(), ...services });
    closers.push(
      () => door.closeQueues(),
      () => inner.closeQueues(),
    );
    const brain = await createBrain(foundation, store);
    await warmUp(brain, clock);
    const metrics = createMetrics({ queueCounts: async () => ({ inbound: await door.inbound.counts() }) });
    const socketFolder = options.socketFolder ?? config.dataFolder;
    // A private Redis would have made it; with one of the operator's own nobody has.
    await mkdir(socketFolder, { recursive: true, mode: 0o700 });
    const wanted = adapters.filter(({ platform }) => options.platforms?.includes(platform) ?? true);
    const gateway = options.roles.has("gateway")
      ? createGatewayRole({
          nerves: door,
          definitions: wanted,
          settings: config.values,
          access: config.access,
          dataFolder: socketFolder,
          fetch: createShortFetch({ fallback: globalThis.fetch }),
          clock,
          log,
          directory: () => brain.data.securities.directory(),
          metrics: brain.metrics,
          countReport: metrics.countReport,
        })
      : null;
    const http = options.http ? await openHttp(foundation, door, gateway, [...options.roles], metrics) : null;
    if (http !== null) closers.push(() => http.close());
    let stopByMs = 0;
    const grace = () => ({ graceMs: Math.max(1000, stopByMs - clock.wallMs()) });
    if (options.roles.has("worker")) {
      const work = await startWorkerRole(inner, brain, gateway, metrics);
      closers.push(() => work.close(grace()));
    }
    if (gateway !== null) {
      await gateway.gateway.start();
      // Before the worker's in the list, so after it in time: what it finishes can still be delivered.
      const last = options.roles.has("worker") ? closers.length - 1 : closers.length;
      closers.splice(last, 0, () => gateway.gateway.stop(grace()));
    }
    return {
      brain,
      nerves: door,
      gateway,
      http,
      async stop(stopping) {
        stopByMs = clock.wallMs() + stopping.graceMs;
        await unwind();
      },
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

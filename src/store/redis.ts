import { Redis, type RedisOptions } from "ioredis";
import { readSentinels } from "./address.ts";
import { type Cache, createCache } from "./cache.ts";
import { asIntakeDown } from "./fault.ts";
import { gatherWrites } from "./gather-writes.ts";
import { checkHealth, type StoreHealth } from "./health.ts";
import { createKeys, type Keys } from "./keys.ts";
import { createLeases, type Lease } from "./lease.ts";
import { createLocks, type Locks, unlockLua } from "./locks.ts";
import type { Script } from "./lua.ts";
import { createReplicated } from "./replicated.ts";
import { createTogether, type Together } from "./steps.ts";
import { openChannel, type Subscribe } from "./subscribe.ts";
import { limitWaiting } from "./waiting-time.ts";

export interface StoreOptions {
  /** One of the two: a URL (`redis://…`, `rediss://…`, `redis+sentinel://…`) or the path of a unix socket. */
  readonly url?: string;
  readonly socketPath?: string;
  /** Of the queues: `main`, or another for a one-call local run. */
  readonly namespace?: string;
  /** How long a command may wait while Redis is away, unless the store is a patient one. */
  readonly failAfterMs?: number;
  /** Told of each loss of the connection, at most once a second. No secret in it. */
  readonly onTrouble?: (detail: string) => void;
}

/** The only door to Redis. */
export interface Store {
  readonly keys: Keys;
  readonly namespace: string;
  /** The shared client. Its failures are raw; `script` and `guarded` translate them. */
  readonly redis: Redis;
  /** Registers a script (by hash, so that the source travels once). */
  script(name: string, lua: string): Script;
  /** Runs steps of several modules as one script: all of them or none, in one round trip. Throws as `script` does. */
  readonly together: Together;
  /** Runs a call against the client, its store faults turned into AppError INTAKE_DOWN. */
  guarded<Value>(call: (redis: Redis) => Promise<Value>): Promise<Value>;
  publish(channel: string, text: string): Promise<void>;
  /** Lossy: what is published while the connection is away is not seen. */
  readonly subscribe: Subscribe;
  readonly cache: Cache;
  readonly locks: Locks;
  readonly lease: (name: string, ttlMs: number) => Lease;
  /**
   * Behind sentinels: waits until a replica holds what has been written so far, at most a second, so that a fail-over does not lose
   * it; with no replica left it goes on. Rejects with AppError INTAKE_DOWN where one has come between. Elsewhere it does nothing.
   */
  replicated(): Promise<void>;
  /** Whether `replicated` has anything to wait for. */
  readonly hasReplicas: boolean;
  /** Never throws. */
  health(nowMs: number): Promise<StoreHealth>;
  /**
   * The same Redis by one more connection, on which commands wait for ever and are sent again after a reconnection: for
   * workers, which must not lose what they have computed. Closed with this store.
   */
  patient(): Store;
  close(): Promise<void>;
}

/** Reconnects for ever, at most two seconds apart. */
const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), 2000);

const baseOptions = {
  retryStrategy,
  keepAlive: 10_000,
  reconnectOnError: (error: Error) => (error.message.startsWith("READONLY") ? 2 : false),
} satisfies RedisOptions;

const patientOptions = { ...baseOptions, maxRetriesPerRequest: null } satisfies RedisOptions;

/** `failAfterMs` as in `StoreOptions`; undefined where commands wait for ever. */
function open(options: StoreOptions, redisOptions: RedisOptions, failAfterMs?: number): Redis {
  const legacy = { ...redisOptions, replyMapping: "legacy" as const };
  const url = options.url ?? "redis://127.0.0.1:6379";
  const sentinels = readSentinels(url);
  const client =
    options.socketPath !== undefined
      ? new Redis({ ...legacy, path: options.socketPath })
      : sentinels !== undefined
        ? new Redis({ ...sentinels, sentinelRetryStrategy: retryStrategy, ...legacy })
        : new Redis(url, legacy);
  gatherWrites(client);
  if (failAfterMs !== undefined) limitWaiting(client, failAfterMs);
  // Without a listener a lost connection would end the process.
  let saidMs = Number.NEGATIVE_INFINITY;
  client.on("error", (error: Error) => {
    const nowMs = performance.now();
    if (nowMs - saidMs < 1000) return;
    saidMs = nowMs;
    options.onTrouble?.(error.message);
  });
  return client;
}

/** Connects in the background; nothing throws here when Redis is down, the first command does. */
export function connect(options: StoreOptions): Store {
  return createStore(options, baseOptions, options.failAfterMs ?? 2000);
}

/** Binds scripts to a client; a script travels once and is then called by its hash. */
function scriptsOf(redis: Redis): Store["script"] {
  return (name, lua) => {
    redis.defineCommand(name, { lua });
    const call: unknown = Reflect.get(redis, name);
    if (typeof call !== "function") throw new Error(`script ${name} was not registered`);
    return async (keys, args) => {
      try {
        return await call.call(redis, keys.length, ...keys, ...args);
      } catch (error) {
        throw asIntakeDown(error);
      }
    };
  };
}

function createStore(options: StoreOptions, redisOptions: RedisOptions, failAfterMs?: number): Store {
  const namespace = options.namespace ?? "main";
  const keys = createKeys(namespace);
  const redis = open(options, redisOptions, failAfterMs);
  const script = scriptsOf(redis);
  const channel = openChannel(() => open(options, patientOptions));
  const isPatient = redisOptions.maxRetriesPerRequest === null;
  const hasReplicas = options.url !== undefined && readSentinels(options.url) !== undefined;
  let waiter: Redis | undefined;
  const openWaiter = (): Redis => {
    waiter = open(options, redisOptions, failAfterMs);
    return waiter;
  };
  let patient: Store | undefined;
  const store: Store = {
    keys,
    namespace,
    redis,
    script,
    together: createTogether(script),
    async guarded(call) {
      try {
        return await call(redis);
      } catch (error) {
        throw asIntakeDown(error);
      }
    },
    async publish(name, text) {
      await redis.publish(name, text);
    },
    subscribe: channel.subscribe,
    cache: createCache(redis, keys.cache),
    locks: createLocks(redis, script("qmUnlock", unlockLua), keys.lock),
    lease: createLeases(script, keys.lock),
    hasReplicas,
    replicated: hasReplicas ? createReplicated(redis, openWaiter, keys.cache("replicated")) : async () => {},
    health: (nowMs) => checkHealth(redis, { key: keys.cache("probe"), channel: keys.signals }, nowMs),
    patient() {
      if (isPatient) return store;
      patient ??= createStore(options, patientOptions);
      return patient;
    },
    async close() {
      await patient?.close();
      channel.close();
      waiter?.disconnect();
      redis.disconnect();
    },
  };
  return store;
}

import { shownValue } from "../../config.ts";
import { ensureRedisInstalled, startPrivateRedis } from "../../store/private-redis.ts";
import { connect, type Store } from "../../store/redis.ts";
import { askOnTerminal } from "../command-line/confirm.ts";
import { type Foundation, say } from "../foundation.ts";
import { awaitFitRedis, redisWarnings } from "./redis-fitness.ts";
import { createTroubleLog } from "./trouble-log.ts";

export interface OpenStore {
  readonly store: Store;
  /** What the operator of a Redis behind REDIS_URL should mend there, a line each. */
  readonly warnings: readonly string[];
  /** Leaves Redis; a private one that nobody else uses is stopped, everything written out. */
  close(): Promise<void>;
}

export interface OpenStoreOptions {
  readonly namespace?: string;
  /** Whatever stands behind REDIS_URL is taken without waiting for it or judging it, for who looks into its health. */
  readonly asIs?: boolean;
  /** A private one may well hold nothing yet; else the operator is told that this is not where the service keeps its data. */
  readonly mayBeNew?: boolean;
  /** One that takes no writes is waited for a moment and then refused; who only reads, or makes room, is content with it. */
  readonly mustWrite?: boolean;
}

type ConnectOptions = Omit<Parameters<typeof connect>[0], "url" | "socketPath">;

/** Host and port of REDIS_URL, without user and password. */
export const redisHost = (url: string): string =>
  shownValue(url)
    .replace(/^[^/]*\/\//, "")
    .split("/", 1)[0] || "REDIS_URL";

/** The operator's own, behind REDIS_URL. */
async function openGivenRedis(
  { config, clock }: Foundation,
  url: string,
  { asIs, mustWrite = false, ...options }: ConnectOptions & Pick<OpenStoreOptions, "asIs" | "mustWrite">,
): Promise<OpenStore> {
  const store = connect({ url, ...options });
  const close = () => store.close();
  if (asIs === true) return { store, warnings: [], close };
  const place = redisHost(url);
  try {
    const health = await awaitFitRedis(store, { place, wallMs: clock.wallMs, say, mustWrite });
    return { store, warnings: redisWarnings(place, health, config.core.REDIS_FSYNC), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** That of the data folder. */
async function openPrivateRedis(
  { config, log }: Foundation,
  { mayBeNew, ...options }: ConnectOptions & Pick<OpenStoreOptions, "mayBeNew">,
): Promise<OpenStore> {
  await ensureRedisInstalled({
    isRoot: process.getuid?.() === 0,
    hasTty: process.stdin.isTTY === true,
    say,
    ask: askOnTerminal,
  });
  const redis = await startPrivateRedis({
    folder: config.dataFolder,
    fsync: config.core.REDIS_FSYNC,
    say: (line) => log.info({}, line),
  });
  if (redis.isNew && mayBeNew !== true)
    say(
      `qianmen: a new, empty Redis was started in ${config.dataFolder}: no service has run there. Where yours runs with other settings set the same ` +
        "REDIS_URL or QIANMEN_DATA; in a container run this there: docker compose exec app node src/launch.mjs …",
    );
  const store = connect({ socketPath: redis.socketPath, ...options });
  return {
    store,
    warnings: [],
    async close() {
      await store.close();
      await redis.stop();
    },
  };
}

/** Connects to REDIS_URL, else to the private Redis of the data folder, which is started where it does not run. */
export async function openStore(
  foundation: Foundation,
  { namespace, asIs = false, mayBeNew = false, mustWrite = false }: OpenStoreOptions = {},
): Promise<OpenStore> {
  const { config, log, clock } = foundation;
  const onTrouble = createTroubleLog(log, clock.wallMs);
  const options = { onTrouble, ...(namespace === undefined ? {} : { namespace }) };
  const { REDIS_URL } = config.core;
  return REDIS_URL === undefined
    ? openPrivateRedis(foundation, { ...options, mayBeNew: mayBeNew || asIs })
    : openGivenRedis(foundation, REDIS_URL, { ...options, asIs, mustWrite });
}

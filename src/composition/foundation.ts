import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { AdapterDefinition, Clock, Log } from "#contract";
import { type Config, type ConfigSources, clockFrom, loadConfig } from "../config.ts";
import { loadSources } from "../data/load-sources.ts";
import { type PickedSources, pickSources, sourceFaults } from "../data/pick-sources.ts";
import { loadAdapters } from "../load-extensions.ts";
import { createLog } from "../log.ts";
import { modelSettings } from "../models/settings.ts";
import { childEnvOf } from "../process/child-env.ts";
import { ensureRedisInstalled, startPrivateRedis } from "../store/private-redis.ts";
import { connect, type Store } from "../store/redis.ts";
import { toolSettings } from "../tools/settings.ts";
import { priceFaults } from "./budgets/day-limits.ts";
import { awaitFitRedis, durabilityWarnings } from "./redis/redis-fitness.ts";
import { createTroubleLog } from "./redis/trouble-log.ts";
import { traceSettings } from "./tracing/trace-settings.ts";

/** What every verb stands on: settings checked, extensions found, clocks and log made. No connection yet. */
export interface Foundation {
  readonly root: string;
  readonly config: Config;
  readonly adapters: readonly AdapterDefinition[];
  readonly sources: PickedSources;
  readonly clock: Clock;
  readonly log: Log;
  /** The environment of programs that skills and tool servers are. */
  readonly childEnv: Readonly<Record<string, string>>;
  readonly settingsFile: string;
  /** The configuration as it stands now; what it holds of secrets is kept out of the log from then on. Throws like `layFoundation`. */
  readonly reread: () => Config;
  /** One line to the operator, on standard error. */
  readonly say: (line: string) => void;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Reads the whole configuration. Throws AppError CONFIG_INVALID with all faults at once. */
export async function layFoundation(root: string, env: NodeJS.ProcessEnv): Promise<Foundation> {
  const [adapters, allSources] = await Promise.all([loadAdapters(join(root, "adapters")), loadSources()]);
  const extensions = [...adapters, ...allSources].map(({ settings }) => settings);
  const settingsFile = join(root, "qianmen.yaml");
  const settings: ConfigSources = {
    env,
    file: settingsFile,
    extensions: [...extensions, modelSettings, toolSettings, traceSettings],
    jointFaults: (values, core) => [
      ...sourceFaults(allSources, values),
      ...(core === undefined ? [] : priceFaults(values, core)),
    ],
  };
  const config = loadConfig(settings);
  const sources = pickSources(allSources, config.values);
  const log = createLog({ level: config.core.LOG_LEVEL, secrets: config.secretValues });
  const clock = clockFrom(config, sources.pinnedNow);
  const reread = () => {
    const next = loadConfig(settings);
    log.hide(next.secretValues);
    return next;
  };
  const childEnv = childEnvOf(env);
  return { root, config, adapters, sources, clock, log, childEnv, settingsFile, reread, say };
}

async function askOnTerminal(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await lines.question(`${question} `).finally(() => lines.close());
  return /^(y|yes|是|好)/i.test(reply.trim());
}

export interface OpenStore {
  readonly store: Store;
  /** What the operator of a Redis behind REDIS_URL should mend there, a line each. */
  readonly warnings: readonly string[];
  /** Leaves Redis; a private one that nobody else uses is stopped, everything written out. */
  close(): Promise<void>;
}

/**
 * Connects to REDIS_URL, else to the private Redis of the data folder, which is started where it does not run. `asIs`: whatever
 * stands behind REDIS_URL is taken without waiting for it or judging it, for who looks into its health. `mayBeNew`: a private one may well
 * hold nothing yet; else the operator is told that this is not where the service keeps its data.
 */
export async function openStore(
  { config, log, clock }: Foundation,
  options: { namespace?: string; asIs?: boolean; mayBeNew?: boolean } = {},
): Promise<OpenStore> {
  const { REDIS_URL, REDIS_FSYNC } = config.core;
  const onTrouble = createTroubleLog(log, clock.wallMs);
  const shared = { onTrouble, ...(options.namespace === undefined ? {} : { namespace: options.namespace }) };
  if (REDIS_URL !== undefined) {
    const store = connect({ url: REDIS_URL, ...shared });
    const close = () => store.close();
    if (options.asIs === true) return { store, warnings: [], close };
    // Without user and password.
    const place = URL.parse(REDIS_URL)?.host ?? "REDIS_URL";
    try {
      const health = await awaitFitRedis(store, { place, wallMs: clock.wallMs, say });
      return { store, warnings: durabilityWarnings(place, health, REDIS_FSYNC), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
  await ensureRedisInstalled({
    isRoot: process.getuid?.() === 0,
    hasTty: process.stdin.isTTY === true,
    say,
    ask: askOnTerminal,
  });
  const redis = await startPrivateRedis({
    folder: config.dataFolder,
    fsync: REDIS_FSYNC,
    say: (line) => log.info({}, line),
  });
  if (redis.isNew && options.mayBeNew !== true && options.asIs !== true)
    say(
      `qianmen: a new, empty Redis was started in ${config.dataFolder}: no service has run there. Where yours runs with other settings set the same ` +
        "REDIS_URL or QIANMEN_DATA; in a container run this there: docker compose exec app node src/launch.mjs …",
    );
  const store = connect({ socketPath: redis.socketPath, ...shared });
  return {
    store,
    warnings: [],
    async close() {
      await store.close();
      await redis.stop();
    },
  };
}

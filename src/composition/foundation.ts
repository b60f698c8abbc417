import { join } from "node:path";
import type { AdapterDefinition, Clock, Log } from "#contract";
import {
  type Config,
  type ConfigSources,
  clockFrom,
  loadConfig,
  type SettingRow,
  settingRows,
} from "../config.ts";
import { loadSources } from "../data/load-sources.ts";
import { type PickedSources, pickSources, sourceFaults } from "../data/pick-sources.ts";
import { loadAdapters } from "../load-extensions.ts";
import { createLog } from "../log.ts";
import { modelSettings } from "../models/settings.ts";
import { childEnvOf } from "../process/child-env.ts";
import { toolSettings } from "../tools/settings.ts";
import { priceFaults } from "./budgets/day-limits.ts";
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
  /** Every setting as a configuration has it, with where it comes from; no secret in it. */
  readonly settingRows: (config: Config) => readonly SettingRow[];
  /** One line to the operator, on standard error. */
  readonly say: (line: string) => void;
}

/** Where the market clock is not the real one: what QIANMEN_NOW says, else the time of the sample data. */
export const pinnedTime = ({ config, sources }: Pick<Foundation, "config" | "sources">): string | undefined =>
  config.core.QIANMEN_NOW ?? sources.pinnedNow;

/** To the operator, whoever else is kept silent. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Reads the whole configuration. Throws AppError CONFIG_INVALID with all faults at once. */
export async function layFoundation(root: string, env: NodeJS.ProcessEnv): Promise<Foundation> {
  const [adapters, allSources] = await Promise.all([loadAdapters(join(root, "adapters")), loadSources()]);
  const extensions = [...adapters, ...allSources].map(({ settings }) => settings);
  const settingsFile = join(root, "qianmen.yaml");
  const settings: ConfigSources = {
    env,
    file: settingsFile,
    envFile: join(root, ".env"),
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
  const rowsOf = ({ values, secretValues }: Config) => settingRows({ ...settings, values, secretValues });
  const childEnv = childEnvOf(env);
  return {
    root,
    config,
    adapters,
    sources,
    clock,
    log,
    childEnv,
    settingsFile,
    reread,
    settingRows: rowsOf,
    say,
  };
}

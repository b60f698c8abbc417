import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { z } from "zod";
import { AppError, type Clock, type Settings } from "#contract";
import { secretsOfAddress } from "./config/addresses.ts";
import { type CoreSettings, coreSettings } from "./config/core-settings.ts";
import { readEnvFile } from "./config/env-file.ts";
import { createClock, readClockFile } from "./config/market-clock.ts";
import { meantBy } from "./config/misspelt.ts";
import { cautionsOf, faultsOf, strike } from "./config/setting-faults.ts";
import { fillVariables, readSettingsFile } from "./config/settings-file.ts";

export { shownValue } from "./config/addresses.ts";
export { strike } from "./config/setting-faults.ts";
export { type SettingRow, settingRows } from "./config/setting-rows.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Who may talk; with `pairing` whoever an administrator approves, and who is on the list. */
export interface AccessConfig {
  readonly mode: "open" | "allowlist" | "pairing";
  readonly allow: readonly string[];
}

export interface Config {
  readonly core: CoreSettings;
  readonly access: AccessConfig;
  /** Absolute; not yet made. */
  readonly dataFolder: string;
  /** Every setting that is set, as text by its outside name: what any `settings.schema.parse` may be given. */
  readonly values: Readonly<Record<string, string>>;
  /** The part of one extension, parsed. */
  of<Schema extends z.ZodObject>(settings: Settings<Schema>): z.infer<Schema>;
  /** What logs must never hold. */
  readonly secretValues: readonly string[];
  /** What is allowed but hardly meant, a line each, `<what>; <what to do>`, for the operator at the start and in `doctor`. No secret in it. */
  cautions(): readonly string[];
}

export interface ConfigSources {
  readonly env: Environment;
  /** A `qianmen.yaml`; one that does not exist is none. The environment wins over it. */
  readonly file?: string;
  /** A `.env` that the launcher has put into `env`: what is misspelt in it is pointed out. */
  readonly envFile?: string;
  readonly extensions: readonly Settings[];
  /** Faults that only a look over several extensions shows, a line each. Asked with what is set, be it right or wrong; `core` where that is right. */
  readonly jointFaults?: (values: Config["values"], core: CoreSettings | undefined) => readonly string[];
}

/** Every name with the schema that owns it; two may own one only by sharing the very same schema object. */
function namesOf(all: readonly Settings[]): { names: Set<string>; faults: string[] } {
  const owners = new Map<string, unknown>();
  const faults: string[] = [];
  for (const { schema } of all) {
    for (const [name, field] of Object.entries(schema.shape)) {
      if (owners.has(name) && owners.get(name) !== field) faults.push(`${name}: two extensions claim it`);
      owners.set(name, field);
    }
  }
  return { names: new Set(owners.keys()), faults };
}

/** Settings by name, environment over file; an empty value is none. */
function collect(names: ReadonlySet<string>, { env, file }: ConfigSources) {
  const read =
    file === undefined ? { values: new Map<string, string>(), faults: [] } : readSettingsFile(file);
  const faults = [...read.faults];
  const values: Record<string, string> = {};
  const put = (name: string, value: string | undefined) => {
    const text = value?.trim() ?? "";
    if (text !== "") values[name] = text;
  };
  for (const [name, text] of read.values) {
    const isName = /^[A-Za-z0-9_.-]{1,64}$/.test(name);
    if (!names.has(name)) {
      faults.push(`${file}: ${isName ? name : "a line"} is not a setting of this version; is it misspelt?`);
      continue;
    }
    if ((env[name] ?? "").trim() !== "") continue;
    const { value, missing } = fillVariables(text, env);
    for (const variable of missing)
      faults.push(`${file}: ${name} refers to \${${variable}}, which is not set in the environment`);
    put(name, value);
  }
  for (const name of names) put(name, env[name]);
  return { values, faults };
}

/** Names that are no setting but must have been meant for one. Of the environment at large only those spelt nearly so: most of it is others'. */
function misspelt(names: ReadonlySet<string>, { env, envFile }: ConfigSources): string[] {
  const written = envFile === undefined ? {} : readEnvFile(envFile).values;
  return Object.keys(env).flatMap((name) => {
    const isOurs = written[name] !== undefined && written[name] === env[name];
    const meant = meantBy(name, names, { byFamily: isOurs });
    if (meant === undefined) return [];
    const place = isOurs ? ".env" : "the environment";
    return [`${name} in ${place} is not a setting of this version and does nothing; is ${meant} meant?`];
  });
}

/** `sun_path` of Linux holds 108 bytes with its closing zero; the longest name that we put into the folder. */
const maxFolderBytes = 107 - "/terminal.sock".length;

/** What keeps a folder from being made and written in, or undefined. */
function obstacleTo(folder: string): string | undefined {
  let standing = folder;
  while (!existsSync(standing) && standing !== dirname(standing)) standing = dirname(standing);
  try {
    if (!statSync(standing).isDirectory()) return `${standing} is no folder`;
    accessSync(standing, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${standing} may not be written`;
  }
}

/** What no single field of the core can see. */
function coreFaults(core: CoreSettings, dataFolder: string): string[] {
  const faults: string[] = [];
  if (Buffer.byteLength(dataFolder) > maxFolderBytes)
    faults.push(
      `QIANMEN_DATA: ${dataFolder} is too long for the sockets in it (at most ${maxFolderBytes} bytes), e.g. QIANMEN_DATA=/var/lib/qianmen`,
    );
  if (core.ACCESS === "allowlist" && core.ACCESS_ALLOW.length === 0)
    faults.push(
      "ACCESS_ALLOW: ACCESS=allowlist lets nobody in without it, e.g. ACCESS_ALLOW=telegram:123456789",
    );
  const obstacle = obstacleTo(dataFolder);
  if (obstacle !== undefined)
    faults.push(`QIANMEN_DATA: ${dataFolder} cannot be used, ${obstacle}; write a folder of your own`);
  const clockFile = core.QIANMEN_NOW?.startsWith("file:")
    ? core.QIANMEN_NOW.slice("file:".length)
    : undefined;
  if (clockFile !== undefined && readClockFile(clockFile) === undefined)
    faults.push(
      "QIANMEN_NOW: the file it names holds no ISO 8601 instant with its offset, e.g. 2026-05-07T10:32:05+08:00",
    );
  return faults;
}

/** QIANMEN_DATA, else `qianmen` under the XDG state folder; a relative XDG folder is void by its specification. */
function dataFolderOf(core: CoreSettings, env: Environment): string {
  const home = env.HOME || homedir();
  const wanted = core.QIANMEN_DATA;
  if (wanted !== undefined) return resolve(wanted.replace(/^~(?=\/|$)/, () => home));
  const state = env.XDG_STATE_HOME;
  return join(state && isAbsolute(state) ? state : join(home, ".local", "state"), "qianmen");
}

function secretsIn(values: Readonly<Record<string, string>>, all: readonly Settings[]): string[] {
  const named = all.flatMap(({ secrets }) => secrets).map((name) => values[name]);
  const inAddresses = Object.values(values).flatMap(secretsOfAddress);
  const inside = all.flatMap((settings) => {
    const parsed = settings.secretsIn === undefined ? undefined : settings.schema.safeParse(values);
    return parsed?.success === true ? (settings.secretsIn?.(parsed.data) ?? []) : [];
  });
  const found = [...named, ...inside, ...inAddresses];
  return [...new Set(found.filter((value) => value !== undefined && value !== ""))] as string[];
}

function configInvalid(faults: readonly string[], secretValues: readonly string[]): AppError {
  const lines = [...new Set(faults)].map((line) => `\n  - ${strike(line, secretValues)}`);
  const head = lines.length === 1 ? "one fault" : `${lines.length} faults`;
  return new AppError("CONFIG_INVALID", `${head} in the configuration 配置有误:${lines.join("")}`);
}

/**
 * Reads the whole configuration. Throws one AppError CONFIG_INVALID that names every fault at once, a line each:
 * variable, what is wrong, an example. Values of secrets are in no message.
 */
export function loadConfig(sources: ConfigSources): Config {
  const all: readonly Settings[] = [coreSettings, ...sources.extensions];
  const { names, faults } = namesOf(all);
  const { values, faults: written } = collect(names, sources);
  faults.push(...written, ...all.flatMap((settings) => faultsOf(settings, values)));
  const core = coreSettings.schema.safeParse(values);
  if (core.success) faults.push(...coreFaults(core.data, dataFolderOf(core.data, sources.env)));
  faults.push(...(sources.jointFaults?.(values, core.data) ?? []));
  const secretValues = secretsIn(values, all);
  if (!core.success || faults.length > 0) throw configInvalid(faults, secretValues);
  const { ACCESS, ACCESS_ALLOW } = core.data;
  return {
    core: core.data,
    access: {
      mode: ACCESS,
      allow: ACCESS_ALLOW,
    },
    dataFolder: dataFolderOf(core.data, sources.env),
    values,
    of: (settings) => settings.schema.parse(values),
    secretValues,
    cautions: () => [...misspelt(names, sources), ...all.flatMap((settings) => cautionsOf(settings, values))],
  };
}

/**
 * The two clocks. The market clock is QIANMEN_NOW, else the instant a source is pinned to (sample data), else real.
 * The wall clock is always real.
 */
export function clockFrom({ core }: Config, pinnedNow?: string): Clock {
  return createClock(core.QIANMEN_NOW ?? pinnedNow, () => Date.now());
}

import type { Settings } from "#contract";
import { shownValue } from "./addresses.ts";
import { coreSettings } from "./core-settings.ts";
import { readEnvFile } from "./env-file.ts";

/** One setting as it stands, for who looks after the installation. */
export interface SettingRow {
  readonly name: string;
  /** As it may be shown; absent where nothing is set and nothing stands in for it, and for secrets. */
  readonly value?: string;
  readonly isSecret: boolean;
  /** Where the value comes from; `none`: there is none. */
  readonly origin: "environment" | ".env" | "qianmen.yaml" | "default" | "none";
}

export interface RowSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly envFile?: string;
  readonly extensions: readonly Settings[];
  /** Every setting that is set, environment over file. */
  readonly values: Readonly<Record<string, string>>;
  /** What must not be shown. */
  readonly secretValues: readonly string[];
}

const mostCharacters = 300;
/** Shorter ones stand in other words by chance. */
const leastSecret = 4;

/** What a field is where nobody has set it, in the words it would be set with. */
function defaultOf(field: Settings["schema"]["shape"][string] | undefined): string | undefined {
  const parsed = field?.safeParse(undefined);
  const data: unknown = parsed?.success === true ? parsed.data : undefined;
  const text =
    typeof data === "string" || typeof data === "number" || Array.isArray(data) ? String(data) : "";
  return text === "" ? undefined : text;
}

/** Every setting of this version by its name, in the order of its owners. No secret is in it. */
export function settingRows({ env, envFile, extensions, values, secretValues }: RowSources): SettingRow[] {
  const written = envFile === undefined ? {} : readEnvFile(envFile).values;
  const originOf = (name: string) => {
    if (values[name] === undefined) return undefined;
    if ((env[name] ?? "").trim() === "") return "qianmen.yaml";
    return written[name] !== undefined && written[name] === env[name] ? ".env" : "environment";
  };
  const rows = new Map<string, SettingRow>();
  for (const { schema, secrets, secretsIn } of [coreSettings, ...extensions]) {
    const least = secretsIn === undefined ? leastSecret : 1;
    const holdsSecret = (text: string) =>
      secretValues.some((secret) => secret.length >= least && text.includes(secret));
    for (const [name, field] of Object.entries(schema.shape)) {
      const origin = originOf(name);
      const text = shownValue(values[name] ?? "");
      const isSecret = secrets.includes(name) || holdsSecret(text);
      if (origin === undefined) {
        const value = secrets.includes(name) ? undefined : defaultOf(field);
        const isDefault =
          value === undefined ? { origin: "none" as const } : { origin: "default" as const, value };
        rows.set(name, { name, isSecret, ...isDefault });
      } else
        rows.set(name, {
          name,
          isSecret,
          origin,
          ...(isSecret ? {} : { value: text.slice(0, mostCharacters) }),
        });
    }
  }
  return [...rows.values()];
}

import { AppError } from "#contract";
import type { SourceDefinition } from "./source.ts";

/** Settings by their outside names, already checked by the schemas of the sources. */
export type SourceConfig = Readonly<Record<string, unknown>>;

export interface PickedSources {
  readonly on: readonly SourceDefinition[];
  /** Not enabled, and what would enable them. */
  readonly off: readonly { readonly name: string; readonly hint: string }[];
  /** Where an enabled source pins the market clock. */
  readonly pinnedNow?: string;
}

function namesOf(value: unknown): readonly string[] {
  const parts = Array.isArray(value) ? value.map(String) : typeof value === "string" ? value.split(",") : [];
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter(Boolean))];
}

function picked(on: readonly SourceDefinition[], off: PickedSources["off"]): PickedSources {
  const pinnedNow = on.find((source) => source.pinnedNow !== undefined)?.pinnedNow;
  return { on, off, ...(pinnedNow === undefined ? {} : { pinnedNow }) };
}

/** What is wrong with DATA_SOURCES, a line each. A source whose own settings are at fault is not judged: those are told. */
export function sourceFaults(all: readonly SourceDefinition[], config: SourceConfig): readonly string[] {
  const names = namesOf(config.DATA_SOURCES);
  const known = all.map(({ name }) => name).join(", ");
  return names.flatMap((name) => {
    const source = all.find((each) => each.name === name);
    if (source === undefined)
      return [`DATA_SOURCES: there is no source ${JSON.stringify(name)}; choose from ${known}`];
    if (source.alone === true && names.length > 1)
      return [
        `DATA_SOURCES: ${name} cannot stand beside other sources; write ${name} alone, or leave it out`,
      ];
    const settings = source.settings.schema.safeParse(config);
    const state = settings.success ? source.isOn(settings.data, true) : undefined;
    return state?.on === false ? [`DATA_SOURCES: ${name} is not set up; ${state.hint}, or leave it out`] : [];
  });
}

/** What would turn a source on that DATA_SOURCES leaves out. */
function namingHint({ name, alone, settings, isOn }: SourceDefinition, config: SourceConfig): string {
  if (alone === true) return `write DATA_SOURCES=${name}: it stands alone`;
  const parsed = settings.schema.safeParse(config);
  const state = parsed.success ? isOn(parsed.data, true) : undefined;
  return `${state?.on === false ? `${state.hint}, and ` : ""}add ${name} to DATA_SOURCES`;
}

/** DATA_SOURCES decides: exactly these, in whatever order; a fault in the list refuses to start. */
function pickNamed(all: readonly SourceDefinition[], names: readonly string[], config: SourceConfig) {
  const faults = sourceFaults(all, config);
  if (faults.length > 0) throw new AppError("CONFIG_INVALID", faults.join("; "));
  const off = all.filter(({ name }) => !names.includes(name));
  return picked(
    all.filter(({ name }) => names.includes(name)),
    off.map((source) => ({ name: source.name, hint: namingHint(source, config) })),
  );
}

/**
 * Which sources are asked. Without DATA_SOURCES: those that are set up; where none is, the one that stands alone
 * (the sample). Throws AppError CONFIG_INVALID with all faults of DATA_SOURCES at once.
 */
export function pickSources(all: readonly SourceDefinition[], config: SourceConfig): PickedSources {
  const names = namesOf(config.DATA_SOURCES);
  if (names.length > 0) return pickNamed(all, names, config);
  const states = all.map((source) => ({
    source,
    state: source.isOn(source.settings.schema.parse(config), false),
  }));
  const on = states.filter(({ state }) => state.on).map(({ source }) => source);
  const enabled = on.length > 0 ? on : all.filter(({ alone }) => alone === true).slice(0, 1);
  const off = states.flatMap(({ source, state }) =>
    state.on || enabled.includes(source) ? [] : [{ name: source.name, hint: state.hint }],
  );
  return picked(enabled, off);
}

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

/** DATA_SOURCES decides: exactly these, in whatever order; a fault in the list refuses to start. */
function pickNamed(all: readonly SourceDefinition[], names: readonly string[], config: SourceConfig) {
  const faults: string[] = [];
  for (const name of names) {
    const source = all.find((each) => each.name === name);
    const state = source?.isOn(source.settings.schema.parse(config), true);
    if (source === undefined) {
      faults.push(`DATA_SOURCES names "${name}"; there are ${all.map((each) => each.name).join(", ")}`);
    } else if (source.alone === true && names.length > 1) {
      faults.push(`DATA_SOURCES: ${name} cannot stand beside other sources`);
    } else if (state?.on === false) {
      faults.push(`DATA_SOURCES names ${name}, which is not set up: ${state.hint}`);
    }
  }
  if (faults.length > 0) throw new AppError("CONFIG_INVALID", faults.join("; "));
  const off = all.filter(({ name }) => !names.includes(name));
  return picked(
    all.filter(({ name }) => names.includes(name)),
    off.map(({ name }) => ({ name, hint: `add ${name} to DATA_SOURCES` })),
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

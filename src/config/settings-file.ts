import { readFileSync } from "node:fs";
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";

/** What a settings file says: values as written, before `${VAR}` is filled in, and what is wrong with it. */
export interface SettingsFile {
  readonly values: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

const nothing: SettingsFile = { values: new Map(), faults: [] };

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : "");

/** A scalar as written, a list joined by commas; null for anything deeper. */
function textOf(node: unknown): string | null {
  if (node === null) return "";
  if (isScalar(node)) return String(node.value ?? "");
  if (!isSeq(node)) return null;
  const items = node.items.map((item) => (isScalar(item) ? String(item.value ?? "") : null));
  return items.includes(null) ? null : items.join(",");
}

/** Settings of several parts that the file may hold as a tree, by the key it stands under; they are read as JSON. */
const trees: ReadonlyMap<string, string> = new Map([["mcp", "MCP_SERVERS"]]);

/** Faults name lines, never what stands in them: it may be a secret. */
function parseSettings(text: string, name: string): SettingsFile {
  const lineCounter = new LineCounter();
  // `failsafe`: everything stays the text it was, so that long numbers and `on` mean what they say.
  const document = parseDocument(text, { schema: "failsafe", prettyErrors: false, lineCounter });
  const faults = document.errors.map(
    ({ code, pos }) => `${name}, line ${lineCounter.linePos(pos[0]).line}: not valid YAML (${code})`,
  );
  if (faults.length > 0) return { ...nothing, faults };
  const { contents } = document;
  if (contents === null || (isScalar(contents) && !contents.value)) return nothing;
  if (!isMap(contents)) return { ...nothing, faults: [`${name}: must be a list of lines \`NAME: value\``] };
  const values = new Map<string, string>();
  for (const pair of contents.items) {
    const tree = trees.get(keyOf(pair));
    if (tree !== undefined && isMap(pair.value)) {
      values.set(tree, JSON.stringify(pair.value.toJS(document)));
      continue;
    }
    const value = textOf(pair.value);
    if (value === null) faults.push(`${name}: ${keyOf(pair)} must be one value or a plain list`);
    else values.set(keyOf(pair), value);
  }
  return { values, faults };
}

/** Reads a settings file. One that does not exist says nothing and is no fault. */
export function readSettingsFile(path: string): SettingsFile {
  try {
    return parseSettings(readFileSync(path, "utf8"), path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return nothing;
    return { ...nothing, faults: [`${path}: cannot be read`] };
  }
}

/** A text as it stands inside a JSON string. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Fills `${VAR}` from the environment, in JSON as part of a string; names that are not set there come back in `missing`. */
export function fillVariables(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const isJson = text.startsWith("{");
  const value = text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const found = env[name];
    if (found === undefined || found === "") missing.push(name);
    return isJson ? escaped(found ?? "") : (found ?? "");
  });
  return { value, missing };
}

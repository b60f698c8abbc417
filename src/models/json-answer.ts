import type { Json, JsonObject } from "#contract";

/** The index after the object that opens at `start`, or -1 where it never closes. Linear. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (quoted) {
      if (char === "\\") index += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Deeper than any plan or call is; every reader of a value after this one goes down it by recursion. */
const deepest = 32;

/** Whether a parsed value is nested no deeper than anybody may read. */
const isShallow = (value: unknown, levels = deepest): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

function parse(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Objects of an answer that are tried: each that does not parse costs a reading of the text. */
const mostTries = 32;

/**
 * The one JSON object of a model's answer, bare, in a code fence or with prose around it (a bare array passes too).
 * Undefined where there is none, where it does not parse or is nested beyond reason, and where several different ones are offered: which
 * was meant is not guessed.
 */
export function readJsonAnswer(text: string): Json | undefined {
  const bare = parse(text.trim());
  if (typeof bare === "object" && bare !== null) return bare;
  let found: Json | undefined;
  let tries = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== "{") continue;
    tries += 1;
    if (tries > mostTries) return undefined;
    const end = endOfObject(text, index);
    if (end === -1) return found;
    const value = parse(text.slice(index, end));
    if (value === undefined) continue;
    if (found !== undefined && JSON.stringify(found) !== JSON.stringify(value)) return undefined;
    found = value;
    index = end - 1;
  }
  return found;
}

/** The arguments of a function call as a model wrote them; null where they are no JSON object. Nothing at all means none. */
export function argsOf(written: unknown): JsonObject | null {
  const value = typeof written === "string" ? parse(written.trim() || "{}") : written;
  // Parsed JSON, here or by the SDK.
  const isArgs = typeof value === "object" && value !== null && !Array.isArray(value) && isShallow(value);
  return isArgs ? (value as JsonObject) : null;
}

/** Words put after the system prompt where the server has no structured output of its own. */
export function schemaInWords(schema: { readonly json: object }): string {
  return `\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n${JSON.stringify(schema.json)}`;
}

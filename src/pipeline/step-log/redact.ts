import type { Json, JsonObject } from "#contract";

/** Codes and dates say nothing about their asker; every other text may be the user's own. */
const plain = /^(?:\d{6}(?:\.[A-Z]{2,3})?|\d{4}-\d{2}-\d{2})$/;

function redact(value: Json, isNumberShown: boolean): Json {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return isNumberShown ? value : "[number]";
  if (typeof value === "string") return plain.test(value) ? value : "[text]";
  if (Array.isArray(value)) return value.map((inner: Json) => redact(inner, isNumberShown));
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(entries.map(([name, inner]) => [name, redact(inner, isNumberShown)]));
}

/** The arguments of a call with their names, and of their values only codes, dates, yes and no. */
export const redactedArgs = (args: JsonObject): JsonObject => redact(args, false) as JsonObject;

/** What a tool returned with its numbers, and of its texts only codes and dates. */
export const redactedValue = (value: Json): Json => redact(value, true);

/** What a server says of its tools is upstream text that models will read: it is cut down to what they need to call it. */
import type { Json, JsonObject } from "#contract";

/** Providers take no longer name. */
const longestName = 64;
const longestText = 200;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Our name of a server's tool; undefined where the server's own is no name. */
export function toolName(server: string, name: string): string | undefined {
  const ours = `mcp_${server}_${name.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`;
  return name === "" || ours.length > longestName ? undefined : ours;
}

/** One line of plain characters in quotation marks, with whose words they are. */
export function quotedDescription(server: string, text: unknown): string {
  const plain = typeof text === "string" ? text.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]+/gu, " ").trim() : "";
  const cut = plain.slice(0, longestText).replaceAll('"', "'");
  return `Tool of the server ${server}, which says of it: "${cut}"`;
}

const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
const identifier = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/;
const plainWord = /^[A-Za-z0-9_.-]{1,40}$/;
const limits = ["minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"] as const;

function propertiesOf(schema: Readonly<Record<string, unknown>>, depth: number): JsonObject {
  if (!isRecord(schema.properties)) return {};
  const known = Object.entries(schema.properties).filter(([name]) => identifier.test(name));
  const names = new Set(known.map(([name]) => name));
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name): name is string => typeof name === "string" && names.has(name))
    : [];
  return {
    properties: Object.fromEntries(known.map(([name, inner]) => [name, offeredSchema(inner, depth + 1)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

const typeOf = ({ type }: Readonly<Record<string, unknown>>): JsonObject => {
  const named = (Array.isArray(type) ? type : [type]).filter((each) => types.has(each));
  const [only] = named;
  return only === undefined ? {} : { type: named.length === 1 ? only : named };
};

const deepest = 4;

/** A schema's structure without any of its words: types, names, what is required, plain choices and limits. */
export function offeredSchema(schema: unknown, depth = 0): JsonObject {
  if (!isRecord(schema) || depth > deepest) return {};
  const choices = Array.isArray(schema.enum)
    ? schema.enum.filter((each): each is Json => typeof each !== "string" || plainWord.test(each))
    : [];
  return {
    ...typeOf(schema),
    ...propertiesOf(schema, depth),
    ...(schema.items === undefined ? {} : { items: offeredSchema(schema.items, depth + 1) }),
    ...(choices.length === 0 ? {} : { enum: choices.slice(0, 50) }),
    ...Object.fromEntries(
      limits.flatMap((name) => {
        const limit = schema[name];
        return typeof limit === "number" ? [[name, limit] as const] : [];
      }),
    ),
  };
}

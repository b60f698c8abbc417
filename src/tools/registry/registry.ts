import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type {
  Json,
  JsonObject,
  ModelTool,
  ToolContext,
  ToolDefinition,
  ToolFailure,
  ToolOutcome,
} from "#contract";
import { createAllowed } from "./allowed-tools.ts";
import { maxArtifactBytes } from "./artifact-file.ts";
import { descriptions } from "./descriptions.ts";
import { isLargerThan } from "./json-size.ts";
import { callWithRetries, type RetryServices } from "./retried-call.ts";

/** Tools that other programs bring; they come and go with their servers. */
export interface ForeignTools {
  /**
   * Tries every server that has not answered yet, and resolves once each has answered or failed to. With `patienceMs` it waits that long
   * at most, and for no server that has used up such a patience before: that one joins when it is there. Never rejects.
   */
  ready(patienceMs?: number): Promise<void>;
  /** Those known now. */
  tools(): readonly ToolDefinition[];
  /** The tool of that name, its server connected anew where need be; why not, as a value; undefined where the name is none of theirs. */
  find(name: string): Promise<ToolDefinition | ToolFailure | undefined>;
}

/** A tool as an operator sees it. */
export interface ListedTool {
  readonly name: string;
  /** `qianmen`, or `mcp:<server>`. */
  readonly source: string;
  readonly timeout_ms: number;
  readonly description?: string;
  /** JSON Schema of the arguments, and of the value where its shape is known. */
  readonly args: JsonObject;
  readonly value?: JsonObject;
  /** False where TOOLS_ALLOW or TOOLS_DENY keep it from being called. */
  readonly allowed: boolean;
}

export interface ToolRegistry {
  list(): Promise<readonly ListedTool[]>;
  /** Those that a model may pick, the foreign ones among them. Never throws. */
  offers(): Promise<readonly ModelTool[]>;
  /** True for a tool whose calls cost nothing to repeat. */
  isLocal(name: string): boolean;
  /** Every failure is a value: UNKNOWN_TOOL, INVALID_ARGS, NET_TIMEOUT, FILE_TOO_LARGE and what the tool itself says. Never throws. */
  call(name: string, args: unknown, context: ToolContext): Promise<ToolOutcome>;
}

export interface RegistryOptions extends Omit<RetryServices, "pause"> {
  readonly tools: readonly ToolDefinition[];
  readonly foreign?: ForeignTools;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly pause?: RetryServices["pause"];
}

const failed = (code: ToolFailure["code"], message: string): ToolOutcome => ({
  ok: false,
  error: { code, message },
});

/** Without the marks of the schema's own dialect, which tell a reader nothing. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return JSON.parse(JSON.stringify(rest)) as JsonObject;
}

const argsOf = ({ args, argsJson }: ToolDefinition): JsonObject => argsJson ?? jsonSchema(args, "input");

/** The description that goes with a definition, or the one of our own table. */
const descriptionOf = ({ name, description, origin }: ToolDefinition): string | undefined =>
  description ?? (origin === undefined && Object.hasOwn(descriptions, name) ? descriptions[name] : undefined);

/** Keywords that only the check of the arguments needs: a prompt is paid for by its length. */
const checking: ReadonlySet<string> = new Set(
  "additionalProperties minLength maxLength minItems maxItems default pattern".split(" "),
);

function briefSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(briefSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !checking.has(key) && !(key === "maximum" && value === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === "properties" ? briefProperties(value) : briefSchema(value)]),
  );
}

/** Arguments may be called anything. */
const briefProperties = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties as JsonObject).map(([name, each]) => [name, briefSchema(each)]),
  );

type Schemas = Readonly<Record<string, z.ZodType>>;

function listed(tool: ToolDefinition, allowed: boolean, values: Schemas): ListedTool {
  const { name, origin = "qianmen", timeoutMs } = tool;
  const description = descriptionOf(tool);
  const value = tool.origin === undefined && Object.hasOwn(values, name) ? values[name] : undefined;
  return {
    name,
    source: origin,
    timeout_ms: timeoutMs,
    ...(description === undefined ? {} : { description }),
    args: argsOf(tool),
    ...(value === undefined ? {} : { value: jsonSchema(value, "output") }),
    allowed,
  };
}

const pauseFor: RetryServices["pause"] = (ms, signal) =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

const withinSize = (outcome: ToolOutcome): ToolOutcome =>
  outcome.ok && isLargerThan(outcome.value, maxArtifactBytes)
    ? failed("FILE_TOO_LARGE", `the value has more than ${maxArtifactBytes} bytes`)
    : outcome;

/** How long a question waits for servers that nobody has heard of yet; a program in another language starts in 1 or 2 s. */
const offerPatienceMs = 3000;

/** The one door to all tools, ours and those of other servers. */
export function createToolRegistry(options: RegistryOptions): ToolRegistry {
  const { tools, foreign, random, nowMs, pause = pauseFor } = options;
  const isAllowed = createAllowed(options);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const offer = (each: readonly ToolDefinition[]): readonly ModelTool[] =>
    each.flatMap((tool) => {
      const description = descriptionOf(tool);
      const { name } = tool;
      if (description === undefined || !isAllowed(name)) return [];
      return [{ name, description, args: briefSchema(argsOf(tool)) as JsonObject }];
    });
  // Made when a model first asks for it: a start pays for no schema.
  let own: readonly ModelTool[] | undefined;
  return {
    async list() {
      const { valueSchemas } = await import("./value-schemas.ts");
      await foreign?.ready();
      const all = [...tools, ...(foreign?.tools() ?? [])];
      return all.map((tool) => listed(tool, isAllowed(tool.name), valueSchemas));
    },
    async offers() {
      own ??= offer(tools);
      await foreign?.ready(offerPatienceMs);
      return foreign === undefined ? own : [...own, ...offer(foreign.tools())];
    },
    isLocal: (name) => byName.get(name)?.local === true,
    async call(name, args, context) {
      if (!isAllowed(name)) return failed("UNKNOWN_TOOL", `${name}: the operator's lists keep it out`);
      const found = byName.get(name) ?? (await foreign?.find(name));
      if (found === undefined) return failed("UNKNOWN_TOOL", name);
      if ("code" in found) return { ok: false, error: found };
      return withinSize(await callWithRetries(found, args, context, { random, nowMs, pause }));
    },
  };
}

/** What is sent to a server of the OpenAI chat completions wire. */
import type OpenAI from "openai";
import type { ModelMessage, ModelRequest } from "#contract";
import { schemaInWords } from "./json-answer.ts";

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** A stage's schema is the same object for every message. */
const strictness = new WeakMap<object, boolean>();

function isStrict(schema: object): boolean {
  const strict = strictness.get(schema) ?? fitsStrict(schema);
  strictness.set(schema, strict);
  return strict;
}

/** `strict` needs every object closed and every property required; a schema that is not so is sent without it. */
function fitsStrict(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return true;
  const node = schema as {
    type?: unknown;
    properties?: object;
    required?: unknown;
    additionalProperties?: unknown;
  };
  if (node.type === "object") {
    const required = new Set(Array.isArray(node.required) ? node.required : []);
    if (node.additionalProperties !== false) return false;
    if (Object.keys(node.properties ?? {}).some((name) => !required.has(name))) return false;
  }
  return Object.values(schema).every(fitsStrict);
}

/**
 * OpenAI's newer models refuse `max_tokens` and any `temperature`; compatible servers know only these. So the one
 * official host gets the new name, all others the old one and temperature 0.
 */
function limits(request: ModelRequest, isOfficial: boolean): Partial<Params> {
  return isOfficial
    ? { max_completion_tokens: request.maxTokens }
    : { max_tokens: request.maxTokens, temperature: 0 };
}

/** Functions are offered, never forced: `required` is unknown to many compatible servers. */
const toolsOf = ({ tools }: ModelRequest): Partial<Params> =>
  tools === undefined
    ? {}
    : {
        tools: tools.map(({ name, description, args }) => ({
          type: "function",
          function: { name, description, parameters: { ...args } },
        })),
      };

function messageOf(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  const { role, content } = message;
  if (role === "tool") return { role, content, tool_call_id: message.toolCallId };
  if (role === "user") return { role, content };
  const calls = message.toolCalls?.map(({ id, name, args }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: JSON.stringify(args ?? {}) },
  }));
  return calls === undefined ? { role, content } : { role, content: content || null, tool_calls: calls };
}

/** A text of the wire as bytes; the bytes of a long one that is the same for every message are kept. */
const systemBytes = new Map<string, Buffer>();
const schemaBytes = new WeakMap<object, Buffer>();

/** The instructions as the inside of a JSON string. */
function bytesOfSystem(system: string): Buffer {
  const bytes = systemBytes.get(system) ?? Buffer.from(JSON.stringify(system).slice(1, -1));
  systemBytes.set(system, bytes);
  return bytes;
}

function bytesOfSchema(json: object): Buffer {
  const bytes = schemaBytes.get(json) ?? Buffer.from(JSON.stringify(json));
  schemaBytes.set(json, bytes);
  return bytes;
}

/** What a request holds beside its instructions, its messages and its schema. */
type Rest = Omit<Params, "messages" | "response_format">;

export interface WireOptions {
  readonly model: string;
  readonly isOfficial: boolean;
  readonly seed: number | undefined;
}

const closing = "}}";
const closings = Buffer.from(closing);

/**
 * The JSON of a request. Put together of bytes: turning instructions and schema into JSON and UTF-8 anew cost
 * more than all else in it.
 */
export function bodyOf(
  request: ModelRequest,
  plain: boolean,
  { model, isOfficial, seed }: WireOptions,
): Uint8Array<ArrayBuffer> {
  const { schema } = request;
  const rest: Rest = {
    model,
    // Said, since some servers stream where nothing is said.
    stream: false,
    ...limits(request, isOfficial),
    ...(seed === undefined ? {} : { seed }),
    ...toolsOf(request),
  };
  const words = plain && schema !== undefined ? JSON.stringify(schemaInWords(schema)).slice(1, -1) : "";
  const messages = request.messages.map((message) => `,${JSON.stringify(messageOf(message))}`).join("");
  const head = `${JSON.stringify(rest).slice(0, -1)},"messages":[{"role":"system","content":"`;
  const parts = [Buffer.from(head), bytesOfSystem(request.system), Buffer.from(`${words}"}${messages}]`)];
  if (!plain && schema !== undefined) {
    const { name, json } = schema;
    const about = `"name":${JSON.stringify(name)},"strict":${isStrict(json)}`;
    const form = `,"response_format":{"type":"json_schema","json_schema":{${about},"schema":`;
    parts.push(Buffer.from(form), bytesOfSchema(json), closings.subarray(0, 2));
  }
  parts.push(closings.subarray(0, 1));
  return Buffer.concat(parts);
}

/**
 * The wire is written by hand: one POST without streaming. The vendor's client brings retries, logs and streams of its own beside ours and
 * took a tenth of a message's CPU.
 */
import type OpenAI from "openai";
import type { ModelClient, ModelMessage, ModelRequest, ModelResponse, ModelToolCall } from "#contract";
import { argsOf, readJsonAnswer, schemaInWords } from "./json-answer.ts";
import { createComplete, offProtocol, type ProviderOptions } from "./provider.ts";

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;

const officialHost = "api.openai.com";

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

function params(
  request: ModelRequest,
  plain: boolean,
  options: { model: string; isOfficial: boolean },
): Params {
  const { schema } = request;
  const words = plain && schema !== undefined ? schemaInWords(schema) : "";
  return {
    model: options.model,
    messages: [{ role: "system", content: request.system + words }, ...request.messages.map(messageOf)],
    ...limits(request, options.isOfficial),
    ...toolsOf(request),
    ...(plain || schema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: schema.name, schema: { ...schema.json }, strict: isStrict(schema.json) },
          },
        }),
  };
}

/** Calls of functions that the request offers; compatible servers may give no id. */
function callsIn(message: OpenAI.ChatCompletionMessage): readonly ModelToolCall[] {
  return (message.tool_calls ?? []).flatMap((call, at) =>
    "function" in call
      ? [{ id: call.id || `call_${at}`, name: call.function.name, args: argsOf(call.function.arguments) }]
      : [],
  );
}

/** Reasoning models behind compatible servers put their thoughts before the answer; they are no part of it. */
const withoutThoughts = (text: string): string => {
  const end = text.trimStart().startsWith("<think>") ? text.indexOf("</think>") : -1;
  return end === -1 ? text : text.slice(end + "</think>".length).trimStart();
};

function read(completion: OpenAI.ChatCompletion, request: ModelRequest): ModelResponse {
  const message = completion.choices?.[0]?.message;
  if (message === undefined) throw offProtocol();
  const text = withoutThoughts(message.content ?? message.refusal ?? "");
  const json = request.schema === undefined ? undefined : readJsonAnswer(text);
  const toolCalls = request.tools === undefined ? [] : callsIn(message);
  return {
    text,
    ...(json === undefined ? {} : { json }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    usage: {
      prompt_tokens: completion.usage?.prompt_tokens ?? 0,
      completion_tokens: completion.usage?.completion_tokens ?? 0,
    },
  };
}

/** Sends one request and reads the whole answer. A refusal is thrown with its `status` and `headers`, as the retries judge it. */
async function post(url: string, body: Params, options: ProviderOptions, signal: AbortSignal) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    // A server on this machine needs no key.
    authorization: `Bearer ${options.apiKey ?? "none"}`,
  };
  const response = await options.fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (response.ok) return (await response.json()) as OpenAI.ChatCompletion;
  // Read, so that the connection can be used again; the text may repeat the prompt and goes nowhere.
  await response.arrayBuffer();
  const { status } = response;
  throw Object.assign(new Error(`HTTP ${status}`), { status, headers: response.headers });
}

/** Any server of the OpenAI chat completions wire. Usage is what the server counted, 0 where it did not. */
export function createOpenaiClient(options: ProviderOptions): ModelClient {
  const { baseUrl = `https://${officialHost}/v1`, model } = options;
  const isOfficial = new URL(baseUrl).hostname === officialHost;
  const url = `${baseUrl.replace(/\/+$/, "")}/chat/completions`;
  return {
    provider: "openai",
    model,
    complete: createComplete(`openai:${model}`, options, async (request, plain, signal) =>
      read(await post(url, params(request, plain, { model, isOfficial }), options, signal), request),
    ),
  };
}

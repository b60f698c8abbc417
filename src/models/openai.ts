import type OpenAI from "openai";
import type { ModelClient, ModelRequest, ModelResponse } from "#contract";
import { readJsonAnswer, schemaInWords } from "./json-answer.ts";
import { createComplete, offProtocol, type ProviderOptions } from "./provider.ts";

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;

const officialHost = "api.openai.com";

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

function params(
  request: ModelRequest,
  plain: boolean,
  options: { model: string; isOfficial: boolean },
): Params {
  const { schema } = request;
  const words = plain && schema !== undefined ? schemaInWords(schema) : "";
  return {
    model: options.model,
    messages: [{ role: "system", content: request.system + words }, ...request.messages],
    ...limits(request, options.isOfficial),
    ...(plain || schema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: schema.name, schema: { ...schema.json }, strict: fitsStrict(schema.json) },
          },
        }),
  };
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
  return {
    text,
    ...(json === undefined ? {} : { json }),
    usage: {
      prompt_tokens: completion.usage?.prompt_tokens ?? 0,
      completion_tokens: completion.usage?.completion_tokens ?? 0,
    },
  };
}

async function connect(options: ProviderOptions): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    // A server on this machine needs no key, the SDK does.
    apiKey: options.apiKey ?? "none",
    baseURL: options.baseUrl ?? `https://${officialHost}/v1`,
    organization: null,
    project: null,
    fetch: options.fetch,
    maxRetries: 0,
    timeout: options.retry.timeoutMs,
    logLevel: "off",
  });
}

/**
 * Any server of the OpenAI chat completions wire. The SDK is loaded at the first call, so that the process starts fast;
 * `load` does it beforehand. Usage is what the server counted, 0 where it did not.
 */
export function createOpenaiClient(options: ProviderOptions): ModelClient & { load(): Promise<void> } {
  let connecting: Promise<OpenAI> | undefined;
  const client = (): Promise<OpenAI> => {
    connecting ??= connect(options);
    return connecting;
  };
  const isOfficial = options.baseUrl === undefined || new URL(options.baseUrl).hostname === officialHost;
  return {
    provider: "openai",
    model: options.model,
    async load() {
      await client();
    },
    complete: createComplete(`openai:${options.model}`, options, async (request, plain, signal) => {
      const { chat } = await client();
      const body = params(request, plain, { model: options.model, isOfficial });
      return read(await chat.completions.create(body, { signal }), request);
    }),
  };
}

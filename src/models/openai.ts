/**
 * The wire is written by hand: one POST without streaming. The vendor's client brings retries, logs and streams of its own beside ours and
 * took a tenth of a message's CPU.
 */
import type OpenAI from "openai";
import type { JsonObject, ModelClient, ModelRequest, ModelResponse, ModelToolCall } from "#contract";
import { isEventStream } from "./event-stream.ts";
import { argsOf, readJsonAnswer } from "./json-answer.ts";
import { bodyOf } from "./openai-body.ts";
import { completionOfStream } from "./openai-stream.ts";
import { createComplete, offProtocol, type ProviderOptions } from "./provider.ts";
import { withoutThoughts } from "./thoughts.ts";
import { refusingPages } from "./web-page.ts";
import { writtenCalls } from "./written-calls.ts";

const officialHost = "api.openai.com";

/** A function as compatible servers write its call: the name and arguments may stand in a `function` or, of old, in a `function_call`. */
interface WrittenCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/** Calls of functions that the request offers; compatible servers may give no id. */
function callsIn(message: OpenAI.ChatCompletionMessage): readonly ModelToolCall[] {
  const { tool_calls, function_call } = message;
  const old: readonly WrittenCall[] = function_call ? [{ function: function_call }] : [];
  const written: readonly WrittenCall[] =
    Array.isArray(tool_calls) && tool_calls.length > 0 ? tool_calls : old;
  return written.flatMap(({ id, function: called }, at) =>
    typeof called?.name === "string"
      ? [{ id: String(id || `call_${at}`), name: called.name, args: argsOf(called.arguments) }]
      : [],
  );
}

/** The answer's words: a text, or of some servers a list of parts, the thoughts apart from the text. */
function wordsOf({ content, refusal }: OpenAI.ChatCompletionMessage): string {
  const parts: unknown = content ?? refusal ?? "";
  if (typeof parts === "string") return parts;
  if (!Array.isArray(parts)) return "";
  return parts.map((part) => (part?.type === "text" ? String(part.text ?? "") : "")).join("");
}

/** Some servers put a structured answer into a call of a function that nobody offered. */
const givenIn = (message: OpenAI.ChatCompletionMessage): JsonObject | undefined =>
  callsIn(message).find(({ args }) => args !== null)?.args ?? undefined;

function askedIn(message: OpenAI.ChatCompletionMessage, text: string): readonly ModelToolCall[] {
  const called = callsIn(message);
  return called.length > 0 ? called : writtenCalls(text);
}

function read(completion: OpenAI.ChatCompletion, request: ModelRequest): ModelResponse {
  const choice = completion.choices?.[0];
  const message = choice?.message;
  if (typeof message !== "object" || message === null) throw offProtocol();
  const text = withoutThoughts(wordsOf(message));
  const json = request.schema === undefined ? undefined : (readJsonAnswer(text) ?? givenIn(message));
  const toolCalls = request.tools === undefined ? [] : askedIn(message, text);
  return {
    text,
    ...(json === undefined ? {} : { json }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(["length", "content_filter"].includes(choice?.finish_reason ?? "") ? { isCut: true as const } : {}),
    usage: {
      prompt_tokens: completion.usage?.prompt_tokens ?? 0,
      completion_tokens: completion.usage?.completion_tokens ?? 0,
    },
  };
}

/**
 * Sends one request and reads the whole answer, also where it comes as a stream that nobody asked for. A refusal is thrown with its `status`
 * and `headers`, as the retries judge it.
 */
async function post(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  options: ProviderOptions,
  signal: AbortSignal,
) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    // A server on this machine needs no key.
    authorization: `Bearer ${options.apiKey ?? "none"}`,
  };
  const response = await refusingPages(options.fetch)(url, { method: "POST", headers, body, signal });
  if (response.ok) {
    const text = await response.text();
    return isEventStream(text) ? completionOfStream(text) : (JSON.parse(text) as OpenAI.ChatCompletion);
  }
  // Read, so that the connection can be used again; the text may repeat the prompt and goes nowhere.
  await response.arrayBuffer();
  const { status } = response;
  throw Object.assign(new Error(`HTTP ${status}`), { status, headers: response.headers });
}

/** Any server of the OpenAI chat completions wire. Usage is what the server counted, 0 where it did not. */
export function createOpenaiClient(options: ProviderOptions): ModelClient {
  const { baseUrl = `https://${officialHost}/v1`, model, seed } = options;
  const isOfficial = new URL(baseUrl).hostname === officialHost;
  const url = `${baseUrl.replace(/\/+$/, "")}/chat/completions`;
  return {
    provider: "openai",
    model,
    complete: createComplete(`openai:${model}`, options, async (request, plain, signal) =>
      read(await post(url, bodyOf(request, plain, { model, isOfficial, seed }), options, signal), request),
    ),
  };
}

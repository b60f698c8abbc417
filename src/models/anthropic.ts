import type Anthropic from "@anthropic-ai/sdk";
import type { ModelClient, ModelMessage, ModelRequest, ModelResponse } from "#contract";
import { messageOfStream } from "./anthropic-stream.ts";
import { isEventStream } from "./event-stream.ts";
import { argsOf, readJsonAnswer, schemaInWords } from "./json-answer.ts";
import { createComplete, offProtocol, type ProviderOptions } from "./provider.ts";
import { withoutThoughts } from "./thoughts.ts";
import { refusingPages } from "./web-page.ts";

type Params = Anthropic.MessageCreateParamsNonStreaming;

/**
 * Structured output is a forced tool call rather than `output_config.format`: the latter closes every object of the
 * schema, but a skill's input is free, and compatible servers know tools only.
 */
function forcedTool(schema: NonNullable<ModelRequest["schema"]>): Partial<Params> {
  return {
    tools: [
      {
        name: schema.name,
        description: "Gives the answer.",
        input_schema: { ...schema.json, type: "object" },
      },
    ],
    tool_choice: { type: "tool", name: schema.name, disable_parallel_tool_use: true },
  };
}

const toolsOf = ({ tools }: ModelRequest): Partial<Params> =>
  tools === undefined
    ? {}
    : {
        tools: tools.map(({ name, description, args }) => ({
          name,
          description,
          input_schema: { ...args, type: "object" },
        })),
        tool_choice: { type: "auto" },
      };

type Block = Anthropic.ContentBlockParam;

function blocksOf(message: ModelMessage): readonly Block[] {
  const { content } = message;
  if (message.role === "tool") return [{ type: "tool_result", tool_use_id: message.toolCallId, content }];
  const calls = (message.toolCalls ?? []).map(({ id, name, args }) => ({
    type: "tool_use" as const,
    id,
    name,
    input: args ?? {},
  }));
  return [...(content === "" ? [] : [{ type: "text" as const, text: content }]), ...calls];
}

/** The wire wants turns to alternate, and all results of one turn in one message. Plain text stays plain. */
function messagesOf({ messages, tools }: ModelRequest): Anthropic.MessageParam[] {
  if (tools === undefined)
    return messages.map(({ role, content }) => ({ role: role === "assistant" ? role : "user", content }));
  const turns: { role: "user" | "assistant"; content: Block[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocksOf(message));
    else turns.push({ role, content: [...blocksOf(message)] });
  }
  return turns;
}

function params(request: ModelRequest, plain: boolean, model: string): Params {
  const { schema } = request;
  const words = plain && schema !== undefined ? schemaInWords(schema) : "";
  return {
    model,
    // Said, since some servers stream where nothing is said.
    stream: false,
    max_tokens: request.maxTokens,
    system: request.system + words,
    messages: messagesOf(request),
    ...toolsOf(request),
    ...(plain || schema === undefined ? {} : forcedTool(schema)),
  };
}

/** What went in, cached or not: the wire counts the three kinds apart. */
const promptTokens = (usage: Anthropic.Usage | undefined): number =>
  (usage?.input_tokens ?? 0) +
  (usage?.cache_creation_input_tokens ?? 0) +
  (usage?.cache_read_input_tokens ?? 0);

const parsed = (text: string): Anthropic.Message | null =>
  isEventStream(text) ? messageOfStream(text) : (JSON.parse(text) as Anthropic.Message | null);

/**
 * What the SDK hands back: of a server that names no content type, or that streams though nobody asked for it, the body as it came; of some the
 * words where blocks are meant.
 */
function messageIn(answer: Anthropic.Message | string): Anthropic.Message {
  const message = typeof answer === "string" ? parsed(answer) : answer;
  const content: unknown = message?.content;
  if (message === null || (typeof content !== "string" && !Array.isArray(content))) throw offProtocol();
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { ...message, content: blocks as Anthropic.ContentBlock[] };
}

function read(answer: Anthropic.Message | string, request: ModelRequest): ModelResponse {
  const message = messageIn(answer);
  const said = withoutThoughts(
    message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
  );
  const isCut = ["max_tokens", "model_context_window_exceeded"].includes(message.stop_reason ?? "");
  const asked = message.content.filter((block) => block.type === "tool_use");
  // The SDK gives what there is of the input of a call that was cut, as if it were whole.
  const used = isCut && message.content.at(-1)?.type === "tool_use" ? asked.slice(0, -1) : asked;
  const toolCalls = used.map(({ id, name, input }) => ({ id, name, args: argsOf(input) }));
  const given = request.tools === undefined ? toolCalls.find(({ args }) => args !== null)?.args : undefined;
  const text = given ? JSON.stringify(given) : said;
  const json = request.schema === undefined ? undefined : (given ?? readJsonAnswer(said));
  return {
    text,
    ...(json === undefined ? {} : { json }),
    ...(request.tools === undefined || toolCalls.length === 0 ? {} : { toolCalls }),
    ...(isCut ? { isCut } : {}),
    usage: {
      prompt_tokens: promptTokens(message.usage),
      completion_tokens: message.usage?.output_tokens ?? 0,
    },
  };
}

const officialHost = "api.anthropic.com";

async function connect(options: ProviderOptions): Promise<Anthropic> {
  const { default: Client } = await import("@anthropic-ai/sdk");
  const { baseUrl = `https://${officialHost}` } = options;
  // A server on this machine needs no key, the SDK does.
  const apiKey = options.apiKey ?? "none";
  return new Client({
    apiKey,
    baseURL: baseUrl,
    // The SDK sends `authorization`; compatible servers often know only the older header.
    defaultHeaders: new URL(baseUrl).hostname === officialHost ? {} : { "x-api-key": apiKey },
    fetch: refusingPages(options.fetch),
    maxRetries: 0,
    timeout: options.retry.timeoutMs,
    logLevel: "off",
    openTelemetry: false,
  });
}

/** Any server of the Anthropic messages wire. The SDK is loaded at the first call; `load` does it beforehand. */
export function createAnthropicClient(options: ProviderOptions): ModelClient & { load(): Promise<void> } {
  let connecting: Promise<Anthropic> | undefined;
  const client = (): Promise<Anthropic> => {
    connecting ??= connect(options);
    return connecting;
  };
  return {
    provider: "anthropic",
    model: options.model,
    async load() {
      await client();
    },
    complete: createComplete(`anthropic:${options.model}`, options, async (request, plain, signal) => {
      const { messages } = await client();
      return read(await messages.create(params(request, plain, options.model), { signal }), request);
    }),
  };
}

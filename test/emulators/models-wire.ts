import type { ModelAnswer, ScriptedCall, SeenRequest } from "./models.ts";

type Body = Record<string, unknown>;

interface Usage {
  readonly prompt: number;
  readonly completion: number;
}

interface WireMessage {
  readonly role: string;
  readonly content:
    | string
    | null
    | readonly { readonly type: string; readonly text?: string; readonly content?: string }[];
}

/** The text of a message's content, in either of the two spellings both wires allow. */
function textOf(content: WireMessage["content"] | undefined): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content.map((part) => part.text ?? part.content ?? "").join("");
}

function flatten(body: Body): { role: string; content: string }[] | undefined {
  const { messages } = body as { messages?: readonly WireMessage[] };
  if (!Array.isArray(messages) || messages.length === 0) return undefined;
  return messages.map((message) => ({ role: message.role, content: textOf(message.content) }));
}

/** Keywords that `strict` demands on every object of a schema, as the OpenAI API checks them. */
function strictFault(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { type, properties, required, additionalProperties } = schema as Body;
  if (type === "object") {
    if (additionalProperties !== false)
      return "'additionalProperties' is required to be supplied and to be false";
    const names = Object.keys((properties ?? {}) as Body);
    if (names.some((name) => !((required ?? []) as string[]).includes(name)))
      return "'required' is required to be supplied and to be an array including every key in properties";
  }
  for (const value of Object.values(schema as Body)) {
    const fault = strictFault(value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function toolNames(body: Body, nameOf: (tool: Body) => unknown): { readonly tools?: readonly string[] } {
  const tools = body.tools as readonly Body[] | undefined;
  return tools === undefined ? {} : { tools: tools.map((tool) => String(nameOf(tool))) };
}

/** Every call that the assistant made must be answered before anybody speaks again, as the OpenAI API checks it. */
function unanswered(body: Body): string | undefined {
  const open = new Set<unknown>();
  for (const message of body.messages as readonly Body[]) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) return "messages with role 'tool' must answer a 'tool_calls'";
    } else if (open.size > 0) return "'tool_call_id's did not have response messages";
    for (const call of (message.tool_calls ?? []) as readonly Body[]) open.add(call.id);
  }
  return open.size > 0 ? "'tool_call_id's did not have response messages" : undefined;
}

/** The calls of a scripted answer; undefined where it is none of that kind. */
function callsOf(answer: ModelAnswer | null): readonly ScriptedCall[] | undefined {
  const calls = typeof answer === "object" ? answer?.toolCalls : undefined;
  return Array.isArray(calls) ? (calls as readonly ScriptedCall[]) : undefined;
}

/** Reads a chat completion request; a string is the reason to refuse it. */
export function readOpenai(body: Body): SeenRequest | string {
  const messages = flatten(body);
  if (typeof body.model !== "string") return "you must provide a model parameter";
  if (messages === undefined) return "'messages' is a required property";
  const isSystem = (role: string): boolean => role === "system" || role === "developer";
  const seen = {
    wire: "openai" as const,
    model: body.model,
    system: messages
      .filter((message) => isSystem(message.role))
      .map((message) => message.content)
      .join("\n"),
    messages: messages.filter((message) => !isSystem(message.role)),
    ...toolNames(body, (tool) => (tool.function as Body | undefined)?.name),
  };
  const left = unanswered(body);
  if (left !== undefined) return left;
  const format = body.response_format as
    | { type?: string; json_schema?: { name?: string; schema?: Body; strict?: boolean } }
    | undefined;
  if (format?.type !== "json_schema") return seen;
  const { name, schema, strict } = format.json_schema ?? {};
  if (name === undefined || !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    return "Invalid 'response_format.json_schema.name'";
  const fault = strict === true ? strictFault(schema) : undefined;
  if (fault !== undefined) return `Invalid schema for response_format '${name}': In context=(), ${fault}.`;
  return { ...seen, schema: { name, json: schema ?? {}, by: "response_format" } };
}

function anthropicSchema(body: Body): SeenRequest["schema"] {
  const choice = body.tool_choice as { type?: string; name?: string } | undefined;
  const tools = (body.tools ?? []) as readonly { name: string; input_schema: Body }[];
  const forced = choice?.type === "tool" ? tools.find((tool) => tool.name === choice.name) : undefined;
  if (forced !== undefined) return { name: forced.name, json: forced.input_schema, by: "tool" };
  const format = (body.output_config as { format?: { schema?: Body } } | undefined)?.format;
  return format?.schema === undefined
    ? undefined
    : { name: "output", json: format.schema, by: "output_config" };
}

/** The results of all calls of an assistant's turn stand in the one message after it, as the Anthropic API checks it. */
function withoutResults(messages: readonly Body[]): string | undefined {
  const idsOf = (message: Body | undefined, type: string, key: string): readonly unknown[] =>
    Array.isArray(message?.content)
      ? (message.content as readonly Body[]).filter((block) => block.type === type).map((block) => block[key])
      : [];
  const isAnswered = messages.every((message, at) => {
    const results = idsOf(messages[at + 1], "tool_result", "tool_use_id");
    return idsOf(message, "tool_use", "id").every((id) => results.includes(id));
  });
  return isAnswered ? undefined : "`tool_use` ids were found without `tool_result` blocks immediately after";
}

/** Reads a messages request; a string is the reason to refuse it. */
export function readAnthropic(body: Body): SeenRequest | string {
  const messages = flatten(body);
  if (typeof body.model !== "string") return "model: Field required";
  if (typeof body.max_tokens !== "number") return "max_tokens: Field required";
  if (messages === undefined) return "messages: at least one message is required";
  if (messages.some((message) => message.role !== "user" && message.role !== "assistant"))
    return "messages: Unexpected role";
  const left = withoutResults(body.messages as readonly Body[]);
  if (left !== undefined) return left;
  const choice = body.tool_choice as { type?: string; name?: string } | undefined;
  const schema = anthropicSchema(body);
  if (choice?.type === "tool" && schema?.by !== "tool")
    return `tool_choice.name: Tool '${choice.name}' not found in provided tools`;
  return {
    wire: "anthropic",
    model: body.model,
    system: textOf(body.system as WireMessage["content"] | undefined),
    messages,
    ...(schema === undefined ? {} : { schema }),
    ...(schema?.by === "tool" ? {} : toolNames(body, (tool) => tool.name)),
  };
}

const written = (answer: ModelAnswer): string =>
  typeof answer === "string" ? answer : JSON.stringify(answer);

/** A chat completion; `null` leaves the choices out. */
export function openaiAnswer(seen: SeenRequest, answer: ModelAnswer | null, usage: Usage): Body {
  const choice = (text: string): Body => ({
    index: 0,
    message: { role: "assistant", content: text, refusal: null },
    logprobs: null,
    finish_reason: "stop",
  });
  const calls = callsOf(answer)?.map(({ name, args }, at) => ({
    id: `call_${at}_${usage.prompt}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  const picked = {
    index: 0,
    message: { role: "assistant", content: null, refusal: null, tool_calls: calls },
    logprobs: null,
    finish_reason: "tool_calls",
  };
  return {
    id: "chatcmpl-emulated",
    object: "chat.completion",
    created: 1_778_000_000,
    model: seen.model,
    choices: answer === null ? [] : [calls === undefined ? choice(written(answer)) : picked],
    usage: {
      prompt_tokens: usage.prompt,
      completion_tokens: usage.completion,
      total_tokens: usage.prompt + usage.completion,
    },
  };
}

/** A message; an object answers a forced tool as its input. `null` leaves the content out. */
export function anthropicAnswer(seen: SeenRequest, answer: ModelAnswer | null, usage: Usage): Body {
  const asTool = typeof answer === "object" && answer !== null && seen.schema?.by === "tool";
  const text = answer === null ? [] : [{ type: "text", text: written(answer) }];
  const tool = { type: "tool_use", id: "toolu_emulated", name: seen.schema?.name, input: answer };
  const calls = callsOf(answer)?.map(({ name, args }, at) => ({
    type: "tool_use",
    id: `toolu_${at}_${usage.prompt}`,
    name,
    input: args,
  }));
  return {
    id: "msg_emulated",
    type: "message",
    role: "assistant",
    model: seen.model,
    content: calls ?? (asTool ? [tool] : text),
    stop_reason: asTool || calls !== undefined ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: usage.prompt, output_tokens: usage.completion },
  };
}

const openaiTypes: Readonly<Record<number, string>> = {
  401: "invalid_request_error",
  429: "rate_limit_exceeded",
  500: "server_error",
  503: "server_error",
};

const anthropicTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

export const openaiError = (status: number, message = `emulated ${status}`): Body => ({
  error: {
    message,
    type: openaiTypes[status] ?? "invalid_request_error",
    param: null,
    code: status === 401 ? "invalid_api_key" : null,
  },
});

export const anthropicError = (status: number, message = `emulated ${status}`): Body => ({
  type: "error",
  error: { type: anthropicTypes[status] ?? "api_error", message },
  request_id: "req_emulated",
});

import type OpenAI from "openai";
import { eventsIn } from "./event-stream.ts";
import { offProtocol } from "./provider.ts";

type Chunk = Partial<Pick<OpenAI.ChatCompletionChunk, "choices" | "usage">> & {
  /** Where the server fails in the middle; `[DONE]` may follow all the same. */
  readonly error?: unknown;
};
type Delta = Partial<OpenAI.ChatCompletionChunk.Choice.Delta>;
type CallDelta = NonNullable<Delta["tool_calls"]>[number];

interface Call {
  id: string;
  readonly type: "function";
  readonly function: { name: string; arguments: string };
}

/** The call that a piece belongs to; servers that leave the number out begin a new one with each id. */
function callOf(calls: Map<number, Call>, { index, id }: CallDelta): Call {
  const last = Math.max(0, calls.size - 1);
  const known = typeof index === "number" ? index : id && calls.size > 0 ? calls.size : last;
  const call = calls.get(known) ?? { id: "", type: "function", function: { name: "", arguments: "" } };
  calls.set(known, call);
  return call;
}

function addCall(calls: Map<number, Call>, piece: CallDelta): void {
  const call = callOf(calls, piece);
  const { name, arguments: args }: { name?: unknown; arguments?: unknown } = piece.function ?? {};
  if (piece.id) call.id = piece.id;
  if (typeof name === "string") call.function.name += name;
  // Some send the arguments whole, as an object.
  if (args != null) call.function.arguments += typeof args === "string" ? args : JSON.stringify(args);
}

/** A stream of chunks as the one answer that was asked for. Throws where it broke off before its end. */
export function completionOfStream(body: string): OpenAI.ChatCompletion {
  const calls = new Map<number, Call>();
  const said = { content: "", refusal: "" };
  const old = { name: "", arguments: "" };
  let finish: string | undefined;
  let usage: Chunk["usage"];
  for (const event of eventsIn(body)) {
    const { choices, usage: counted, error } = (event ?? {}) as Chunk;
    if (error != null) throw offProtocol();
    if (counted) usage = counted;
    const choice = Array.isArray(choices) ? choices.find((each) => (each?.index ?? 0) === 0) : undefined;
    const delta: Delta = choice?.delta ?? {};
    if (typeof delta.content === "string") said.content += delta.content;
    if (typeof delta.refusal === "string") said.refusal += delta.refusal;
    for (const piece of delta.tool_calls ?? []) addCall(calls, piece);
    old.name += delta.function_call?.name ?? "";
    old.arguments += delta.function_call?.arguments ?? "";
    finish = choice?.finish_reason ?? finish;
  }
  if (finish === undefined && !/\[DONE\]\s*$/.test(body)) throw offProtocol();
  const message = {
    role: "assistant",
    content: said.content,
    refusal: said.content === "" && said.refusal !== "" ? said.refusal : null,
    ...(calls.size === 0 ? {} : { tool_calls: [...calls.values()] }),
    ...(old.name === "" ? {} : { function_call: old }),
  };
  // As much of an answer as `read` looks at.
  return { choices: [{ index: 0, message, finish_reason: finish }], usage } as OpenAI.ChatCompletion;
}

import type Anthropic from "@anthropic-ai/sdk";
import { eventsIn } from "./event-stream.ts";
import { offProtocol } from "./provider.ts";

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly input?: unknown;
}

/** A stream of events as the one message that was asked for. Throws where it broke off before its end. */
export function messageOfStream(body: string): Anthropic.Message {
  const blocks = new Map<number, Block>();
  const inputs = new Map<number, string>();
  let head: object = {};
  let stop: string | null = null;
  let usage: object = {};
  let isWhole = false;
  const readers: Readonly<Record<string, (event: never) => void>> = {
    message_start({ message }: Anthropic.RawMessageStartEvent) {
      head = message;
      usage = { ...message.usage };
    },
    content_block_start({ index, content_block }: Anthropic.RawContentBlockStartEvent) {
      blocks.set(index, { ...content_block });
    },
    content_block_delta({ index, delta }: Anthropic.RawContentBlockDeltaEvent) {
      if (delta.type === "text_delta") {
        const block = blocks.get(index) ?? { type: "text" };
        blocks.set(index, { ...block, text: `${block.text ?? ""}${delta.text}` });
      }
      if (delta.type === "input_json_delta")
        inputs.set(index, `${inputs.get(index) ?? ""}${delta.partial_json}`);
    },
    message_delta({ delta, usage: counted }: Anthropic.RawMessageDeltaEvent) {
      stop = delta.stop_reason ?? stop;
      usage = { ...usage, ...Object.fromEntries(Object.entries(counted ?? {}).filter(([, count]) => count)) };
    },
    message_stop() {
      isWhole = true;
    },
    error() {
      throw offProtocol();
    },
  };
  for (const event of eventsIn(body)) {
    const { type = "" } = (event ?? {}) as { readonly type?: string };
    if (Object.hasOwn(readers, type)) readers[type]?.(event as never);
  }
  if (!isWhole && stop === null) throw offProtocol();
  const content = [...blocks]
    .sort(([one], [other]) => one - other)
    // An input is read like the arguments of a call that were written as text.
    .map(([index, block]) => (inputs.has(index) ? { ...block, input: inputs.get(index) } : block));
  // As much of a message as is looked at.
  return { ...head, content, stop_reason: stop, usage } as unknown as Anthropic.Message;
}

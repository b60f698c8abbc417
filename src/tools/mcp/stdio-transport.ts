import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { type ChildCommand, type JsonLinesChild, startChild } from "../../process/json-lines-child.ts";

/** How long a server has to leave once its input is closed. */
const graceMs = 500;

function parse(line: string): JSONRPCMessage | undefined {
  try {
    // The client checks what it is handed against the protocol's own schema.
    return JSON.parse(line) as JSONRPCMessage;
  } catch {
    return undefined;
  }
}

/**
 * The protocol over a child's standard input and output. Unlike the SDK's own transport the child inherits nothing but `env`, is ended
 * together with what it has started, and may write no line longer than `maxLine`.
 */
export function createStdioTransport(command: ChildCommand, maxLine: number): Transport {
  let child: JsonLinesChild | undefined;
  const transport: Transport = {
    async start() {
      child = startChild(
        command,
        { maxLine },
        {
          line(text) {
            const message = parse(text);
            // A line that is no message is a server's loose talk.
            if (message !== undefined) transport.onmessage?.(message);
          },
          ended: () => transport.onclose?.(),
        },
      );
    },
    async send(message) {
      child?.send(message);
    },
    async close() {
      await child?.stop(graceMs);
      transport.onclose?.();
    },
  };
  return transport;
}

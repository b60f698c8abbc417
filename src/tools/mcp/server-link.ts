import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Log, ToolFailure } from "#contract";
import type { McpServer } from "../settings.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { createStdioTransport } from "./stdio-transport.ts";

export interface LinkServices {
  /** The environment of servers that are programs, to which each one's own is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Log;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** Wall time, epoch milliseconds. */
  readonly nowMs: () => number;
}

/** A server that is there: what it offers, and the way to call it. */
export interface OpenServer {
  readonly tools: readonly Tool[];
  /** Rejects with what the SDK or the transport rejects with. */
  call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult>;
}

export interface ServerLink {
  /** Connects where it is not connected; SOURCE_DOWN where that fails, and until it is worth another try. Never rejects. */
  open(): Promise<OpenServer | ToolFailure>;
  /** The last known tools, whether the server is there now or not. */
  tools(): readonly Tool[];
  /** Tells that a call by this connection has shown the server to work, or to be gone. */
  report(open: OpenServer, works: boolean): void;
  /** False once this connection has been closed. */
  isCurrent(open: OpenServer): boolean;
  stop(): Promise<void>;
}

/** Of one answer, and of one line of a program: servers of the SDK send a value twice, as structure and as text. */
const maxBytes = 12 * 1024 * 1024;
const connectMs = 10_000;
export const callMs = 20_000;
const mostPages = 10;
const mostTools = 128;
const firstBackoffMs = 300;
const longestBackoffMs = 60_000;

async function transportTo(server: McpServer, { env, fetch }: LinkServices): Promise<Transport> {
  if ("command" in server) {
    const { command, args } = server;
    return createStdioTransport({ command, args, env: { ...env, ...server.env } }, maxBytes);
  }
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const options = { requestInit: { headers: server.headers }, fetch: limitedFetch(fetch, maxBytes) };
  // Under exactOptionalPropertyTypes the SDK's class is not quite its own interface (`sessionId`).
  return new StreamableHTTPClientTransport(new URL(server.url), options) as Transport;
}

/** All tools, without the SDK's compiling of the server's own output schemas. */
async function listTools(client: Client, signal: AbortSignal): Promise<readonly Tool[]> {
  const { ListToolsResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: connectMs, signal };
    const listed = await client.request({ method: "tools/list", params }, ListToolsResultSchema, options);
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, mostTools);
}

async function connect(server: McpServer, services: LinkServices, signal: AbortSignal) {
  const [{ Client }, { CallToolResultSchema }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const client = new Client({ name: "qianmen", version: "1" });
  try {
    await client.connect(await transportTo(server, services), { timeout: connectMs, signal });
    const tools = await listTools(client, signal);
    const call: OpenServer["call"] = (name, args, signal) =>
      client.request({ method: "tools/call", params: { name, arguments: args } }, CallToolResultSchema, {
        signal,
        timeout: callMs,
      });
    return { client, open: { tools, call } satisfies OpenServer };
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}

/** One server: connected when first needed, and again after it was lost, each failure in a row waiting twice as long. */
export function createServerLink(name: string, server: McpServer, services: LinkServices): ServerLink {
  const { log, random, nowMs } = services;
  let current: { readonly client: Client; readonly open: OpenServer } | undefined;
  let connecting: Promise<OpenServer | ToolFailure> | undefined;
  let known: readonly Tool[] = [];
  let failures = 0;
  let notBeforeMs = 0;
  const ending = new AbortController();

  const down = (): ToolFailure => ({ code: "SOURCE_DOWN", message: `mcp:${name} is not there` });

  function lost(): void {
    const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** failures);
    failures += 1;
    notBeforeMs = nowMs() + backoffMs * (0.8 + 0.4 * random());
  }

  async function reconnect(): Promise<OpenServer | ToolFailure> {
    try {
      const made = await connect(server, services, ending.signal);
      if (ending.signal.aborted) {
        await made.client.close();
        return down();
      }
      current = made;
      known = made.open.tools;
      made.client.onclose = () => {
        if (current !== made) return;
        current = undefined;
        lost();
      };
      return made.open;
    } catch (error) {
      lost();
      if (ending.signal.aborted) return down();
      // Its own words stay out: they are an upstream's, and may repeat a header.
      log.warn({ server: name, error: error instanceof Error ? error.name : "failure" }, "no MCP server");
      return down();
    } finally {
      connecting = undefined;
    }
  }

  return {
    async open() {
      if (current !== undefined) return current.open;
      if (ending.signal.aborted || (connecting === undefined && nowMs() < notBeforeMs)) return down();
      connecting ??= reconnect();
      return connecting;
    },
    tools: () => known,
    isCurrent: (open) => current?.open === open,
    report(open, works) {
      if (current?.open !== open) return;
      if (works) failures = 0;
      else {
        const { client } = current;
        current = undefined;
        lost();
        client.close().catch(() => undefined);
      }
    },
    async stop() {
      ending.abort();
      await connecting;
      const last = current;
      current = undefined;
      await last?.client.close().catch(() => undefined);
    },
  };
}

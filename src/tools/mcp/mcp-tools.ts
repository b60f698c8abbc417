import { setTimeout as sleep } from "node:timers/promises";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { defineTool, type ErrorCode, type Json, type ToolDefinition, type ToolOutcome } from "#contract";
import type { ForeignTools } from "../registry/registry.ts";
import type { McpServers } from "../settings.ts";
import { offeredSchema, quotedDescription, toolName } from "./offered-tool.ts";
import { readResult } from "./read-result.ts";
import { callMs, createServerLink, type LinkServices, type ServerLink } from "./server-link.ts";

export interface McpServices extends LinkServices {
  /** Market time: what a result was fetched at. */
  readonly market: () => string;
}

/** The tools of all configured servers. */
export interface McpTools extends ForeignTools {
  /** Closes every connection and ends every program that was started; resolves once they are gone. */
  stop(): Promise<void>;
}

const args = z.record(z.string(), z.json());

/**
 * Codes of the protocol. With one of its own the server has answered too: its other tools, and what it holds in memory, are not to be lost
 * for it.
 */
const protocolCodes: ReadonlyMap<unknown, ErrorCode> = new Map([
  [-32602, "INVALID_ARGS"],
  [-32601, "UNKNOWN_TOOL"],
  [-32001, "NET_TIMEOUT"],
]);
/** The SDK's, of a connection that was closed; servers use it for what is wrong with them, too. */
const closedCode = -32000;
const httpCodes: ReadonlyMap<unknown, ErrorCode> = new Map([
  [401, "SOURCE_DENIED"],
  [403, "SOURCE_DENIED"],
  [429, "RATE_LIMIT"],
]);

/** What a thrown error of the SDK or the transport says. */
function codeOf(error: unknown, isConnected: boolean): ErrorCode {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const isOfProtocol = error instanceof Error && error.name === "McpError";
  if (!isOfProtocol) return httpCodes.get(code) ?? "SOURCE_DOWN";
  if (code === closedCode && !isConnected) return "SOURCE_DOWN";
  return protocolCodes.get(code) ?? "TOOL_ERROR";
}

interface Served {
  readonly server: string;
  readonly tool: Tool;
  readonly link: ServerLink;
  readonly market: () => string;
}

async function callServer(
  { server, tool, link, market }: Served,
  asked: Record<string, Json>,
  signal: AbortSignal,
) {
  const source = `mcp:${server}`;
  const open = await link.open();
  if ("code" in open) return { ok: false, error: open } satisfies ToolOutcome;
  try {
    const result = await open.call(tool.name, asked, signal);
    link.report(open, true);
    return readResult(result, { source, table: tool.name.slice(0, 60), fetchedAt: market() });
  } catch (error) {
    const code = codeOf(error, link.isCurrent(open));
    if (code === "SOURCE_DOWN" && !signal.aborted) link.report(open, false);
    return { ok: false, error: { code, message: `${source}: the call failed` } } satisfies ToolOutcome;
  }
}

function definitionOf(name: string, served: Served): ToolDefinition {
  const { server, tool } = served;
  const { readOnlyHint, idempotentHint } = tool.annotations ?? {};
  return defineTool<z.infer<typeof args>>({
    name,
    args,
    argsJson: { ...offeredSchema(tool.inputSchema), type: "object" },
    description: quotedDescription(server, tool.description),
    origin: `mcp:${server}`,
    timeoutMs: callMs,
    retrySafe: readOnlyHint === true || idempotentHint === true,
    run: (asked, { signal }) => callServer(served, asked, signal),
  }) as ToolDefinition;
}

/**
 * Tools of MCP servers as tools of ours, `mcp_<server>_<tool>`. The servers are connected when tools are first asked for; the SDK is
 * loaded then.
 */
export function createMcpTools(servers: McpServers, services: McpServices): McpTools {
  const links = new Map(
    Object.entries(servers).map(([name, server]) => [name, createServerLink(name, server, services)]),
  );
  /** Definitions by the tool lists that they were made from. */
  const made = new Map<
    string,
    { readonly from: readonly Tool[]; readonly defined: readonly ToolDefinition[] }
  >();

  function toolsOf(server: string, link: ServerLink): readonly ToolDefinition[] {
    const from = link.tools();
    const known = made.get(server);
    if (known?.from === from) return known.defined;
    const byName = new Map<string, ToolDefinition>();
    for (const tool of from) {
      const name = toolName(server, tool.name);
      // Of two tools that come to one name the first keeps it.
      if (name !== undefined && !byName.has(name))
        byName.set(name, definitionOf(name, { server, tool, link, market: services.market }));
    }
    const defined = [...byName.values()];
    made.set(server, { from, defined });
    return defined;
  }

  /** Servers that have kept a question waiting in vain. */
  const late = new Set<string>();

  /** One server's first answer; a connection that is under way or was refused a moment ago is not begun twice. */
  async function heardOf(server: string, link: ServerLink, patienceMs: number | undefined): Promise<void> {
    const opening = link.open().then(() => undefined);
    if (patienceMs === undefined) return opening;
    if (late.has(server)) return;
    const patience = new AbortController();
    const waited = sleep(patienceMs, true, { signal: patience.signal }).catch(() => undefined);
    const isLate = await Promise.race([opening, waited]);
    patience.abort();
    if (isLate !== true) return;
    late.add(server);
    services.log.warn({ server }, "an MCP server is slow to answer; the question goes on without its tools");
  }

  return {
    async ready(patienceMs) {
      const unheard = [...links].filter(([, link]) => link.tools().length === 0);
      await Promise.all(unheard.map(([server, link]) => heardOf(server, link, patienceMs)));
    },
    tools: () => [...links].flatMap(([server, link]) => toolsOf(server, link)),
    async find(name) {
      const [, server = ""] = /^mcp_([a-z0-9-]+)_/.exec(name) ?? [];
      const link = links.get(server);
      if (link === undefined) return undefined;
      const named = () => toolsOf(server, link).find((tool) => tool.name === name);
      const known = named();
      if (known !== undefined) return known;
      const open = await link.open();
      return "code" in open ? open : named();
    },
    async stop() {
      await Promise.all([...links.values()].map((link) => link.stop()));
    },
  };
}

import { createJournal } from "../../journal/journal.ts";
import { createReminders } from "../../memory/reminders.ts";
import { createWatchlists } from "../../memory/watchlist.ts";
import type { Store } from "../../store/redis.ts";
import { createTools } from "../../tools/create-tools.ts";
import type { McpTools } from "../../tools/mcp/mcp-tools.ts";
import { createToolRegistry, type ToolRegistry } from "../../tools/registry/registry.ts";
import { toolSettings } from "../../tools/settings.ts";
import type { Foundation } from "../foundation.ts";
import { arrivalOf } from "./arrival.ts";
import { listSourcesOf, type SourceListing } from "./source-listing.ts";

/** The servers' tools, where there are any; what they need is loaded with the first of them. */
async function foreignTools({ config, clock, log, childEnv }: Foundation): Promise<McpTools | undefined> {
  const { MCP_SERVERS } = config.of(toolSettings);
  if (Object.keys(MCP_SERVERS).length === 0) return undefined;
  const { createMcpTools } = await import("../../tools/mcp/mcp-tools.ts");
  return createMcpTools(MCP_SERVERS, {
    env: childEnv,
    fetch: globalThis.fetch,
    log,
    random: Math.random,
    nowMs: clock.wallMs,
    market: clock.market,
  });
}

/** The tools over what conversations have left. */
function conversationTools(foundation: Foundation, store: Store, listing: SourceListing) {
  const { config, clock } = foundation;
  const journal = createJournal(store, { days: config.core.JOURNAL_DAYS, wallMs: clock.wallMs });
  return {
    readWatchlist: createWatchlists(store).read,
    reminders: { read: createReminders(store).read, arrival: arrivalOf(foundation) },
    listSources: listSourcesOf(journal, listing),
  };
}

export interface AgentToolsServices extends Pick<Parameters<typeof createTools>[0], "data" | "metricOf"> {
  /** Without it no tool knows what conversations have left. */
  readonly store: Store | undefined;
  readonly sourceListing: SourceListing;
}

export interface AgentTools {
  readonly tools: ToolRegistry;
  /** Ends what was started for them: connections and programs of MCP servers. */
  stop(): Promise<void>;
}

/** Our own tools and those of MCP servers. */
export async function createAgentTools(
  foundation: Foundation,
  { data, metricOf, store, sourceListing }: AgentToolsServices,
): Promise<AgentTools> {
  const { config, clock } = foundation;
  const foreign = await foreignTools(foundation);
  const { TOOLS_ALLOW: allow, TOOLS_DENY: deny } = config.of(toolSettings);
  const conversation = store === undefined ? {} : conversationTools(foundation, store, sourceListing);
  const tools = createToolRegistry({
    tools: createTools({ data, metricOf, ...conversation }),
    ...(foreign === undefined ? {} : { foreign }),
    ...{ allow, deny, random: Math.random, nowMs: clock.wallMs },
  });
  return { tools, stop: async () => foreign?.stop() };
}

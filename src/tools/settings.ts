import { z } from "zod";
import type { Settings } from "#contract";

const texts = z.record(z.string(), z.string()).default({});

/** A server that is started as a program, or one that is reached over HTTP. */
const server = z.union([
  z.strictObject({ command: z.string().min(1), args: z.array(z.string()).default([]), env: texts }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }), headers: texts }),
]);

/** By name; it stands in the names of the tools and in every cite. */
const servers = z.record(z.string().regex(/^[a-z][a-z0-9-]{0,19}$/), server);

export type McpServer = z.infer<typeof server>;
export type McpServers = Readonly<Record<string, McpServer>>;

function readServers(text: string): McpServers | undefined {
  try {
    return servers.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const asList = (text: string): string[] => text.split(/[,\s]+/).filter(Boolean);
const isName = (word: string): boolean => /^[A-Za-z*][A-Za-z0-9_*-]{0,79}$/.test(word);

const nameList = (example: string) =>
  z
    .string()
    .transform(asList)
    .refine(
      (words) => words.every(isName),
      "must be a list of tool names, in which * stands for any characters",
    )
    .meta({ examples: [example] })
    .default([]);

const schema = z.object({
  TOOLS_ALLOW: nameList("get_*,resolve_*,calculate"),
  TOOLS_DENY: nameList("mcp_*"),
  MCP_SERVERS: z
    .string()
    .refine(
      (text) => readServers(text) !== undefined,
      "must be JSON: server names (a-z, 0-9, -, at most 20) with command, args and env, or with url and headers",
    )
    .transform((text): McpServers => readServers(text) ?? {})
    .meta({ examples: ['{"filings":{"command":"node","args":["server.js"]}}'] })
    .default({}),
});

export type ToolSettings = z.infer<typeof schema>;

/** What a server is told that nobody else may read. */
function secretsOf(each: McpServer): readonly string[] {
  if ("command" in each) return Object.values(each.env);
  const { password, searchParams } = new URL(each.url);
  return [...Object.values(each.headers), password, ...searchParams.values()];
}

/** Short values (`on`, `8080`) say nothing, and striking them out of logs would take everything else along. */
const shortestSecret = 6;

/** What the tool registry reads, merged with the other settings by `src/config.ts`. */
export const toolSettings: Settings<typeof schema> = {
  schema,
  secrets: ["MCP_SERVERS"],
  secretsIn: ({ MCP_SERVERS }) =>
    Object.values(MCP_SERVERS)
      .flatMap(secretsOf)
      .filter(({ length }) => length >= shortestSecret),
};

import { renderTools } from "../../cli/tool-list.ts";
import { fittingTools } from "../../pipeline/execute/pick/tool-room.ts";
import { createAgent } from "../agent/agent.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import type { Verb } from "./verb.ts";

/** `qianmen tools [--json]`: every tool with its schemas, time limit and source, and whether models are offered it; MCP servers are asked for theirs. */
export const run: Verb = async (args, context) => {
  const agent = await createAgent(await layQuietFoundation(context, "warn"));
  try {
    const listed = await agent.tools.list();
    const offered = await agent.tools.offers();
    const fitting = new Set(fittingTools(offered, agent.ports.budget()));
    const leftOut = new Set(offered.filter((tool) => !fitting.has(tool)).map(({ name }) => name));
    const tools = listed.map((tool) => ({ ...tool, no_room: leftOut.has(tool.name) }));
    process.stdout.write(
      `${args.includes("--json") ? JSON.stringify(tools, null, 2) : renderTools(tools)}\n`,
    );
    return 0;
  } finally {
    await agent.stop();
  }
};

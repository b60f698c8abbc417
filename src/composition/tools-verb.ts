import { renderTools } from "../cli/tool-list.ts";
import type { Verb } from "../main.ts";
import { createBrain } from "./brain.ts";
import { layFoundation } from "./foundation.ts";

/** `qianmen tools [--json]`: every tool with its schemas, time limit and source; MCP servers are asked for theirs. */
export const run: Verb = async (args, { root, env }) => {
  const brain = await createBrain(await layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "warn" }));
  try {
    const tools = await brain.tools.list();
    process.stdout.write(
      `${args.includes("--json") ? JSON.stringify(tools, null, 2) : renderTools(tools)}\n`,
    );
    return 0;
  } finally {
    await brain.stop();
  }
};

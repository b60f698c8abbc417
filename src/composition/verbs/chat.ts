import { runChat } from "../../cli/terminal-chat.ts";
import { openTerminalSession } from "../command-line/terminal-session.ts";
import { layFoundation } from "../foundation.ts";
import type { Verb } from "./verb.ts";

/** `qianmen chat`: questions at the terminal until Ctrl-D. */
export const run: Verb = async (args, { root, env }) => {
  const foundation = await layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error" });
  const session = await openTerminalSession(foundation, args.includes("--local"));
  try {
    await runChat({ client: session.client, input: process.stdin, output: process.stdout });
    return 0;
  } finally {
    await session.close();
  }
};

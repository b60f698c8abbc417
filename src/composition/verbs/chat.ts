import { runChat } from "../../cli/terminal-chat.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { openTerminalSession } from "../command-line/terminal-session.ts";
import type { Verb } from "./verb.ts";

/** `qianmen chat`: questions at the terminal until Ctrl-D. */
export const run: Verb = async (args, context) => {
  const foundation = await layQuietFoundation(context);
  const session = await openTerminalSession(foundation, args.includes("--local"));
  try {
    await runChat({ client: session.client, input: process.stdin, output: process.stdout });
    return 0;
  } finally {
    await session.close();
  }
};

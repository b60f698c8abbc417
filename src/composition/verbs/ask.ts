import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { costOf } from "../../admin/cost.ts";
import { ask } from "../../cli/ask.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { openTerminalSession } from "../command-line/terminal-session.ts";
import type { Verb } from "./verb.ts";

/** `qianmen ask "…" [--json] [--local]`. */
export const run: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean", default: false }, local: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const question = positionals.join(" ");
  if (positionals.length === 0)
    throw new AppError("INVALID_ARGS", 'usage: qianmen ask "600519 现在多少钱" [--json] [--local]');
  // One call says its answer; what happens inside is for `turns` and `--json`.
  const foundation = await layQuietFoundation(context);
  const session = await openTerminalSession(foundation, values.local);
  try {
    return await ask({
      client: session.client,
      question,
      json: values.json,
      costOf: (models) => costOf(models, foundation.config.core.MODEL_PRICES),
      readTurn: (turnId) => session.journal.read(turnId),
      print: (text) => void process.stdout.write(`${text}\n`),
      say: foundation.say,
    });
  } finally {
    await session.close();
  }
};

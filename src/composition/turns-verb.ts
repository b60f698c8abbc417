import { parseArgs } from "node:util";
import { listTurns } from "../cli/turns.ts";
import type { Verb } from "../main.ts";
import { layFoundation } from "./foundation.ts";
import { withJournal } from "./with-journal.ts";

/** `qianmen turns [--failed] [--json]`. */
export const run: Verb = async (args, { root, env }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { failed: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
  });
  const foundation = await layFoundation(root, env);
  const text = await withJournal(foundation, (journal) => listTurns(journal, values));
  process.stdout.write(`${text}\n`);
  return 0;
};

import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { layQuietFoundation } from "../../command-line/quiet-foundation.ts";
import { withActs } from "../../command-line/with-acts.ts";
import type { Verb } from "../verb.ts";

/**
 * `qianmen eval add <turn> [--wrong] [--to F]`: makes a case of a turn and appends it to F (the data folder's `eval/cases.jsonl`), which
 * `eval --dataset F` reads. Of an answered turn its plan and tools are expected again; of a failed one, or with --wrong, the
 * expectation is left to be filled in.
 */
export const addCase: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { wrong: { type: "boolean", default: false }, to: { type: "string" } },
    allowPositionals: true,
  });
  const [turnId, ...others] = positionals;
  if (turnId === undefined || others.length > 0)
    throw new AppError("INVALID_ARGS", "usage: qianmen eval add <turn> [--wrong] [--to F]");
  const foundation = await layQuietFoundation(context);
  return withActs(foundation, async ({ acts, actor }) => {
    const { wrong, to } = values;
    const { ok, said } = await acts.collect(actor, turnId, { wrong, ...(to === undefined ? {} : { to }) });
    process.stdout.write(`${said.zh} ${said.en}\n`);
    return ok ? 0 : 1;
  });
};

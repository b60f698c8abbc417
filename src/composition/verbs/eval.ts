import { AppError } from "#contract";
import type { Verb } from "./verb.ts";

const usage = `usage: qianmen eval [--dataset F]… [--gates] [--out FOLDER] [--seed N] [--data sample|configured]
       qianmen eval case ["<question>"] [--expect-tool T]… [--gold TEXT]… [--mode PROFILE] [--key K]
       qianmen eval add <turn> [--wrong] [--to F]`;

/** `qianmen eval`: all cases of a dataset; `eval case`: one, as JSON; `eval add`: makes a case of a turn. */
export const run: Verb = async (args, context) => {
  const [what, ...rest] = args;
  if (what === undefined || what.startsWith("-")) {
    const { runEvaluation } = await import("./eval/run-dataset.ts");
    return runEvaluation(args, context);
  }
  if (what === "case") {
    const { runOneCase } = await import("./eval/run-one-case.ts");
    return runOneCase(rest, context);
  }
  if (what === "add") {
    const { addCase } = await import("./eval/add-case.ts");
    return addCase(rest, context);
  }
  throw new AppError("INVALID_ARGS", usage);
};

import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { replay, replayText } from "../cli/replay.ts";
import type { Verb } from "../main.ts";
import { createBrain } from "./brain.ts";
import { layFoundation } from "./foundation.ts";
import { withJournal } from "./with-journal.ts";

/** `qianmen replay <turn> [--from STAGE] [--live] [--json]`: dry, nothing is sent. Exit code 0 also where results differ. */
export const run: Verb = async (args, { root, env }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      from: { type: "string", default: "route" },
      live: { type: "boolean", default: false },
      deliver: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [turnId] = positionals;
  if (turnId === undefined)
    throw new AppError("INVALID_ARGS", "usage: qianmen replay <turn> [--from STAGE] [--live] [--json]");
  if (values.deliver)
    throw new AppError(
      "INVALID_ARGS",
      "--deliver comes with the administrator's site; a replay is dry for now",
    );
  const foundation = await layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error" });
  const turn = await withJournal(foundation, (journal) => journal.read(turnId));
  if (turn === null)
    throw new AppError("INVALID_ARGS", `there is no turn ${turnId}; qianmen turns lists them`);
  const { ports } = await createBrain(foundation);
  const { from, live, json } = values;
  const report = await replay({ turn, ports, from, live, signal: AbortSignal.timeout(60_000) });
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : replayText(report)}\n`);
  return 0;
};

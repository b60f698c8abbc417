import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { AppError, asRun, incomingMessage, type Turn } from "#contract";
import { replay, replayText } from "../../cli/replay.ts";
import type { ReplayReport } from "../../pipeline/replay/replay-report.ts";
import { createAgent } from "../agent/agent.ts";
import { isDayCounted } from "../budgets/day-budget.ts";
import { isSure } from "../command-line/confirm.ts";
import { refuseUnreadable } from "../command-line/named-file.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { withActs } from "../command-line/with-acts.ts";
import type { Foundation } from "../foundation.ts";
import { openStore } from "../redis/open-store.ts";
import type { Verb } from "./verb.ts";

const usage =
  "usage: qianmen replay <turn> [--from STAGE] [--live] [--deliver [--yes]] [--json]\n       qianmen replay --file EXPORT.json [--from STAGE] [--live] [--json]";

/** The turn of an export of this or another installation; only what a replay rests on is looked at. */
const exportSchema = z.looseObject({
  qianmen: z.literal(1),
  turn: z.looseObject({
    v: z.literal(1),
    id: z.string(),
    message: incomingMessage,
    stages: z.array(z.unknown()),
  }),
});

/** Undefined where it is none. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readExport(path: string): Promise<Turn> {
  await refuseUnreadable(path);
  const parsed = exportSchema.safeParse(asJson(await readFile(path, "utf8")));
  if (!parsed.success) throw new AppError("INVALID_ARGS", `${path} is no exported turn`);
  // Exported by `turns export` under the turn's version.
  return parsed.data.turn as unknown as Turn;
}

const sentBeforeLine = ({ id, atMs }: { readonly id: string; readonly atMs: number }): string =>
  `${new Date(atMs).toISOString()} 已经发送过 sent before: ${id}`;

/** A turn that no journal here holds. Its model calls count for the limits of the day, where there are such; else no Redis is needed. */
async function replayFile(
  foundation: Foundation,
  turn: Turn,
  how: { readonly from: string; readonly live: boolean },
): Promise<ReplayReport> {
  const opened = isDayCounted(foundation.config.core)
    ? await openStore(foundation, { mayBeNew: true })
    : undefined;
  const { ports, stop } = await createAgent(foundation, opened?.store);
  try {
    return await replay({ turn, ports, ...how, signal: AbortSignal.timeout(60_000) });
  } finally {
    await stop();
    await opened?.close();
  }
}

/**
 * `qianmen replay <turn> [--from STAGE] [--live] [--deliver [--yes]] [--json]`: dry, unless a delivery is asked for and confirmed.
 * Exit code 0 also where results differ; 1 where a delivery was refused.
 */
export const run: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      from: { type: "string", default: "route" },
      live: { type: "boolean", default: false },
      deliver: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      file: { type: "string" },
    },
    allowPositionals: true,
  });
  const [turnId] = positionals;
  const { from, live, json, file } = values;
  if ((turnId === undefined) === (file === undefined) || (file !== undefined && values.deliver))
    throw new AppError("INVALID_ARGS", usage);
  const foundation = await layQuietFoundation(context);
  if (file !== undefined) {
    const report = await replayFile(foundation, await readExport(file), { from, live });
    process.stdout.write(`${json ? JSON.stringify(report, null, 2) : replayText(report)}\n`);
    return 0;
  }
  if (turnId === undefined) throw new AppError("INVALID_ARGS", usage);
  return withActs(foundation, async ({ acts, actor }) => {
    const kept = await acts.replay(actor, turnId, { from, live });
    if (kept === undefined)
      throw new AppError("INVALID_ARGS", `there is no turn ${turnId}; ${asRun("turns")} lists them`);
    const { report } = kept.replayed;
    if (!values.deliver) {
      process.stdout.write(`${json ? JSON.stringify(report, null, 2) : replayText(report)}\n`);
      return 0;
    }
    const sent = await acts.replays.sentBefore(turnId);
    if (!json) process.stdout.write(`${[replayText(report), ...sent.map(sentBeforeLine)].join("\n")}\n`);
    const isConfirmed = await isSure(
      values.yes,
      "发送给用户? Send this to the person?",
      "--deliver sends to the person; without a terminal confirm it with --yes",
    );
    if (!isConfirmed) return 1;
    // Who answers by --yes has read nothing of it.
    const seen = values.yes ? [] : sent.map(({ id }) => id);
    const outcome = await acts.deliver(actor, kept.id, seen);
    const { ok, said, turnId: sentAs } = outcome;
    process.stdout.write(
      `${json ? JSON.stringify({ ...report, delivered: ok, said, ...(sentAs ? { sentAs } : {}) }) : `${said.zh} ${said.en}`}\n`,
    );
    return ok ? 0 : 1;
  });
};

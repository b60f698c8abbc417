import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { AppError, endStates, type Turn } from "#contract";
import { isPersonName } from "../../gateway/pairing.ts";
import { createAuditLog } from "../../journal/audit-log.ts";
import { type Forgotten, forget, type LeftJobs, traceless } from "../../journal/forget/forget.ts";
import { dropJobs, isAtRest } from "../../queue/drop-jobs.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import { forgetAccount, forgetCases } from "../command-line/forget-files.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { createInfrastructure, type Infrastructure } from "../infrastructure.ts";
import { openStore } from "../redis/open-store.ts";
import type { Verb } from "./verb.ts";

const usage = "usage: qianmen forget <platform>:<id> --yes [--json]";

/** What is sent just now may take so long; a service that is down brings nothing to rest. */
const restWithinMs = 15_000;
const lookMs = 100;

/** Cancels what has not ended, so that no worker writes of it any more, and waits until its progress message is taken back, too. */
async function settle(infra: Infrastructure, turns: readonly Turn[]): Promise<void> {
  for (const { id, state, message } of turns) {
    const { platform, accountId, chatId } = message;
    if (!endStates.has(state) && (await infra.journal.cancel(id)))
      await infra.signals.publish({ kind: "cancel", turnId: id, platform, accountId, chatId });
  }
  const isMoving = async (turn: Turn): Promise<boolean> => !(await isAtRest(infra, turn));
  for (let [left, moving] = [restWithinMs / lookMs, turns]; left > 0; left -= 1) {
    const found = await Promise.all(moving.map(isMoving));
    moving = moving.filter((_, at) => found[at]);
    if (moving.length === 0) return;
    await sleep(lookMs);
  }
}

/** `qianmen forget <platform>:<id> --yes [--json]`: erases a person's or a group's data everywhere. 1 where something is left. */
export const run: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { yes: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [name = ""] = positionals;
  if (!isPersonName(name)) throw new AppError("INVALID_ARGS", `${usage}; e.g. telegram:123456789`);
  if (!values.yes)
    throw new AppError("INVALID_ARGS", `everything of ${name} will be erased for good; say so with --yes`);
  const foundation = await layQuietFoundation(context);
  const { clock, log, config } = foundation;
  const { store, close } = await openStore(foundation);
  const infra = createInfrastructure({ store, clock, log, journalDays: config.core.JOURNAL_DAYS });
  try {
    const at = name.indexOf(":");
    const [platform, id] = [name.slice(0, at), name.slice(at + 1)];
    const turns: Turn[] = [];
    const dropping = (turn: Turn | LeftJobs) => {
      if ("state" in turn) turns.push(turn);
      return dropJobs(infra, turn);
    };
    const { dataFolder } = config;
    const accounts = await forgetAccount(dataFolder, { platform, id });
    const erased = await forget(
      store,
      { platform, id, settle: (found) => settle(infra, found), dropJobs: dropping },
      sleep,
      () => forgetCases({ keep: createAdapterStore(store, "eval"), dataFolder }, { platform, id }, turns),
    );
    const found = { ...erased, accounts };
    const after = { turns: found.turns, cases: found.cases, left: found.left };
    const line = { atMs: clock.wallMs(), who: "cli", act: "forget", what: traceless(platform, id), after };
    await createAuditLog(store).write(line);
    process.stdout.write(`${values.json ? JSON.stringify(found) : wordsOf(found)}\n`);
    return found.left === 0 && found.rewritten !== false ? 0 : 1;
  } finally {
    await infra.closeQueues();
    await close();
  }
};

const wordsOf = (found: Forgotten & { readonly accounts: number }): string => {
  const { turns, keys, entries, cases, accounts, left, unreadable, rewritten } = found;
  return [
    `erased 已删除: ${turns} turns, ${keys} keys, ${entries} entries, ${cases} cases of the evaluation, ${accounts} accounts in files; left 剩余: ${left}`,
    ...(unreadable === 0 ? [] : [`${unreadable} reminders under other names cannot be read, and were left.`]),
    rewritten === undefined
      ? "Redis keeps no append-only file."
      : rewritten
        ? "The append-only file was rewritten without them."
        : "The append-only file could not be rewritten in time: run BGREWRITEAOF.",
  ].join("\n");
};

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { keptFiles } from "../backup/left-out-files.ts";
import { restore } from "../backup/restore.ts";
import { refuseUnreadable } from "../command-line/named-file.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { openStore } from "../redis/open-store.ts";
import type { Verb } from "./verb.ts";

const usage = "usage: qianmen restore <file> [--replace] [--json]";

const missingWords = (dataFolder: string, names: readonly string[]): string =>
  names.length === 0
    ? ""
    : [
        `NOT restored 没有恢复: ${names.join(", ")}`,
        `They stood beside the data and were not in the backup: copy them into ${dataFolder} from where they were, or log those accounts in again.`,
        `它们不在备份里:请从原来的机器复制到 ${dataFolder},否则相应账号要重新登录。`,
        "",
      ].join("\n");

/** `qianmen restore <file> [--replace] [--json]`: puts a backup in the place of what is there. Refused while a service is at work. */
export const run: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { replace: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file, more] = positionals;
  if (file === undefined || more !== undefined) throw new AppError("INVALID_ARGS", usage);
  await refuseUnreadable(file);
  const foundation = await layQuietFoundation(context);
  const { clock, config } = foundation;
  const { store, close } = await openStore(foundation, { mayBeNew: true });
  try {
    const done = await restore(store.patient(), resolve(file), {
      replace: values.replace,
      journalDays: config.core.JOURNAL_DAYS,
      wallMs: clock.wallMs,
    });
    const there = new Set(await keptFiles(config.dataFolder));
    const missing = done.leftOut.filter((name) => !there.has(name));
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ ...done, missing })}\n`
        : `restored 已恢复: ${done.keys} keys, as of ${done.from}; ${done.ended} questions that were open then are not answered again.\n${missingWords(config.dataFolder, missing)}`,
    );
    return 0;
  } finally {
    await close();
  }
};

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { writeBackup } from "../backup/backup-file.ts";
import { keptFiles } from "../backup/left-out-files.ts";
import { isAtWork, storedKeys } from "../backup/stored-keys.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { openStore } from "../redis/open-store.ts";
import type { Verb } from "./verb.ts";

const usage = "usage: qianmen backup <file> [--json]";

/** What keeps a new file from being written in a folder, and what to do. */
function folderObstacle(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return `there is no folder ${folder}: make it first (mkdir -p), or name another`;
  if (!found.isDirectory()) return `${folder} is no folder: name another`;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${folder} may not be written by the user that runs this: name another`;
  }
}

/** What must be taken along besides, in words; empty where nothing is left out. */
export const leftOutWords = (dataFolder: string, names: readonly string[]): string =>
  names.length === 0
    ? ""
    : [
        `NOT in it 不在备份里: ${names.join(", ")} (in ${dataFolder})`,
        "Credentials and tokens in files are not taken along: copy these files yourself, or those accounts log in again.",
        "文件里的凭据和令牌没有备份:请另行复制这些文件,否则恢复后相应账号要重新登录。",
        "",
      ].join("\n");

/**
 * `qianmen backup <file> [--json]`: everything that stands in Redis, into one file that only its owner may read. The service may run.
 * Credentials that are sealed in Redis stay sealed; those in files of the data folder are not taken along, and it says which.
 */
export const run: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file, more] = positionals;
  if (file === undefined || more !== undefined) throw new AppError("INVALID_ARGS", usage);
  const path = resolve(file);
  const obstacle = folderObstacle(dirname(path));
  if (obstacle !== undefined) throw new AppError("INVALID_ARGS", obstacle);
  if (existsSync(path)) throw new AppError("INVALID_ARGS", `${path} is there already; name another file`);
  const foundation = await layQuietFoundation(context);
  const { clock } = foundation;
  const { store, close } = await openStore(foundation);
  try {
    const patient = store.patient();
    const { version: redis = "" } = await store.health(clock.wallMs());
    const running = await isAtWork(patient);
    const at = new Date(clock.wallMs()).toISOString();
    const { dataFolder } = foundation.config;
    const leftOut = await keptFiles(dataFolder, dirname(path) === resolve(dataFolder) ? basename(path) : "");
    const head = { qianmen_backup: 1, at, redis, running, left_out: leftOut } as const;
    const keys = await writeBackup(path, head, storedKeys(patient));
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ file: path, keys, at, running, leftOut })}\n`
        : `${path}: ${keys} keys 个键。It holds what people wrote: keep it where only you can read it. 内含用户消息,请妥善保管。\n${leftOutWords(dataFolder, leftOut)}`,
    );
    return 0;
  } finally {
    await close();
  }
};

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#contract";
import type { Verb } from "../main.ts";
import { writeBackup } from "./backup-file.ts";
import { isAtWork, storedKeys } from "./backup-keys.ts";
import { layFoundation, openStore } from "./foundation.ts";

const usage = "usage: qianmen backup <file> [--json]";

/**
 * `qianmen backup <file> [--json]`: everything that stands in Redis, into one file that only its owner may read. The service may run.
 * Credentials that are sealed in Redis stay sealed; those in files of the data folder are not taken along.
 */
export const run: Verb = async (args, { root, env }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file, more] = positionals;
  if (file === undefined || more !== undefined) throw new AppError("INVALID_ARGS", usage);
  const path = resolve(file);
  if (existsSync(path)) throw new AppError("INVALID_ARGS", `${path} is there already; name another file`);
  const foundation = await layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error" });
  const { clock } = foundation;
  const { store, close } = await openStore(foundation);
  try {
    const patient = store.patient();
    const { version: redis = "" } = await store.health(clock.wallMs());
    const running = await isAtWork(patient);
    const at = new Date(clock.wallMs()).toISOString();
    const keys = await writeBackup(path, { qianmen_backup: 1, at, redis, running }, storedKeys(patient));
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ file: path, keys, at, running })}\n`
        : `${path}: ${keys} keys 个键。It holds what people wrote: keep it where only you can read it. 内含用户消息,请妥善保管。\n`,
    );
    return 0;
  } finally {
    await close();
  }
};

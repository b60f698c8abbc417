import { readdir } from "node:fs/promises";

/** What Redis keeps for itself, sockets, locks, logs and copies that are being written. */
const passing = /^redis\.|\.(?:sock|lock|log|rdb|aof|partial|pid)$|\.\d+$|\.[0-9a-f]{8}-[0-9a-f-]{27}$|^\./;
/** Backups made into the data folder. */
const backups = /\.(?:gz|qmb|bak)$/i;

/**
 * Files of the data folder that a backup of Redis leaves out: credentials that are kept in files, the token of the administrator's site,
 * collected cases of the evaluation. Names relative to the folder, in order.
 */
export async function keptFiles(dataFolder: string, except = ""): Promise<readonly string[]> {
  const entries = await readdir(dataFolder, { withFileTypes: true }).catch(() => []);
  const own = entries
    .filter((entry) => entry.isFile() && entry.name !== except)
    .map(({ name }) => name)
    .filter((name) => !passing.test(name) && !backups.test(name));
  const cases = await readdir(`${dataFolder}/eval`).catch(() => []);
  return [...own, ...cases.filter((name) => name.endsWith(".jsonl")).map((name) => `eval/${name}`)].sort();
}

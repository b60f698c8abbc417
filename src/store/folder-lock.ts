import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#contract";
import { identityOf, isLiving } from "./process-identity.ts";

const pauseMs = 20;
/** Long enough for the holder to read a large data file from a slow disk. */
const mostPauses = 15_000;

const readOrEmpty = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

/** `link` is atomic and, unlike an exclusive open, never shows a lock that has no holder yet. */
async function take(path: string, holder: string): Promise<boolean> {
  const own = `${path}.${randomUUID()}`;
  try {
    await writeFile(own, holder);
    await link(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Removes a dead holder's lock. Should it have been renewed in between, it is put back. */
async function clear(path: string, deadHolder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  const isMoved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if ((await readOrEmpty(aside)) !== deadHolder) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Runs `work` while no other process runs one under the same lock file. A lock whose holder has died is taken over.
 * Throws AppError REDIS_UNFIT when a living holder does not let go within minutes.
 */
export async function withFolderLock<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  const holder = `${identityOf(process.pid) ?? process.pid}\n${randomUUID()}`;
  for (let pauses = 0; !(await take(path, holder)); pauses += 1) {
    const current = await readOrEmpty(path);
    const identity = current.split("\n")[0] ?? "";
    if (current !== "" && !isLiving(identity)) await clear(path, current);
    else if (pauses >= mostPauses)
      throw new AppError("REDIS_UNFIT", `process ${identity} has held ${path} for minutes`);
    else await sleep(pauseMs);
  }
  try {
    return await work();
  } finally {
    if ((await readOrEmpty(path)) === holder) await rm(path, { force: true });
  }
}

import { randomUUID } from "node:crypto";
import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AdapterStore, AppError, type Turn } from "#contract";
import { caseIdOf } from "../../eval/case-of-turn.ts";
import { withFolderLock } from "../../store/folder-lock.ts";
import { collectedPath, readCollected } from "../evaluation/collected-cases.ts";

export interface Whose {
  readonly platform: string;
  /** Of a person, or of a group. */
  readonly id: string;
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new AppError("INVALID_ARGS", `${path}: ${error.message}`);
  });
}

/** In one step, so that nobody reads half of it; an empty one goes. */
async function replaceFile(path: string, text: string): Promise<void> {
  if (text === "") return rm(path, { force: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}

function idOfLine(line: string): string {
  try {
    return String((JSON.parse(line) as { id?: unknown }).id ?? "");
  } catch {
    // A line that somebody is writing by hand.
    return "";
  }
}

/** Takes the cases of these ids out of a dataset; the others stay as they are, letter by letter. */
async function dropCases(path: string, ids: ReadonlySet<string>): Promise<number> {
  const text = await textOf(path);
  if (text === undefined) return 0;
  const lines = text.split("\n");
  const kept = lines.filter((line) => !ids.has(idOfLine(line)));
  if (kept.length < lines.length) await replaceFile(path, kept.join("\n"));
  return lines.length - kept.length;
}

/**
 * Erases the cases that were made of somebody's turns for the evaluation, for they hold their words: those that are known to be of them, in
 * whatever file, and in the installation's own dataset those of `turns`. Throws AppError INVALID_ARGS for a file that cannot be read.
 */
export async function forgetCases(
  { keep, dataFolder }: { readonly keep: AdapterStore; readonly dataFolder: string },
  { platform, id }: Whose,
  turns: readonly Turn[],
): Promise<number> {
  const known = (await readCollected(keep)).filter(
    (each) => each.platform === platform && (each.senderId === id || each.chatId === id),
  );
  const byPath = new Map([[collectedPath(dataFolder), new Set(turns.map(caseIdOf))]]);
  for (const { path, caseId } of known) byPath.set(path, (byPath.get(path) ?? new Set()).add(caseId));
  let count = 0;
  for (const [path, ids] of byPath) count += await dropCases(path, ids);
  for (const { name } of known) await keep.deleteEntry("cases", name);
  return count;
}

/** Held by whoever changes the accounts of a platform in the data folder. */
export const accountsLock = (dataFolder: string, platform: string): string =>
  join(dataFolder, `${platform}-accounts.lock`);

async function dropAccount(path: string, id: string): Promise<number> {
  const text = await textOf(path);
  if (text === undefined) return 0;
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    throw new AppError("INVALID_ARGS", `${path} cannot be read: move it away, then log in again`);
  }
  if (!Array.isArray(all)) return 0;
  const others = all.filter((each: { userId?: unknown } | null) => each?.userId !== id);
  if (others.length < all.length)
    await replaceFile(path, others.length === 0 ? "" : JSON.stringify(others, null, 2));
  return all.length - others.length;
}

/** Takes somebody out of a platform's file of accounts, `<platform>-accounts.json`: a list of `{userId, …}`. */
export async function forgetAccount(dataFolder: string, { platform, id }: Whose): Promise<number> {
  const path = join(dataFolder, `${platform}-accounts.json`);
  if ((await textOf(path)) === undefined) return 0;
  return withFolderLock(accountsLock(dataFolder, platform), () => dropAccount(path, id));
}

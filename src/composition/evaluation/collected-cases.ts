import { appendFile, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type AdapterStore, AppError, type Turn } from "#contract";
import type { CollectedCase } from "../../admin/ports.ts";
import { readCases } from "../../eval/case.ts";
import { caseIdOf, caseLine, caseOfTurn, restsOn } from "../../eval/case-of-turn.ts";
import type { Journal } from "../../journal/journal.ts";
import { makeFolder } from "../../store/make-folder.ts";

/** Where added cases go unless said otherwise. */
export const collectedPath = (dataFolder: string): string => join(dataFolder, "eval", "cases.jsonl");

/** What is kept of a case: whose words stand in it, and where, so that they can be erased. */
const collectedSchema = z.object({
  path: z.string(),
  caseId: z.string(),
  platform: z.string(),
  senderId: z.string(),
  chatId: z.string(),
});

/** All cases that were collected here; `name` is the entry's. */
export async function readCollected(keep: Pick<AdapterStore, "entries">) {
  return [...(await keep.entries("cases"))].map(([name, text]) => ({
    name,
    ...collectedSchema.parse(JSON.parse(text)),
  }));
}

async function idsIn(path: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw new AppError("INVALID_ARGS", `${path}: ${error.message}`);
  });
  return new Set(text.trim() === "" ? [] : readCases(text).map(({ id }) => id));
}

/**
 * Appends a case made of a turn to a dataset. `wrong`: its answer was not right. Throws AppError INVALID_ARGS where the file is no
 * dataset, or cannot be written: nothing is written into it.
 */
export async function collectCase(
  {
    journal,
    keep,
  }: { readonly journal: Pick<Journal, "read">; readonly keep: Pick<AdapterStore, "setEntry"> },
  turn: Turn,
  { to, wrong }: { readonly to: string; readonly wrong: boolean },
): Promise<CollectedCase> {
  const path = resolve(to);
  const caseId = caseIdOf(turn);
  if ((await idsIn(path)).has(caseId)) return { caseId, path, added: false };
  const read = await Promise.all(restsOn(turn).map((id) => journal.read(id)));
  const earlier = read.filter((each) => each !== null);
  const { platform, senderId, chatId } = turn.message;
  await makeFolder(dirname(path), { named: "--to", code: "INVALID_ARGS" });
  // Before the file: what is in it must be known.
  await keep.setEntry(
    "cases",
    `${path} ${caseId}`,
    JSON.stringify({ path, caseId, platform, senderId, chatId }),
  );
  await appendFile(path, caseLine(caseOfTurn({ turn, earlier, wrong })), { mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new AppError("INVALID_ARGS", `${path}: ${error.message}`);
    },
  );
  return { caseId, path, added: true };
}

import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolder } from "../../store/make-folder.ts";

/** In the data folder, where no ADMIN_TOKEN is set. */
const adminTokenName = "admin-token";

/** A shorter text is no whole token. */
const shortest = 16;
/** Between making the file and writing it there is but a moment. */
const looks = 50;
const lookMs = 20;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** What stands in the file; undefined where it is gone. */
const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    return undefined;
  });

/** The token in the file; undefined where whoever made the file does not come to write it. */
async function heldToken(path: string): Promise<string | undefined> {
  for (let look = 0; look < looks; look++) {
    const held = (await textOf(path))?.trim();
    if (held === undefined || held.length >= shortest) return held;
    await sleep(lookMs);
  }
  return undefined;
}

/** The token of the data folder; one is made where there is none, readable to its owner alone. Starts at once have the same one. */
export async function ownAdminToken(dataFolder: string): Promise<string> {
  const path = join(dataFolder, adminTokenName);
  await makeFolder(dataFolder);
  const token = randomBytes(24).toString("hex");
  try {
    await writeFile(path, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  const held = await heldToken(path);
  if (held !== undefined) return held;
  // Left by a start that ended before it had written it.
  await rm(path, { force: true });
  return ownAdminToken(dataFolder);
}

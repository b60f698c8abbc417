import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../store/make-folder.ts";

/** In the data folder, where no ADMIN_TOKEN is set. */
const adminTokenName = "admin-token";

/** The token of the data folder; one is made where there is none, readable to its owner alone. */
export async function ownAdminToken(dataFolder: string): Promise<string> {
  const path = join(dataFolder, adminTokenName);
  await makeFolder(dataFolder);
  const token = randomBytes(24).toString("hex");
  try {
    await writeFile(path, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const held = (await readFile(path, "utf8")).trim();
    if (held.length >= 16) return held;
    await writeFile(path, `${token}\n`, { mode: 0o600 });
    return token;
  }
}

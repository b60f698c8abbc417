import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "#contract";

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function makeWithParents(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make().catch(async (error: unknown) => {
      if (codeOf(error) !== "ENOENT" || dirname(folder) === folder) throw error;
      await makeWithParents(dirname(folder));
      await make();
    });
  } catch (error) {
    // Made meanwhile by another process, or there before.
    if (codeOf(error) !== "EEXIST" || !(await isFolder(folder))) throw error;
  }
}

/**
 * Makes the data folder with its parents, mode 0700, where it is missing. Throws AppError CONFIG_INVALID where it cannot be made. Node's own
 * `recursive` tries for ever in a file system that takes no folders but says ENOENT (/proc).
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(folder);
  } catch (error) {
    throw new AppError(
      "CONFIG_INVALID",
      `QIANMEN_DATA: ${folder} cannot be made (${String(codeOf(error) ?? error)}); write a folder of your own`,
      { cause: error },
    );
  }
}

import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError, type ErrorCode } from "#contract";

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

export interface FolderOptions {
  /** The setting or option that names it. */
  readonly named?: string;
  /** What is thrown. */
  readonly code?: ErrorCode;
}

/**
 * Makes the data folder, or another one, with its parents, mode 0700, where it is missing. Throws AppError CONFIG_INVALID, or `code`, where it
 * cannot be made. Node's own `recursive` tries for ever in a file system that takes no folders but says ENOENT (/proc).
 */
export async function makeFolder(
  folder: string,
  { named = "QIANMEN_DATA", code = "CONFIG_INVALID" }: FolderOptions = {},
): Promise<void> {
  try {
    await makeWithParents(folder);
  } catch (error) {
    throw new AppError(
      code,
      `${named}: ${folder} cannot be made (${String(codeOf(error) ?? error)}); write a folder of your own`,
      { cause: error },
    );
  }
}

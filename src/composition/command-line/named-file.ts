import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { AppError } from "#contract";

const missing: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Throws AppError INVALID_ARGS, in words, where a file that was named at the command line is not there or cannot be read. */
export async function refuseUnreadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new AppError(
      "INVALID_ARGS",
      missing.has(code) ? `there is no file ${path}` : `${path} cannot be read (${code})`,
    );
  }
  if (!(await stat(path)).isFile()) throw new AppError("INVALID_ARGS", `${path} is no file`);
}

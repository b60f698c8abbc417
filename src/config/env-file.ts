import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** What a `.env` says by names. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  /** Why nothing could be read of a file that is there, and what to do; one sentence. */
  readonly fault?: string;
}

const obstacles: Readonly<Record<string, string>> = {
  EACCES:
    "may not be read by the user that runs this: make that user its owner (chown), or give it the right (chmod u+r)",
  EPERM: "may not be read by the user that runs this: make that user its owner (chown)",
  EISDIR: "is a folder and must be a file: remove the folder, then cp .env.example .env",
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unreadable";

const utf16Marks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

/** Reads a `.env`, with or without a byte order mark. One that does not exist says nothing and is no fault. */
export function readEnvFile(path: string): EnvFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return { values: {} };
    return { values: {}, fault: `${path} ${obstacles[code] ?? `cannot be read (${code})`}` };
  }
  if (utf16Marks.some(([first, second]) => bytes[0] === first && bytes[1] === second))
    return { values: {}, fault: `${path} is written in UTF-16: save it as UTF-8` };
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(text))) if (value !== undefined) values[name] = value;
  return { values };
}

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { AppError } from "#contract";

/** What was stored under one key, in Redis' own form (`DUMP`). */
export interface StoredKey {
  readonly key: string;
  /** When it ends, epoch milliseconds; 0: never. */
  readonly endsMs: number;
  readonly dump: Buffer;
}

/** The first line of a backup. */
export interface BackupHead {
  readonly qianmen_backup: 1;
  /** Wall time, ISO 8601. */
  readonly at: string;
  /** Its version: an older one may not take what it wrote. */
  readonly redis: string;
  /** Whether a service was at work: then what waited has been answered since. */
  readonly running: boolean;
  /** Files of the data folder that are not in it; absent in those of an earlier version. */
  readonly left_out?: readonly string[] | undefined;
}

const head = z.object({
  qianmen_backup: z.literal(1),
  at: z.string(),
  redis: z.string(),
  running: z.boolean(),
  left_out: z.array(z.string()).optional(),
});
const row = z.tuple([z.string(), z.number(), z.string()]);
const foot = z.object({ keys: z.number(), sha256: z.string() });

/**
 * Writes a backup: gzipped JSON Lines, the head, `[key, endsMs, base64]` for each key, and a foot that says how many there were and
 * their digest. Readable to its owner alone; the file appears when it is whole.
 */
export async function writeBackup(
  path: string,
  first: BackupHead,
  keys: AsyncIterable<StoredKey>,
): Promise<number> {
  const digest = createHash("sha256");
  let count = 0;
  async function* lines() {
    yield `${JSON.stringify(first)}\n`;
    for await (const { key, endsMs, dump } of keys) {
      const line = `${JSON.stringify([key, endsMs, dump.toString("base64")])}\n`;
      digest.update(line);
      count += 1;
      yield line;
    }
    yield `${JSON.stringify({ keys: count, sha256: digest.digest("hex") })}\n`;
  }
  const partial = `${path}.partial`;
  try {
    await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600, flags: "w" }));
    // A file of that name that stood there may have been open to others.
    await chmod(partial, 0o600);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return count;
}

const broken = (path: string, why: string): AppError =>
  new AppError("INVALID_ARGS", `${path} is no whole backup: ${why}`);

/** The lines of a gzipped file, taken one after the other. */
async function eachLine(path: string, take: (line: string) => Promise<void>): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    let pieces: Buffer[] = [];
    for await (const chunk of chunks) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        pieces.push(chunk.subarray(from, at));
        await take(Buffer.concat(pieces).toString());
        pieces = [];
        from = at + 1;
      }
      pieces.push(chunk.subarray(from));
    }
    if (Buffer.concat(pieces).length > 0) throw broken(path, "its last line is cut");
  });
}

/** Reads a backup from its first to its last line. Throws AppError INVALID_ARGS for what is none, or not whole. */
export async function readBackup(path: string, take: (key: StoredKey) => Promise<void>): Promise<BackupHead> {
  const digest = createHash("sha256");
  let [count, isEnded] = [0, false];
  let first: BackupHead | undefined;
  const takeLine = async (line: string): Promise<void> => {
    if (isEnded) throw broken(path, "something follows its end");
    const value: unknown = JSON.parse(line);
    if (first === undefined) {
      first = head.parse(value);
    } else if (Array.isArray(value)) {
      const [key, endsMs, dump] = row.parse(value);
      digest.update(`${line}\n`);
      count += 1;
      await take({ key, endsMs, dump: Buffer.from(dump, "base64") });
    } else {
      const { keys, sha256 } = foot.parse(value);
      if (keys !== count || sha256 !== digest.digest("hex")) throw broken(path, "its digest differs");
      isEnded = true;
    }
  };
  try {
    await eachLine(path, takeLine);
  } catch (error) {
    // Of the file itself: it cannot be unzipped, or a line is not what we write.
    const isOurs = error instanceof SyntaxError || error instanceof z.ZodError || isZlib(error);
    throw isOurs ? broken(path, "it was not written by qianmen backup, or it is damaged") : error;
  }
  if (first === undefined || !isEnded) throw broken(path, "its end is missing");
  return first;
}

const isZlib = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^Z_/.test(String(error.code));

import type { Artifact, ToolFailure } from "#contract";

/** The largest file that an answer may carry, and the largest value of one tool call. */
export const maxArtifactBytes = 5 * 1024 * 1024;

const png = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const jpeg = Buffer.of(0xff, 0xd8, 0xff);

const begins = (bytes: Buffer, magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return isUtf8(bytes);
  } catch {
    return false;
  }
}

/** What a file of each ending is, and holds. */
const kinds: Readonly<
  Record<string, { readonly mediaType: Artifact["mediaType"]; holds(bytes: Buffer): boolean }>
> = {
  png: { mediaType: "image/png", holds: (bytes) => begins(bytes, png) },
  jpg: { mediaType: "image/jpeg", holds: (bytes) => begins(bytes, jpeg) },
  json: { mediaType: "application/json", holds: isJson },
  txt: { mediaType: "text/plain", holds: isUtf8 },
};

const failure = (code: ToolFailure["code"], message: string): ToolFailure => ({ code, message });

/** A name is one plain word with an ending: no folder, no dot in front, nothing that a shell or a header would read. */
function nameFault(name: string): ToolFailure | null {
  if (/[/\\\0]/.test(name) || name.includes("..") || name.startsWith("."))
    return failure("PATH_TRAVERSAL", "the file's name leads elsewhere");
  return /^[A-Za-z0-9_.-]{1,80}$/.test(name)
    ? null
    : failure("PATH_TRAVERSAL", "the file's name is no plain word");
}

/** Why a file may not go out with an answer, or null: its name, its kind by ending and by content, its size. */
export function artifactFault({ name, mediaType, base64 }: Artifact): ToolFailure | null {
  const wrongName = nameFault(name);
  if (wrongName !== null) return wrongName;
  const ending = name.split(".").at(-1) ?? "";
  const kind = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined;
  if (kind === undefined || kind.mediaType !== mediaType)
    return failure("INVALID_FILE_TYPE", "only .png, .jpg, .json and .txt, each with its own media type");
  // Before it is decoded: four characters hold three bytes.
  if ((base64.length / 4) * 3 - 2 > maxArtifactBytes)
    return failure("FILE_TOO_LARGE", `more than ${maxArtifactBytes} bytes`);
  return kind.holds(Buffer.from(base64, "base64"))
    ? null
    : failure("INVALID_FILE_TYPE", "the content is not what the name says");
}

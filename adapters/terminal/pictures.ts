import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type OutboundPart, picturesFolder } from "#contract";

/** A terminal shows no picture: it is kept under `charts` of the data folder, and the text says where. */
export async function withPictures(
  dataFolder: string,
  { text, artifacts = [] }: OutboundPart,
): Promise<string> {
  const folder = join(dataFolder, picturesFolder);
  const lines = [text];
  for (const { name, base64 } of artifacts) {
    const path = join(folder, name);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(path, Buffer.from(base64, "base64"));
      lines.push(path);
    } catch {
      lines.push(`${name}: not written`);
    }
  }
  return lines.join("\n");
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AppError } from "#contract";
import type { SourceDefinition } from "./source.ts";

const ownFolder = join(import.meta.dirname, "sources");

/** Every source under `place`, by folder scan. Throws AppError CONFIG_INVALID for a folder that holds none. */
export async function loadSources(place = ownFolder): Promise<readonly SourceDefinition[]> {
  const folders = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(place, entry.name, "index.ts")))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    folders.map(async (folder) => {
      const url = pathToFileURL(join(place, folder, "index.ts")).href;
      const { default: definition }: { default?: SourceDefinition } = await import(url);
      if (definition?.name !== folder) {
        throw new AppError(
          "CONFIG_INVALID",
          `source ${folder} calls itself ${definition?.name ?? "nothing"}`,
        );
      }
      return definition;
    }),
  );
}

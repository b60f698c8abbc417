import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Test files by the processes that they run in. */
export interface ProcessGroups {
  /** The files of each shared process, which loads the product once instead of once a file. */
  readonly together: readonly (readonly string[])[];
  /** A process for each file. */
  readonly apart: readonly string[];
}

/** These leave nothing behind but what they end themselves. */
const computing = /^test\/(?:competences|contract|data|language|models|pipeline|skills)\//;

/** Starts processes, changes what all files of a process have in common, or has hooks: in a shared process they are called for every file's tests. */
const needsItsOwn =
  /"node:child_process"|\/private-redis\.ts"|^(?:before|after)Each\(|\bglobalThis\.\w+ = |\bprocess\.(?:env\.\w+ \??\??= |exitCode\b|on\(|once\()/m;

const relativeImports = /^(?:import|export)[^"]*from "(\.[^"]+)"/gm;

/** Who uses it stops what it has started. */
const redisServer = "store/redis-server.ts";

/** What a test file is made of: itself and all that it imports of the tests. `texts` holds what was read before, by path. */
function partsOf(file: string, tests: string, texts: Map<string, string>): ReadonlySet<string> {
  const parts = new Set([file]);
  for (const part of parts) {
    const text = texts.get(part) ?? (existsSync(part) ? readFileSync(part, "utf8") : "");
    texts.set(part, text);
    for (const [, place = ""] of text.matchAll(relativeImports)) {
      const imported = join(dirname(part), place);
      if (imported.startsWith(tests)) parts.add(imported);
    }
  }
  return parts;
}

/** Sorts the test files of the tree at `root`; a group of one file is none. */
export function groupFiles(root: string, files: readonly string[]): ProcessGroups {
  const texts = new Map<string, string>();
  const tests = join(root, "test/");
  const server = join(tests, redisServer);
  const groups = { computing: [] as string[], light: [] as string[], storing: [] as string[] };
  const apart: string[] = [];
  const groupOf = (file: string): string[] => {
    if (computing.test(relative(root, resolve(file)))) return groups.computing;
    const parts = partsOf(resolve(file), tests, texts);
    if ([...parts].some((part) => part !== server && needsItsOwn.test(texts.get(part) ?? ""))) return apart;
    return parts.has(server) ? groups.storing : groups.light;
  };
  for (const file of files) groupOf(file).push(file);
  const sets = Object.values(groups);
  const single = sets.filter(({ length }) => length === 1).flat();
  return { together: sets.filter(({ length }) => length > 1), apart: [...apart, ...single].sort() };
}

import { AppError } from "#contract";
import type { Directory } from "#language";
import type { Store } from "../../store/redis.ts";
import { createAgentData } from "../agent/agent-data.ts";
import type { Foundation } from "../foundation.ts";

/** How long a source's list of names is waited for; the bundled one stands in for it. */
const patienceMs = 10_000;

/** The code that `--code` means by a name. Throws AppError INVALID_ARGS where it is nobody's, or several companies'. */
function codeIn(directory: Pick<Directory, "resolve">, name: string): string {
  const { status, matches } = directory.resolve(name);
  const [first] = matches;
  if (status === "one" && first !== undefined) return first.code;
  const meant = matches.map((match) => `${match.name} ${match.code}`).join(", ");
  const why =
    status === "several"
      ? `may be ${meant}; write the code of one`
      : "is the name of no stock or index; a code is written 600519";
  throw new AppError("INVALID_ARGS", `--code ${name}: ${why}`);
}

/** The same by the names that the service goes by. */
export async function codeNamed(foundation: Foundation, store: Store, name: string): Promise<string> {
  const { securities } = createAgentData(foundation, store);
  await securities.ready(AbortSignal.timeout(patienceMs));
  return codeIn(securities.directory(), name);
}

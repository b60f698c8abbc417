import { type Foundation, layFoundation } from "../foundation.ts";
import type { VerbContext } from "../verbs/verb.ts";

/** What a verb of one call stands on. Its answer is what it prints: the log tells of `level` and worse, unless LOG_LEVEL is set. */
export const layQuietFoundation = ({ root, env }: VerbContext, level = "error"): Promise<Foundation> =>
  layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? level });

import { join } from "node:path";
import { renderTables } from "../../cli/tables.ts";
import { loadSources } from "../../data/load-sources.ts";
import { loadAdapters, loadSkills } from "../../load-extensions.ts";
import type { Verb } from "./verb.ts";

/** `qianmen tables`: the README's tables, to be pasted between its markers. */
export const run: Verb = async (_args, { root }) => {
  const [skills, adapters, sources] = await Promise.all([
    loadSkills(join(root, "skills")),
    loadAdapters(join(root, "adapters")),
    loadSources(),
  ]);
  const cards = [...skills.values()].map(({ card }) => card);
  process.stdout.write(`${renderTables(cards, adapters, sources)}\n`);
  return 0;
};

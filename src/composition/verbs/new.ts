import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { newSkill } from "../../cli/new-skill.ts";
import type { Verb } from "./verb.ts";

/** `qianmen new skill <name>`: a folder that works as it stands and passes every suite, to be filled in. Nothing else is touched. */
export const run: Verb = async (args, { root }) => {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
  const [kind, name, ...others] = positionals;
  if (kind !== "skill" || name === undefined || others.length > 0)
    throw new AppError("INVALID_ARGS", "usage: qianmen new skill <name>");
  const place = join(root, "skills");
  const folder = join(place, name);
  const files = newSkill(name, new Set(readdirSync(place)));
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folder, file), text, { flag: "wx" });
    process.stdout.write(`${relative(root, join(folder, file))}\n`);
  }
  process.stdout.write("Next: say in SKILL.md what it answers, then npm test -- test/skills\n");
  return 0;
};

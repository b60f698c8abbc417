import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { type AdapterDefinition, AppError, type SkillCard, type SkillDefinition } from "#contract";
import type { LoadedSkill } from "./pipeline/ports.ts";

/** Folders of a place that hold an extension; files and names beginning with a dot or underscore are none. */
function foldersIn(place: string): string[] {
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

async function defaultExport(place: string, folder: string): Promise<unknown> {
  const module: { default?: unknown } = await import(pathToFileURL(join(place, folder, "index.ts")).href);
  if (module.default === undefined)
    throw new AppError("CONFIG_INVALID", `${folder}/index.ts has no default export`);
  return module.default;
}

/** Every adapter under `place`, by folder scan. An adapter's `platform` is its folder's name. */
export async function loadAdapters(place: string): Promise<readonly AdapterDefinition[]> {
  const adapters: AdapterDefinition[] = [];
  for (const folder of foldersIn(place)) {
    const adapter = (await defaultExport(place, folder)) as AdapterDefinition;
    if (adapter.platform !== folder)
      throw new AppError("CONFIG_INVALID", `adapter ${folder} calls itself ${adapter.platform}`);
    adapters.push(adapter);
  }
  return adapters;
}

/** Front matter of SKILL.md by the Agent Skills standard; our keys stand under `metadata`, as strings. */
const frontMatter = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  description: z.string().min(1).max(1024),
  metadata: z.object({
    triggers: z.string().default(""),
    examples: z.string(),
    subjects: z.literal("none").optional(),
  }),
});

/** The words of `triggers.txt`, for a skill that has more of them than its card should show; a line with `#` is a heading. */
function triggerWords(place: string, folder: string): string {
  const file = join(place, folder, "triggers.txt");
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll(/^#.*$/gm, "") : "";
}

/**
 * Reads a SKILL.md. `triggers` are separated by spaces (`-` inside one stands for a space), `examples` by `|`; more triggers may stand in
 * `triggers.txt` beside it.
 */
function readSkillCard(place: string, folder: string): SkillCard {
  const text = readFileSync(join(place, folder, "SKILL.md"), "utf8");
  const match = /^---\n([\s\S]*?)\n---/.exec(text);
  const parsed = frontMatter.safeParse(match?.[1] === undefined ? undefined : parse(match[1]));
  if (!parsed.success)
    throw new AppError(
      "CONFIG_INVALID",
      `${folder}/SKILL.md: ${parsed.error.issues[0]?.message ?? "front matter"}`,
    );
  const { name, description, metadata } = parsed.data;
  if (name !== folder) throw new AppError("CONFIG_INVALID", `${folder}/SKILL.md names the skill ${name}`);
  return {
    name,
    description,
    triggers: `${metadata.triggers} ${triggerWords(place, folder)}`
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => word.replaceAll("-", " ")),
    examples: metadata.examples.split("|").map((example) => example.trim()),
    ...(metadata.subjects === undefined ? {} : { subjects: metadata.subjects }),
  };
}

/** The card of every skill under `place`, without its code: what a router needs. */
export const loadSkillCards = (place: string): readonly SkillCard[] =>
  foldersIn(place).map((folder) => readSkillCard(place, folder));

/** Every skill under `place`, by folder scan. Every metric of a skill must have a freshness. */
export async function loadSkills(place: string): Promise<ReadonlyMap<string, LoadedSkill>> {
  const skills = new Map<string, LoadedSkill>();
  for (const folder of foldersIn(place)) {
    const card = readSkillCard(place, folder);
    const definition = (await defaultExport(place, folder)) as SkillDefinition;
    const dateless = Object.keys(definition.metrics ?? {}).filter(
      (metric) => definition.freshness?.[metric] === undefined,
    );
    if (dateless.length > 0)
      throw new AppError("CONFIG_INVALID", `skill ${folder}: no freshness for ${dateless.join(", ")}`);
    skills.set(card.name, { card, definition });
  }
  return skills;
}

const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const competenceSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{2,80}$/),
  statement: z.strictObject({ zh: z.string().min(1), en: z.string().min(1) }),
  /** What it is about, as people call it; a question is answered by facts one of whose words it holds. */
  words: z
    .strictObject({ zh: z.array(z.string().min(2)).min(1), en: z.array(z.string().min(2)).min(1) })
    .optional(),
  /** The document the fact was read in, named exactly. */
  source: z.string().min(1),
  as_of: isoDate,
  /** ISO 8601 with offset; after it the fact is no longer citable. */
  expires_at: z.iso.datetime({ offset: true }).optional(),
});

export type Competence = z.infer<typeof competenceSchema>;

/** Every fact of every YAML file under `place` (each file is a list). Duplicate ids, missing sources and bad dates are refused. */
export function loadCompetences(place: string): ReadonlyMap<string, Competence> {
  const facts = new Map<string, Competence>();
  const files = existsSync(place)
    ? readdirSync(place)
        .filter((name) => name.endsWith(".yaml"))
        .sort()
    : [];
  for (const file of files) {
    const parsed = z.array(competenceSchema).safeParse(parse(readFileSync(join(place, file), "utf8")));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new AppError(
        "CONFIG_INVALID",
        `competences/${file}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      );
    }
    for (const fact of parsed.data) {
      if (facts.has(fact.id))
        throw new AppError("CONFIG_INVALID", `competences/${file}: ${fact.id} is registered twice`);
      facts.set(fact.id, fact);
    }
  }
  return facts;
}

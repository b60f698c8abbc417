import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { type AdapterDefinition, AppError, type SkillCard, type SkillDefinition, staleness } from "#contract";
import type { LoadedSkill } from "./pipeline/ports.ts";
import { createProcessSkill, type ProcessHost, type ProcessSkillCard } from "./process/process-skill.ts";

/** Folders of a place that hold an extension; files, names beginning with a dot or underscore, and folders that are empty are none. */
function foldersIn(place: string): string[] {
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .filter(({ name }) => readdirSync(join(place, name)).length > 0)
    .map((entry) => entry.name)
    .sort();
}

/** Throws AppError CONFIG_INVALID where a folder lacks what makes it an extension. */
function refuseWithout(file: string, place: string, folder: string): void {
  if (existsSync(join(place, folder, file))) return;
  throw new AppError(
    "CONFIG_INVALID",
    `${join(place, folder)} has no ${file}: write one, take the folder away, or begin its name with _`,
  );
}

async function defaultExport(place: string, folder: string): Promise<unknown> {
  refuseWithout("index.ts", place, folder);
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

const classes = Object.keys(staleness).join("|");

/** How a folder without `index.ts` says which program it is; strings, as the standard has them. */
const programKeys = {
  command: z.string().min(1).optional(),
  inputs: z
    .string()
    .regex(/^(?:(?:codes|date)(?:\s+|$))*$/, "inputs are codes and date")
    .optional(),
  freshness: z
    .string()
    .regex(new RegExp(`^(?:[a-z0-9_]+=(?:${classes})(?:\\s+|$))*$`), `freshness is <metric>=<${classes}> …`)
    .optional(),
  "timeout-seconds": z
    .string()
    .regex(/^[1-9]\d?$/, "timeout-seconds is a number from 1 to 99")
    .optional(),
  "max-tool-calls": z
    .string()
    .regex(/^[1-9]\d?$/, "max-tool-calls is a number from 1 to 99")
    .optional(),
};

/** Front matter of SKILL.md by the Agent Skills standard; our keys stand under `metadata`, as strings. */
const frontMatter = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  description: z.string().min(1).max(1024),
  metadata: z.object({
    triggers: z.string().default(""),
    examples: z.string(),
    subjects: z.literal("none").optional(),
    ...programKeys,
  }),
});

type FrontMatter = z.infer<typeof frontMatter>;

/** The words of `triggers.txt`, for a skill that has more of them than its card should show; a line with `#` is a heading. */
function triggerWords(place: string, folder: string): string {
  const file = join(place, folder, "triggers.txt");
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll(/^#.*$/gm, "") : "";
}

function readFrontMatter(place: string, folder: string): FrontMatter {
  refuseWithout("SKILL.md", place, folder);
  const text = readFileSync(join(place, folder, "SKILL.md"), "utf8");
  const match = /^---\n([\s\S]*?)\n---/.exec(text);
  const parsed = frontMatter.safeParse(match?.[1] === undefined ? undefined : parse(match[1]));
  if (!parsed.success)
    throw new AppError(
      "CONFIG_INVALID",
      `${folder}/SKILL.md: ${parsed.error.issues[0]?.message ?? "front matter"}`,
    );
  const { name } = parsed.data;
  if (name !== folder) throw new AppError("CONFIG_INVALID", `${folder}/SKILL.md names the skill ${name}`);
  return parsed.data;
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/**
 * The card in a SKILL.md. `triggers` are separated by spaces (`-` inside one stands for a space), `examples` by `|`; more triggers may
 * stand in `triggers.txt` beside it.
 */
function cardOf({ name, description, metadata }: FrontMatter, place: string): SkillCard {
  const triggers = wordsOf(`${metadata.triggers} ${triggerWords(place, name)}`);
  return {
    name,
    description,
    triggers: triggers.map((word) => word.replaceAll("-", " ")),
    examples: metadata.examples.split("|").map((example) => example.trim()),
    ...(metadata.subjects === undefined ? {} : { subjects: metadata.subjects }),
  };
}

const defaultSeconds = 30;

function programOf({ name, metadata }: FrontMatter, command: string): ProcessSkillCard {
  const pairs = wordsOf(metadata.freshness ?? "").map((pair) => pair.split("="));
  const most = metadata["max-tool-calls"];
  return {
    name,
    command,
    // The schema lets nothing else through.
    inputs: wordsOf(metadata.inputs ?? "") as ProcessSkillCard["inputs"],
    freshness: Object.fromEntries(
      pairs.map(([metric = "", each]) => [metric, staleness[each as keyof typeof staleness]]),
    ),
    timeoutMs: Number(metadata["timeout-seconds"] ?? defaultSeconds) * 1000,
    ...(most === undefined ? {} : { maxToolCalls: Number(most) }),
  };
}

/** The card of every skill under `place`, without its code: what a router needs. */
export const loadSkillCards = (place: string): readonly SkillCard[] =>
  foldersIn(place).map((folder) => cardOf(readFrontMatter(place, folder), place));

/** A folder's code: `index.ts`, or the program that its SKILL.md names. Both at once are refused. */
async function definitionOf(front: FrontMatter, place: string, host: ProcessHost): Promise<SkillDefinition> {
  const { name, metadata } = front;
  const { command } = metadata;
  if (command === undefined) return (await defaultExport(place, name)) as SkillDefinition;
  const folder = join(place, name);
  if (existsSync(join(folder, "index.ts")))
    throw new AppError("CONFIG_INVALID", `skill ${name}: it has both index.ts and a command`);
  return createProcessSkill(programOf(front, command), folder, host);
}

/**
 * Every skill under `place`, by folder scan. Every metric of a skill must have a freshness. `host`: what skills that are programs of
 * their own are started with.
 */
export async function loadSkills(
  place: string,
  host: ProcessHost = { env: {} },
): Promise<ReadonlyMap<string, LoadedSkill>> {
  const skills = new Map<string, LoadedSkill>();
  for (const folder of foldersIn(place)) {
    const front = readFrontMatter(place, folder);
    const card = cardOf(front, place);
    const definition = await definitionOf(front, place, host);
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

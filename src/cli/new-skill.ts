import { AppError } from "#contract";

/** The files of a new skill's folder, by their names. */
export type SkillFiles = Readonly<Record<"SKILL.md" | "index.ts", string>>;

const validName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const longestName = 64;

/** What asks for the skill until its author has found better words. */
const triggersOf = (name: string): readonly string[] => [`演示-${name}!`, `demo-${name}!`];

const examplesOf = (name: string): readonly string[] => {
  const words = name.replaceAll("-", " ");
  return [`演示 ${words} 茅台`, `demo ${words} Moutai`];
};

const card = (name: string): string => `---
name: ${name}
description: An example that is to be filled in - the total market value of one or several A-share stocks. Use for 演示 ${name.replaceAll("-", " ")}, "demo ${name.replaceAll("-", " ")}".
metadata:
  triggers: ${triggersOf(name).join(" ")}
  examples: ${examplesOf(name).join(" | ")}
---
Inputs: \`codes\` as the user wrote them (code or name).
`;

const code = `import { z } from "zod";
import {
  answerByCompany,
  type CompanyPart,
  defineSkill,
  type Freshness,
  linesByCompany,
  maxQueries,
  missedPart,
  type SkillContext,
  staleness,
} from "#contract";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them."),
});

/** Every metric that is shown, with the class of its age. Metrics of this skill's own come in \`metrics\`, with their words. */
const freshness: Readonly<Record<string, Freshness>> = { total_mv: staleness.daily };

/** Values are selected from what a tool returned, by their path; they are never typed. */
async function look(code: string, { tools, select }: SkillContext): Promise<CompanyPart> {
  const found = await tools.get_valuation({ code });
  if (!found.ok) return missedPart(found.error, code);
  const claim = select(found.call, "/total_mv");
  return claim === null ? { claims: [], missing: [{ code: "NO_DATA", subject: code }] } : { claims: [claim] };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  run: async ({ codes = [] }, context) =>
    codes.length === 0
      ? { kind: "refusal", code: "NOT_UNDERSTOOD" }
      : answerByCompany(codes, context, { up: (code) => look(code, context), disclaimer: true }),
  template: linesByCompany,
});
`;

/**
 * A skill's folder that works as it stands, to be filled in: two files that pass every suite. Throws AppError INVALID_ARGS for a name
 * that is `taken` or no name.
 */
export function newSkill(name: string, taken: ReadonlySet<string>): SkillFiles {
  const refuse = (why: string) => new AppError("INVALID_ARGS", `skill ${JSON.stringify(name)}: ${why}`);
  if (!validName.test(name) || name.length > longestName)
    throw refuse("a name is small letters and digits, words joined by hyphens");
  if (taken.has(name)) throw refuse("there is one of that name");
  return { "SKILL.md": card(name), "index.ts": code };
}

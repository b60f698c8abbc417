import type { AdapterDefinition, SkillCard } from "#contract";

/** What a row of the sources table needs. */
export interface SourceRow {
  readonly name: string;
  readonly summary: { readonly en: string };
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** The tables of the README, from the folders of the extensions. */
export function renderTables(
  skills: readonly SkillCard[],
  adapters: readonly AdapterDefinition[],
  sources: readonly SourceRow[],
): string {
  const firstSentence = (text: string) => text.split(/(?<=\.)\s/)[0] ?? text;
  return [
    table(
      ["skill", "answers", "for example"],
      skills.map(({ name, description, examples }) => [
        name,
        firstSentence(description),
        examples.join(" · "),
      ]),
    ),
    table(
      ["platform", "what it is"],
      adapters.map(({ platform, summary }) => [platform, summary.en]),
    ),
    table(
      ["source", "what it is"],
      sources.map(({ name, summary }) => [name, summary.en]),
    ),
  ].join("\n\n");
}

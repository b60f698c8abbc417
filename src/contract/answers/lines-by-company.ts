import type { TemplateInput } from "../ports/skill.ts";
import type { Claim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";

/** The security that a claim is about; "" where it is about none. */
export const codeOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : (claim.code ?? ""));

/**
 * A template of lines: the claims of one key stand on one line, in their order; lines in the order of their first claims. A fact is a
 * sentence and has a line of its own.
 */
export function linesBy(
  { claims }: Pick<TemplateInput, "claims">,
  keyOf: (claim: Claim, at: number) => string,
): string {
  const lines = new Map<string, string[]>();
  for (const [at, { slot, claim }] of claims.entries()) {
    const key = claim.kind === "knowledge" ? `fact ${at}` : keyOf(claim, at);
    lines.set(key, [...(lines.get(key) ?? []), `{{${slot}}}`]);
  }
  return [...lines.values()].map((slots) => slots.join(",")).join("\n");
}

/** The same for cards of several lines: where a company has more than one, an empty line stands before the next company. */
export function cardsBy(
  { claims }: Pick<TemplateInput, "claims">,
  keyOf: (claim: Claim, at: number) => string,
): string {
  const companies = [...new Set(claims.map(({ claim }) => codeOf(claim)))];
  const cards = companies.map((code) =>
    linesBy({ claims: claims.filter(({ claim }) => codeOf(claim) === code) }, keyOf),
  );
  return cards.join(cards.some((card) => card.includes("\n")) ? "\n\n" : "\n");
}

/** The plain template: one company a line. */
export const linesByCompany = (view: Pick<TemplateInput, "claims">): string => linesBy(view, codeOf);

/** A template's text over claims as the draft of an answer: told so, whoever writes the rest. */
export function draftBy(claims: readonly Claim[], template: (view: TemplateInput) => string): Bilingual {
  const slotted = claims.map((claim, at) => ({ slot: `c${at + 1}`, claim }));
  return {
    zh: template({ claims: slotted, language: "zh" }),
    en: template({ claims: slotted, language: "en" }),
  };
}

import type { Claim, KnowledgeClaim } from "#contract";
import type { Mask } from "../tokens/readers/word-readers.ts";
import { fold } from "../tokens/text/normalise.ts";

// How a text names the registered facts that it states: by the id of the competence, or whatever name their cite bears.

/** The name of a fact's cite in the form of the text; null where it bears none. */
function citeName({ cite }: KnowledgeClaim): string | null {
  const own: Readonly<Record<string, unknown>> = cite;
  const name = own.competence_id ?? own.source;
  return typeof name === "string" && name !== "" ? fold(name) : null;
}

export const isFact = (claim: Claim): claim is KnowledgeClaim => claim.kind === "knowledge";

const isWord = (character: string): boolean => /\w/.test(character);
const hasOwnShape = /[a-z0-9]_[a-z0-9]|^[a-z]{2,}-[a-z]{3,}/;
const label =
  /(?:来源[:：\s]*)?(?:知识库?(?:条目)?|出处|依据|来源|(?<![a-z])(?:source: ?)?(?:(?:knowledge|fact|competence)(?: (?:base|note|entry|item|card))?|source))[:：\s]*$/;
/** The longest of those labels. */
const mostLabel = 32;

/**
 * Where the text cites the fact, with the label before the name (知识条目: rsi-basics): by the name as a word of its own, and behind a
 * label or a bracket unless its shape shows that it is one (a_share_t1, price-limits).
 */
export function citesOf(lower: string, fact: KnowledgeClaim): Mask[] {
  const name = citeName(fact);
  if (name === null) return [];
  const found: Mask[] = [];
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const isWhole = !isWord(lower.charAt(at - 1)) && !isWord(lower.charAt(end));
    if (!isWhole) continue;
    const before = lower.slice(Math.max(0, at - mostLabel), at);
    const labelled = label.exec(before)?.[0].length ?? 0;
    if (labelled > 0 || hasOwnShape.test(name) || /\(\s*$/.test(before))
      found.push({ start: at - labelled, end });
  }
  return found;
}

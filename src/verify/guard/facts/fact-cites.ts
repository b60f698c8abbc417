/** How a text names the registered facts that it states: by the id of the competence, or whatever name their cite bears. */
import type { Claim, KnowledgeClaim } from "#contract";
import { fold } from "../tokens/normalise.ts";
import type { Mask } from "../tokens/word-readers.ts";

/** The name of a fact's cite in the form of the text; null where it bears none. */
function citeName({ cite }: KnowledgeClaim): string | null {
  const own: Readonly<Record<string, unknown>> = cite;
  const name = own.competence_id ?? own.source;
  return typeof name === "string" && name !== "" ? fold(name) : null;
}

export const isFact = (claim: Claim): claim is KnowledgeClaim => claim.kind === "knowledge";

const isWord = (character: string): boolean => /\w/.test(character);
const hasOwnShape = /[a-z0-9]_[a-z0-9]/;
const opensCite = /(?:\(|来源|出处|依据|source)[:：\s]*$/;

/** Where the text cites the fact: by the name as a word of its own, and in a cite's place unless its shape shows that it is one (a_share_t1). */
export function citesOf(lower: string, fact: KnowledgeClaim): Mask[] {
  const name = citeName(fact);
  if (name === null) return [];
  const found: Mask[] = [];
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const isWhole = !isWord(lower.charAt(at - 1)) && !isWord(lower.charAt(end));
    if (isWhole && (hasOwnShape.test(name) || opensCite.test(lower.slice(Math.max(0, at - 12), at))))
      found.push({ start: at, end });
  }
  return found;
}

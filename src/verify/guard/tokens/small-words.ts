/** Words that would be read as moves or stretches of time, and are none where they stand so. */
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";

export const phrasalStarts = "u";
const phrasal =
  /(?<![a-z])(?:look|looking|add|adding|added|sum) (?:(?:it|them|this|these|those|that|one|any|another|the|a|two|figures?|numbers?|values?|amounts?|caps|stock|company|code|name) ){1,3}$/;
const reach = 40;

/** look one up, add these figures up: no move. */
export function readPhrasal(lower: string, at: number, before: readonly Token[]): Token | null {
  if (!/^up(?![a-z])/.test(lower.slice(at, at + 3)) || isWord(lower.charCodeAt(at - 1))) return null;
  if (!phrasal.test(lower.slice(Math.max(0, at - reach), at))) return null;
  const near = before.slice(-4);
  if (near.some(({ kind }) => kind === "company" || kind === "metric" || kind === "number")) return null;
  return token("licensed", at, at + 2, { op: "idiom" });
}

export const belowStarts = "b";
const listed =
  /(?<![a-z])(?:listed|shown|see|given|covered|detailed|summarised|summarized|details|figures|numbers|follow|table|list) $/;

/** The figures are listed below, below you find: of the text. */
export function readBelow(lower: string, at: number): Token | null {
  if (!lower.startsWith("below", at) || (at > 0 && isWord(lower.charCodeAt(at - 1)))) return null;
  const after = lower.slice(at + 5, at + 24);
  const isHead = /^ you(?:'ll| will)? find(?![a-z])/.test(after);
  const isEnd = /^ ?(?:[.,:;)\n]|$)/.test(after) && listed.test(lower.slice(Math.max(0, at - 14), at));
  return isHead || isEnd ? token("licensed", at, at + 5, { op: "idiom" }) : null;
}

export const monthSpanStarts = "ifd";
const beforeMonths = /^(?:in|for|during)(?= (?:the )?(?:months? )?jan(?:uary)?\.? ?(?:to|through|and|-|–))/;

/** for January to March 2026: the report period that follows, not a month. */
export function readBeforeMonths(lower: string, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  const found = beforeMonths.exec(lower.slice(at, at + 32));
  return found === null ? null : token("fill", at, at + found[0].length, { op: found[0] });
}

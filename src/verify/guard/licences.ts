import type { Claim, KnowledgeClaim } from "#contract";
import { normalise } from "./normalise.ts";
import type { Mask } from "./word-readers.ts";

export const fold = (text: string): string => normalise(text).text.toLowerCase();

/** Every place where the text holds the wanted string. */
function occurrences(lower: string, wanted: string): Mask[] {
  const found: Mask[] = [];
  if (wanted.trim().length < 1) return found;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    found.push({ start: at, end: at + wanted.length });
  return found;
}

const quotePairs: readonly (readonly [string, string])[] = [
  ["「", "」"],
  ["“", "”"],
  ["『", "』"],
  ['"', '"'],
  ["《", "》"],
];

/** Quotations of the text: what stands between marks of quotation, at most 200 characters. */
function quotations(lower: string): Mask[] {
  const found: Mask[] = [];
  for (const [open, close] of quotePairs) {
    for (let at = lower.indexOf(open); at >= 0; ) {
      const end = lower.indexOf(close, at + 1);
      if (end < 0) break;
      if (end - at <= 200) found.push({ start: at + 1, end });
      at = lower.indexOf(open, end + 1);
    }
  }
  return found;
}

const hasValueWord = /(?:元|%|倍|亿|万|手|股|yuan|cny|rmb|\bx\b)/;

export interface LicenceInput {
  readonly lower: string;
  readonly claims: readonly Claim[];
  readonly question: string;
  readonly licensed: readonly string[];
}

/** The stretches that may stand as they are: quotations of text claims and of the question, registered facts, code's own strings. */
export function findLicences({ lower, claims, question, licensed }: LicenceInput): Mask[] {
  const texts = claims.filter((claim) => claim.kind === "text");
  const titles = new Set(texts.filter((claim) => claim.type !== "url").map((claim) => fold(claim.value)));
  const asked = fold(question);
  const quoted = quotations(lower).filter(({ start, end }) => {
    const inside = lower.slice(start, end);
    return titles.has(inside) || (inside.length > 0 && asked.includes(inside) && !hasValueWord.test(inside));
  });
  const urls = texts
    .filter((claim) => claim.type === "url")
    .flatMap((claim) => occurrences(lower, fold(claim.value)));
  const own = licensed.flatMap((each) => occurrences(lower, fold(each)));
  const facts = claims
    .filter((claim): claim is KnowledgeClaim => claim.kind === "knowledge")
    .flatMap(({ claim, cite }) => [
      ...occurrences(lower, fold(claim).replace(/[。.!]$/, "")),
      // Its cite: an id is made of words, and words of any kind may stand in it.
      ...(cite.kind === "competence" ? citesOf(lower, fold(cite.competence_id)) : []),
    ]);
  const all = [...quoted, ...urls.filter((mask) => endsUrl(lower, mask)), ...own, ...facts].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const separate: Mask[] = [];
  for (const mask of all) if (mask.start >= (separate.at(-1)?.end ?? 0)) separate.push(mask);
  return separate;
}

/** An id in brackets of its own, or where its shape shows that it is one: 来源:a_share_t1. */
const citesOf = (lower: string, id: string): Mask[] =>
  /[a-z0-9]_[a-z0-9]/.test(id)
    ? occurrences(lower, id).filter(
        ({ start, end }) => !/\w/.test(lower.charAt(start - 1)) && !/\w/.test(lower.charAt(end)),
      )
    : occurrences(lower, `(${id})`);

/** A link that goes on after the claim's is another link. */
const endsUrl = (lower: string, { end }: Mask): boolean =>
  !/[a-z0-9/_?=&%#.-]/.test(lower.charAt(end)) || /^\.(?:\s|$)/.test(lower.slice(end, end + 2));

import type { Claim, TextClaim } from "#contract";
import { citesOf, isFact } from "./facts/fact-cites.ts";
import { ownParameters } from "./facts/own-parameters.ts";
import { asPrice } from "./question/users-roles.ts";
import type { Mask } from "./tokens/readers/word-readers.ts";
import { fold } from "./tokens/text/normalise.ts";

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

/** How far behind a quotation is read what it is told as. */
const longestTold = 24;
const hasValueWord = /(?:元|%|倍|亿|万|手|股|yuan|cny|rmb|\bx\b)/;

export interface LicenceInput {
  readonly lower: string;
  readonly claims: readonly Claim[];
  readonly question: string;
  readonly licensed: readonly string[];
}

/** Quotations of titles, and of what the user asked where it holds no value. */
function mayStand(
  lower: string,
  { texts, question }: { readonly texts: readonly TextClaim[]; readonly question: string },
): readonly Mask[] {
  const all = quotations(lower);
  if (all.length === 0) return all;
  const titles = new Set(texts.filter((claim) => claim.type !== "url").map((claim) => fold(claim.value)));
  const asked = fold(question);
  return all.filter(({ start, end }) => {
    const inside = lower.slice(start, end);
    // “150”这个价位是现价: told as data.
    if (asPrice.test(lower.slice(end, end + longestTold))) return false;
    return titles.has(inside) || (inside.length > 0 && asked.includes(inside) && !hasValueWord.test(inside));
  });
}

/** The stretches that may stand as they are: quotations of text claims and of the question, registered facts, code's own strings. */
export function findLicences({ lower, claims, question, licensed }: LicenceInput): Mask[] {
  const texts = claims.filter((claim) => claim.kind === "text");
  const quoted = mayStand(lower, { texts, question });
  const urls = texts
    .filter((claim) => claim.type === "url")
    .flatMap((claim) => occurrences(lower, fold(claim.value)));
  const own = licensed.flatMap((each) => occurrences(lower, fold(each)));
  const facts = claims
    .filter(isFact)
    // Its cite: a name is made of words, and words of any kind may stand in it.
    .flatMap((fact) => [
      ...occurrences(lower, fold(fact.claim).replace(/[。.!]$/, "")).filter(
        ({ end }) => !isBounded(lower, end),
      ),
      ...citesOf(lower, fact),
    ]);
  const all = [
    ...quoted,
    ...urls.filter((mask) => endsUrl(lower, mask)),
    ...own,
    ...facts,
    ...ownParameters(lower),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const separate: Mask[] = [];
  for (const mask of all) if (mask.start >= (separate.at(-1)?.end ?? 0)) separate.push(mask);
  return separate;
}

/** 门槛为50万元以下: what goes on with a bound is another fact. */
const isBounded = (lower: string, end: number): boolean =>
  /^(?:及|或)?(?:以[上下内外]|左右|多|余)|^ or (?:more|less|above|below)/.test(lower.slice(end, end + 12));

/** A link that goes on after the claim's is another link. */
const endsUrl = (lower: string, { end }: Mask): boolean =>
  !/[a-z0-9/_?=&%#.-]/.test(lower.charAt(end)) || /^\.(?:\s|$)/.test(lower.slice(end, end + 2));

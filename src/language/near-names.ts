import type { NameRegistry } from "#contract";
import commonWords from "./data/common-words.json" with { type: "json" };
import type { Directory, Mention } from "./directory.ts";
import { fold, unfold } from "./fold.ts";
import { countSyllables, pinyinOf, soundAlike } from "./sounds.ts";
import { meantAs } from "./spelling.ts";

/**
 * Names written with a slip: one character of the same sound (五粮夜), one letter (Moutia), or typed in pinyin (wuliangye). Only what comes
 * to listed names is read; two-character names only in the misspellings listed by hand, for theirs are ordinary words.
 */
interface NearIndex {
  /** A name with one character left out of it → the names it fits. */
  readonly gapped: ReadonlyMap<string, readonly string[]>;
  readonly latin: ReadonlyMap<string, readonly string[]>;
  readonly pinyin: ReadonlyMap<string, readonly string[]>;
}

const misspelt: Readonly<Record<string, string>> = commonWords.misspelt;
const englishWords: ReadonlySet<string> = new Set(commonWords.english_words);
const [shortestSpoken, longestSpoken] = [3, 8];
const shortestPinyin = 5;
const mostWordsOfName = 6;

const gapAt = (name: string, at: number): string => `${name.slice(0, at)}_${name.slice(at + 1)}`;

function add(map: Map<string, string[]>, key: string, name: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [name]);
  else if (!known.includes(name)) known.push(name);
}

function createIndex(names: NameRegistry): NearIndex {
  const index = { gapped: new Map(), latin: new Map(), pinyin: new Map() };
  for (const name of new Set(Object.values(names).flat())) {
    const key = fold(name).text;
    if (/^[a-z]{3,}$/.test(key)) add(index.latin, key.charAt(0), name);
    if (!/^\p{Script=Han}{2,8}$/u.test(key)) continue;
    if (key.length >= shortestSpoken)
      for (let at = 0; at < key.length; at++) add(index.gapped, gapAt(key, at), name);
    for (const typed of pinyinOf(key)) if (typed.length >= shortestPinyin) add(index.pinyin, typed, name);
  }
  return index;
}

const indexes = new WeakMap<NameRegistry, NearIndex>();

function indexOf(names: NameRegistry): NearIndex {
  const known = indexes.get(names) ?? createIndex(names);
  indexes.set(names, known);
  return known;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly names: readonly string[];
}

type Free = (start: number, end: number) => boolean;

function spoken(text: string, { gapped }: NearIndex, free: Free): readonly Found[] {
  const found: Found[] = [];
  for (const run of text.matchAll(/\p{Script=Han}{2,}/gu)) {
    const last = run.index + run[0].length;
    for (let start = run.index; start < last - 1; start++) {
      const hit = spokenAt(text, start, last, gapped, free);
      if (hit === null) continue;
      found.push(hit);
      start = hit.end - 1;
    }
  }
  return found;
}

function spokenAt(
  text: string,
  start: number,
  last: number,
  gapped: NearIndex["gapped"],
  free: Free,
): Found | null {
  for (let end = Math.min(last, start + longestSpoken); end >= start + 2; end--) {
    if (!free(start, end)) continue;
    const window = text.slice(start, end);
    const known = Object.hasOwn(misspelt, window) ? misspelt[window] : undefined;
    if (known !== undefined) return { start, end, names: [known] };
    if (window.length < shortestSpoken) continue;
    const names = [...window].flatMap((character, at) =>
      (gapped.get(gapAt(window, at)) ?? []).filter((name) =>
        soundAlike(character, fold(name).text.charAt(at)),
      ),
    );
    if (names.length > 0) return { start, end, names: [...new Set(names)] };
  }
  return null;
}

function typed(text: string, { latin, pinyin }: NearIndex, free: Free): readonly Found[] {
  const words = [...text.matchAll(/(?<![a-z0-9@])[a-z]+(?![a-z0-9])/g)].map((match) => ({
    word: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: Found[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at];
    if (first === undefined || !free(first.start, first.end)) continue;
    const whole = typedFrom(words.slice(at, at + mostWordsOfName), pinyin, text, free);
    if (whole !== null) {
      found.push(whole.found);
      at += whole.words - 1;
    } else if (!englishWords.has(first.word)) {
      const names = (latin.get(first.word.charAt(0)) ?? []).filter(
        (name) => first.word.length >= shortestPinyin && meantAs(first.word, fold(name).text),
      );
      if (names.length > 0) found.push({ start: first.start, end: first.end, names });
    }
  }
  return found;
}

/** The longest run of words, written apart or together, that is a name in pinyin. */
function typedFrom(
  words: readonly { word: string; start: number; end: number }[],
  pinyin: NearIndex["pinyin"],
  text: string,
  free: Free,
): { readonly found: Found; readonly words: number } | null {
  const [first] = words;
  for (let count = words.length; count > 0; count--) {
    const last = words[count - 1];
    if (first === undefined || last === undefined || !free(first.start, last.end)) continue;
    if (!/^[a-z ]+$/.test(text.slice(first.start, last.end))) continue;
    const joined = words
      .slice(0, count)
      .map(({ word }) => word)
      .join("");
    const names = pinyin.get(joined);
    if (names === undefined || englishWords.has(joined) || countSyllables(joined) === null) continue;
    return { found: { start: first.start, end: last.end, names }, words: count };
  }
  return null;
}

/** What the names come to: one security where they all mean the same, else a question back. */
function settle(
  query: string,
  span: readonly [number, number],
  names: readonly string[],
  directory: Directory,
) {
  const resolved = names.map((name) => directory.resolve(name)).filter(({ matches }) => matches.length > 0);
  const matches = [
    ...new Map(resolved.flatMap((each) => each.matches.map((match) => [match.code, match]))).values(),
  ];
  const [first] = resolved;
  if (first === undefined) return [];
  const status = matches.length === 1 ? first.status : "several";
  return [{ span, query, whole: true, status, matches: matches.slice(0, 5) } satisfies Mention];
}

const overlaps = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[1] && b[0] < a[1];

/** A name of another market at the beginning of a misspelt one of this (京东芳 for 京东方) is none. */
const isWithin = ({ status, span: [start, end] }: Mention, span: readonly [number, number]): boolean =>
  status === "out_of_scope" && span[0] <= start && end <= span[1] && end - start < span[1] - span[0];

/** The mentions of a text with those added that are written with a slip, in the order of the text. */
export function withNearMentions(
  text: string,
  exact: readonly Mention[],
  directory: Directory,
): readonly Mention[] {
  const folded = fold(text);
  const index = indexOf(directory.names());
  const free: Free = (start, end) => {
    const span = unfold(folded, start, end);
    return !exact.some((mention) => overlaps(mention.span, span) && !isWithin(mention, span));
  };
  const near = [...spoken(folded.text, index, free), ...typed(folded.text, index, free)];
  if (near.length === 0) return exact;
  const mentions = near.flatMap(({ start, end, names }) => {
    const span = unfold(folded, start, end);
    return settle(text.slice(...span), span, names, directory);
  });
  const kept = exact.filter((mention) => !mentions.some(({ span }) => overlaps(mention.span, span)));
  return [...kept, ...mentions].sort((a, b) => a.span[0] - b.span[0]);
}

/**
 * Patterns of which most texts hold no word. The words that they need are looked for all at once, in one pass over the text: what does not
 * stand in it need not be tried there, by any of them.
 */
import { matchesOf } from "../tokens/token.ts";
import { neededWords } from "./needed-words.ts";
import { after, createNode, nodeOf, type Words, wordsOf } from "./word-table.ts";

/** Longer words are looked for by their beginning. */
const longest = 6;
const needs: (readonly string[] | null)[] = [];
/** The words of all patterns, each with the places of those that need it; null until they are asked for. */
let table: Words<number[]> | null = null;

function tableOfWords(): Words<number[]> {
  const root = createNode<number[]>();
  for (const [place, words] of needs.entries())
    for (const word of new Set(words?.map((each) => each.slice(0, longest)))) {
      const node = nodeOf(root, word);
      node.entry ??= [];
      node.entry.push(place);
    }
  return wordsOf(root);
}

/** A text that was looked through: for each pattern 1 where a word stands in it that the pattern needs. */
interface LookedThrough {
  readonly text: string;
  readonly held: Uint8Array;
}

function lookThrough(text: string): LookedThrough {
  table ??= tableOfWords();
  const { roots, entries } = table;
  const held = new Uint8Array(needs.length);
  for (let at = 0; at < text.length; at++) {
    let node = roots[text.charCodeAt(at)] ?? 0;
    for (let next = at + 1; node !== 0; next++) {
      for (const place of entries[node] ?? []) held[place] = 1;
      node = next < text.length ? after(table, node, text.charCodeAt(next)) : 0;
    }
  }
  return { text, held };
}

let texts: readonly LookedThrough[] = [];

/** The texts of which patterns will be asked now; of all others each pattern is tried. */
export function lookForRareWords(...all: readonly string[]): void {
  texts = all.map(lookThrough);
}

/** A pattern that is asked of whole texts. */
export interface RareWords {
  readonly pattern: RegExp;
  /** False where no part of the text can match. */
  mayBeIn(text: string): boolean;
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
  /** All matches of a global pattern, in order. */
  all(text: string): readonly RegExpExecArray[];
}

const none: readonly RegExpExecArray[] = [];

export function rare(pattern: RegExp): RareWords {
  const words = neededWords(pattern);
  const place = needs.push(words) - 1;
  table = null;
  const mayBeIn = (text: string): boolean => {
    if (words !== null) for (const each of texts) if (each.text === text) return each.held[place] !== 0;
    return true;
  };
  return {
    pattern,
    mayBeIn,
    test: (text) => mayBeIn(text) && text.search(pattern) >= 0,
    exec: (text) => (mayBeIn(text) ? pattern.exec(text) : null),
    all: (text) => (mayBeIn(text) ? matchesOf(pattern, text) : none),
  };
}

import { isDigit, isLetter, isWord, type TokenKind } from "../tokens/token.ts";
import { after, createNode, nodeOf, type Words, wordsOf } from "./word-table.ts";

/** What a word of the lexicon stands for. */
export interface Entry {
  readonly kind: TokenKind;
  readonly op: string;
  readonly sign: number;
  readonly metrics: readonly string[];
  readonly exchange: string | undefined;
  /** The source that the same word names, where a company shares its name with a source. */
  readonly source: string;
  /** The operator of the superlative that the same word is, where a registry has 最高 as a measure's word. */
  readonly rank: string;
}

export interface Match {
  readonly entry: Entry;
  readonly end: number;
}

/** 万科A6.55元, PE24.31倍: a name or a measure in Latin letters with its value right after it. */
const takesValue = ({ kind }: Entry, lower: string, end: number): boolean =>
  (kind === "company" || kind === "metric") &&
  /^[a-z]\d+(?:[.,]\d+)*(?![\w])/.test(lower.slice(end - 1, end + 20)) &&
  !/^[a-z]\d{1,3}(?![.,\d%]|[元倍亿万手x])/.test(lower.slice(end - 1, end + 6));

/** True where a word of Latin letters or digits goes on. */
const isInside = (lower: string, at: number): boolean =>
  at > 0 && at < lower.length && isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1));

/** True right behind the letter of a share class: a Chinese name ends in it (万科A, 京东方A), whatever stands next. */
const isAfterShareClass = (lower: string, at: number): boolean =>
  isLetter(lower.charCodeAt(at - 1)) && lower.charCodeAt(at - 2) > 0x2e7f;

/** Finds the longest word that stands at the index. */
type MatchWord = (lower: string, at: number) => Match | null;

/** The longest word at the index. Words of Latin letters and digits count only as whole words; Chinese has no borders. */
function longestOf(words: Words<Entry>): MatchWord {
  const { entries, roots } = words;
  /** 万科AMA60, 京东方A5月7日: the name, where a known word or a digit begins right behind it. */
  const endsName = ({ kind }: Entry, lower: string, at: number): boolean =>
    kind === "company" &&
    isAfterShareClass(lower, at) &&
    (isDigit(lower.charCodeAt(at)) || longest(lower, at) !== null);
  function longest(lower: string, at: number): Match | null {
    let node = at < lower.length ? (roots[lower.charCodeAt(at)] ?? 0) : 0;
    if (node === 0 || (isInside(lower, at) && !isAfterShareClass(lower, at))) return null;
    let found: Entry | null = null;
    let end = at;
    for (let i = at + 1; node !== 0; i++) {
      const entry = entries[node] ?? null;
      if (
        entry !== null &&
        (!isInside(lower, i) || takesValue(entry, lower, i) || endsName(entry, lower, i))
      ) {
        found = entry;
        end = i;
      }
      node = i < lower.length ? after(words, node, lower.charCodeAt(i)) : 0;
    }
    return found === null ? null : { entry: found, end };
  }
  return longest;
}

/** 14日RSI, 14日 RSI; 市盈率(TTM), 市盈率 (TTM): a word as it is written with a blank at its borders and without. */
function spacings(word: string): readonly string[] {
  if (!spaced.test(word)) return [word];
  return [...new Set([word, word.replace(spaces, ""), word.replace(spaces, "").replace(borders, " ")])];
}
const spaced = /[\u4e00-\u9fff] ?[a-z(]|[a-z] ?[\u4e00-\u9fff(]/;
const borders = /(?<=[\u4e00-\u9fff])(?=[a-z(])|(?<=[a-z])(?=[\u4e00-\u9fff(])/g;
const spaces = /(?<=[\u4e00-\u9fff]) (?=[a-z(])|(?<=[a-z]) (?=[\u4e00-\u9fff(])/g;

/** Words with what they stand for, found from their first character on once all are told. */
export function createTrie() {
  const root = createNode<Entry>();
  return {
    add(word: string, make: (before: Entry | null) => Entry): void {
      if (word === "") return;
      for (const form of spacings(word)) {
        const node = nodeOf(root, form);
        node.entry = make(node.entry);
      }
    },
    /** The look-up of the words told so far. */
    done: (): MatchWord => longestOf(wordsOf(root)),
  };
}

export type Trie = ReturnType<typeof createTrie>;

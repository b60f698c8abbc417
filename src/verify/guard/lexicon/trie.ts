import { isDigit, isLetter, isWord } from "../tokens/characters.ts";
import type { TokenKind } from "../tokens/token.ts";

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

/** One character on the way to a word. Most have one next character only, which is compared instead of looked up. */
interface Node {
  entry: Entry | null;
  /** The code unit that leads to `only`; −1 where there is none or several. */
  code: number;
  only: Node | null;
  several: Map<number, Node> | null;
}

/** Where words begin: for each code unit the place of its node, 0 for most. */
function createRoots() {
  const nodes: (Node | undefined)[] = [undefined];
  const places = new Uint16Array(0x10000);
  return {
    at: (code: number): Node | undefined => nodes[places[code] ?? 0],
    grow(code: number): Node {
      const node = createNode();
      places[code] = nodes.push(node) - 1;
      return node;
    },
  };
}

const createNode = (): Node => ({ entry: null, code: -1, only: null, several: null });

const after = (node: Node, code: number): Node | undefined =>
  node.several === null
    ? node.only !== null && node.code === code
      ? node.only
      : undefined
    : node.several.get(code);

function grow(node: Node, code: number): Node {
  const next = createNode();
  if (node.several !== null) node.several.set(code, next);
  else if (node.only === null) Object.assign(node, { code, only: next });
  else {
    const several = new Map([
      [node.code, node.only],
      [code, next],
    ]);
    Object.assign(node, { code: -1, only: null, several });
  }
  return next;
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

/** Words with what they stand for, found from their first character on. */
export function createTrie() {
  const roots = createRoots();
  /** 万科AMA60, 京东方A5月7日: the name, where a known word or a digit begins right behind it. */
  const endsName = ({ kind }: Entry, lower: string, at: number): boolean =>
    kind === "company" &&
    isAfterShareClass(lower, at) &&
    (isDigit(lower.charCodeAt(at)) || longest(lower, at) !== null);
  /** The longest word at the index. Words of Latin letters and digits count only as whole words; Chinese has no borders. */
  function longest(lower: string, at: number): Match | null {
    let node = at < lower.length ? roots.at(lower.charCodeAt(at)) : undefined;
    if (node === undefined || (isInside(lower, at) && !isAfterShareClass(lower, at))) return null;
    let found: Entry | null = null;
    let end = at;
    for (let i = at + 1; ; i++) {
      const { entry } = node;
      if (
        entry !== null &&
        (!isInside(lower, i) || takesValue(entry, lower, i) || endsName(entry, lower, i))
      ) {
        found = entry;
        end = i;
      }
      const next: Node | undefined = i < lower.length ? after(node, lower.charCodeAt(i)) : undefined;
      if (next === undefined) return found === null ? null : { entry: found, end };
      node = next;
    }
  }
  return {
    add(word: string, make: (before: Entry | null) => Entry): void {
      if (word === "") return;
      const first = word.charCodeAt(0);
      let node = roots.at(first) ?? roots.grow(first);
      for (let i = 1; i < word.length; i++) {
        const code = word.charCodeAt(i);
        node = after(node, code) ?? grow(node, code);
      }
      node.entry = make(node.entry);
    },
    longest,
  };
}

export type Trie = ReturnType<typeof createTrie>;

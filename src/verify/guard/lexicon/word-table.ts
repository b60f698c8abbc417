/** Words found from their first character on, whatever they stand for. */

/** One character on the way to a word, while the words are put together. */
interface Node<Entry> {
  entry: Entry | null;
  readonly next: Map<number, Node<Entry>>;
}

export const createNode = <Entry>(): Node<Entry> => ({ entry: null, next: new Map() });

/** The node of the word's last character, made where there is none. */
export function nodeOf<Entry>(root: Node<Entry>, word: string): Node<Entry> {
  let node = root;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    const next = node.next.get(code) ?? createNode<Entry>();
    node.next.set(code, next);
    node = next;
  }
  return node;
}

/** The words as they are looked up: nodes by number, the children of one side by side in the order of their code units. */
export interface Words<Entry> {
  readonly entries: readonly (Entry | null)[];
  /** For each code unit the node that it leads to at the beginning of a word, 0 for most. */
  readonly roots: Uint16Array;
  /** For each node the place of its first child in `codes`; the child at a place is the node of the next number. */
  readonly first: Int32Array;
  readonly codes: Uint16Array;
}

export function wordsOf<Entry>(root: Node<Entry>): Words<Entry> {
  const nodes = [root];
  const first: number[] = [];
  const codes: number[] = [];
  for (const { next } of nodes) {
    first.push(codes.length);
    for (const [code, node] of [...next].toSorted(([a], [b]) => a - b)) {
      codes.push(code);
      nodes.push(node);
    }
  }
  first.push(codes.length);
  const roots = new Uint16Array(0x10000);
  for (let place = 0; place < root.next.size; place++) roots[codes[place] ?? 0] = place + 1;
  return {
    entries: nodes.map(({ entry }) => entry),
    roots,
    first: Int32Array.from(first),
    codes: Uint16Array.from(codes),
  };
}

/** So few are compared one by one. */
const fewChildren = 6;

/** The node behind the node by the code unit, or 0. */
export function after({ first, codes }: Words<unknown>, node: number, code: number): number {
  let [low, high] = [first[node] ?? 0, first[node + 1] ?? 0];
  while (high - low > fewChildren) {
    const middle = (low + high) >> 1;
    if ((codes[middle] ?? 0) > code) high = middle;
    else low = middle;
  }
  for (; low < high; low++) if (codes[low] === code) return low + 1;
  return 0;
}

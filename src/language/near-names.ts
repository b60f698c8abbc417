import type { NameRegistry } from "#contract";
import commonWords from "./data/common-words.json" with { type: "json" };
import type { Directory, Mention } from "./directory.ts";
import { fold, unfold, type Written } from "./fold.ts";
import { bundledSecurities, notShortForms } from "./securities.ts";
import { countSyllables, pinyinOf, soundAlike } from "./sounds.ts";
import { meantAs } from "./spelling.ts";

/**
 * Names written with a slip: one character of the same sound (五粮夜), one letter (Moutia), or typed in pinyin (wuliangye). Only what comes
 * to listed names is read; two-character names only in the misspellings listed by hand, for theirs are ordinary words.
 */
interface NearIndex {
  /** A name with one character left out of it → the names it fits. */
  readonly gapped: ReadonlyMap<string, readonly string[]>;
  /** How the keys of `gapped` begin, by `beginOf`. */
  readonly begins: ReadonlySet<string>;
  readonly latin: ReadonlyMap<string, readonly string[]>;
  readonly pinyin: ReadonlyMap<string, readonly string[]>;
}

const misspelt: Readonly<Record<string, string>> = commonWords.misspelt;
const misspeltBegins: ReadonlySet<string> = new Set(Object.keys(misspelt).map((word) => word.charAt(0)));
const englishWords: ReadonlySet<string> = new Set(commonWords.english_words);

/** True for an everyday English word in lower case, which is a slip for no other. */
export const isEnglishWord = (word: string): boolean => englishWords.has(word);

const [shortestSpoken, longestSpoken] = [3, 8];
const shortestPinyin = 5;
const mostWordsOfName = 6;

const gapAt = (name: string, at: number): string => `${name.slice(0, at)}_${name.slice(at + 1)}`;

/** The two characters that a name of at least three begins with where the one at `gap` is left out. */
const beginOf = (text: string, start: number, gap: number): string =>
  gap === 0
    ? `_${text.charAt(start + 1)}${text.charAt(start + 2)}`
    : gap === 1
      ? `${text.charAt(start)}_${text.charAt(start + 2)}`
      : text.slice(start, start + 2);

function add(map: Map<string, string[]>, key: string, name: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [name]);
  else if (!known.includes(name)) known.push(name);
}

function createIndex(names: NameRegistry): NearIndex {
  const index = { gapped: new Map(), begins: new Set<string>(), latin: new Map(), pinyin: new Map() };
  for (const name of new Set(Object.values(names).flat())) {
    const key = fold(name).text;
    if (/^[a-z]{3,}$/.test(key)) add(index.latin, key.charAt(0), name);
    if (!/^\p{Script=Han}{2,8}$/u.test(key)) continue;
    if (key.length >= shortestSpoken)
      for (let at = 0; at < key.length; at++) {
        add(index.gapped, gapAt(key, at), name);
        index.begins.add(beginOf(key, 0, at));
      }
    for (const typed of pinyinOf(key)) if (typed.length >= shortestPinyin) add(index.pinyin, typed, name);
  }
  return index;
}

/** What questions are typed with in pinyin; none of them is a company's name there. */
const askingWords: ReadonlySet<string> = new Set(
  "股价 价格 走势 市值 新闻 公告 研报 财报 年报 利润 营收 收盘 开盘 今天 昨天 明天 现在 目前 多少 大盘 指数 行情 自选 涨跌 换手 估值 分红 股息 公司 股票 中国 时代 科技 银行 汽车"
    .split(" ")
    .flatMap(pinyinOf),
);
/** The money that flows (资金) sounds as a company does (紫金): alone, or before what is asked of it, it is the company. */
const alsoMoney: ReadonlySet<string> = new Set(pinyinOf("资金"));
const flows = /^(?:liu|jing|zhuli|dong|liang)/;

let shortNames: ReadonlyMap<string, readonly string[]> | undefined;

/** More companies whose names begin alike: the beginning is a word of its own (中国). */
const mostAlike = 5;

/** Well-known companies by how the first two characters of their names are typed in pinyin: zijin for 紫金矿业. Built once. */
function shortNamesByPinyin(): ReadonlyMap<string, readonly string[]> {
  if (shortNames !== undefined) return shortNames;
  const byPinyin = new Map<string, string[]>();
  for (const { name, kind } of bundledSecurities) {
    const form = name.slice(0, 2);
    // A place or an everyday word is typed for itself.
    if (kind !== "stock" || !/^\p{Script=Han}{4,8}$/u.test(name) || notShortForms.has(form)) continue;
    for (const typed of pinyinOf(form))
      if (typed.length >= shortestPinyin && !askingWords.has(typed)) add(byPinyin, typed, name);
  }
  shortNames = new Map([...byPinyin].filter(([, names]) => names.length <= mostAlike));
  return shortNames;
}

/** The first word, or two written apart, that is the beginning of a company's name in pinyin. */
function typedShort(text: string, mayStart: (start: number, end: number) => boolean): Found | null {
  const words = [...text.matchAll(/(?<![a-z0-9@])[a-z]+(?![a-z0-9])/g)];
  for (const [at, { 0: word, index: start }] of words.entries()) {
    const next = words[at + 1];
    const isBeside = next !== undefined && text.slice(start + word.length, next.index) === " ";
    const spellings = isBeside ? [[word + next[0], next.index + next[0].length] as const] : [];
    for (const [key, end] of [...spellings, [word, start + word.length] as const]) {
      const names = shortNamesByPinyin().get(key);
      if (names === undefined || englishWords.has(key) || !mayStart(start, end)) continue;
      if (!(alsoMoney.has(key) && flows.test(text.slice(end).trim()))) return { start, end, names };
    }
  }
  return null;
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

function spoken(text: string, index: NearIndex, free: Free): readonly Found[] {
  const found: Found[] = [];
  for (const run of text.matchAll(/\p{Script=Han}{2,}/gu)) {
    const last = run.index + run[0].length;
    for (let start = run.index; start < last - 1; start++) {
      const hit = spokenAt(text, start, last, index, free);
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
  { gapped, begins }: NearIndex,
  free: Free,
): Found | null {
  const mayLack = [0, 1, 2].map((gap) => begins.has(beginOf(text, start, gap)));
  if (!mayLack.includes(true) && !misspeltBegins.has(text.charAt(start))) return null;
  for (let end = Math.min(last, start + longestSpoken); end >= start + 2; end--) {
    if (!free(start, end)) continue;
    const window = text.slice(start, end);
    const known = Object.hasOwn(misspelt, window) ? misspelt[window] : undefined;
    if (known !== undefined) return { start, end, names: [known] };
    if (window.length < shortestSpoken) continue;
    const names = [...window].flatMap((character, at) =>
      mayLack[Math.min(at, 2)]
        ? (gapped.get(gapAt(window, at)) ?? []).filter((name) =>
            soundAlike(character, fold(name).text.charAt(at)),
          )
        : [],
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
    const named = pinyin.get(joined);
    // A nickname of two characters (中芯) sounds as the beginning of other names may (中信证券).
    const alike = named?.every((name) => name.length === 2) ? shortNamesByPinyin().get(joined) : undefined;
    const names = named === undefined ? undefined : [...new Set([...named, ...(alike ?? [])])];
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

/** A name of another market (京东芳 for 京东方), or a short form (贵州茅苔 for 贵州茅台), at the beginning of a misspelt one is none. */
function isWithin({ status, whole, doubtful, span: [start, end] }: Mention, span: readonly [number, number]) {
  const isShort = !whole && (status === "one" || doubtful === true) && span[0] === start;
  const isPart = end - start < span[1] - span[0] || doubtful === true;
  return (status === "out_of_scope" || isShort) && span[0] <= start && end <= span[1] && isPart;
}

/** Characters of a text in which slips are looked for. */
const longestRead = 1_000;

/** The mentions of a text with those added that are written with a slip, in the order of the text. */
export function withNearMentions(
  written: Written,
  exact: readonly Mention[],
  directory: Directory,
): readonly Mention[] {
  const folded = fold(written);
  const { original: text } = folded;
  const index = indexOf(directory.names());
  // Each unit of the text with its mention, so that the time grows with the text and not with the names in it as well.
  const places = new Array<Mention | undefined>(text.length);
  for (const mention of exact) places.fill(mention, ...mention.span);
  const free: Free = (start, end) => {
    const span = unfold(folded, start, end);
    for (let at = span[0]; at < span[1]; at++) {
      const mention = places[at];
      if (mention !== undefined && !isWithin(mention, span)) return false;
    }
    return true;
  };
  // A question with a slip in it is short; in a long paste every pair of characters would be listened to.
  const read = folded.text.slice(0, longestRead);
  const near = [...spoken(read, index, free), ...typed(read, index, free)];
  // Beside a company that is named in full only what is written as a name is one: Zijin and Vanke.
  const isNamed = near.length + exact.length > 0;
  const mayStart: Free = (start, end) =>
    !isNamed || (free(start, end) && /^\p{Lu}/u.test(text.slice(...unfold(folded, start, end))));
  const short = typedShort(folded.text, mayStart);
  if (short !== null) near.push(short);
  if (near.length === 0) return exact;
  const mentions = near.flatMap(({ start, end, names }) => {
    const span = unfold(folded, start, end);
    return settle(text.slice(...span), span, names, directory);
  });
  const kept = exact.filter((mention) => !mentions.some(({ span }) => overlaps(mention.span, span)));
  return [...kept, ...mentions].sort((a, b) => a.span[0] - b.span[0]);
}

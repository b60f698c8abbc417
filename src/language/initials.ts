/**
 * Pinyin initials of a Chinese name, for a list that brings none, by the order in which a Chinese dictionary has the characters. A
 * character is read as it mostly is; the words below are the ones of company names that are read otherwise.
 */

/** The first character of each letter in pinyin order; no syllable begins with i, u or v. */
const firstOf: readonly (readonly [letter: string, first: string])[] = [
  ["a", "吖"],
  ["b", "八"],
  ["c", "嚓"],
  ["d", "咑"],
  ["e", "妸"],
  ["f", "发"],
  ["g", "旮"],
  ["h", "哈"],
  ["j", "丌"],
  ["k", "咔"],
  ["l", "垃"],
  ["m", "妈"],
  ["n", "拏"],
  ["o", "噢"],
  ["p", "妑"],
  ["q", "七"],
  ["r", "呥"],
  ["s", "仨"],
  ["t", "他"],
  ["w", "屲"],
  ["x", "夕"],
  ["y", "丫"],
  ["z", "帀"],
];

/** Read otherwise than the dictionary's first reading. 重 alone stays 重工; 长 is hardly ever the 长 of growing in a name. */
const readOtherwise: Readonly<Record<string, string>> = {
  银行: "yh",
  商行: "sh",
  行: "h",
  长: "c",
  重庆: "cq",
  厦: "x",
  藏: "z",
  东阿: "de",
  阿胶: "ej",
  会稽: "kj",
};
const pieces = new RegExp(`${Object.keys(readOtherwise).join("|")}|.`, "gu");

const order = new Intl.Collator("zh-u-co-pinyin");
const letters = new Map<string, string>();

function letterOf(character: string): string {
  const known = letters.get(character);
  if (known !== undefined) return known;
  const found = firstOf.findLast(([, first]) => order.compare(first, character) <= 0)?.[0] ?? "";
  letters.set(character, found);
  return found;
}

function lettersOf(piece: string): string {
  const written = piece.toLowerCase();
  if (/^[a-z0-9]$/.test(written)) return written;
  return readOtherwise[piece] ?? (/^\p{Script=Han}$/u.test(piece) ? letterOf(piece) : "");
}

/** 重庆啤酒 is `cqpj`, TCL科技 `tclkj`; undefined for a name without a Chinese character. */
export function initialsOf(name: string): string | undefined {
  if (!/\p{Script=Han}/u.test(name)) return undefined;
  return [...name.matchAll(pieces)].map(([piece]) => lettersOf(piece)).join("");
}

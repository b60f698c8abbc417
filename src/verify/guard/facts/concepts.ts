/** What a text is about: the concepts that its words stand for, and the words that no concept holds. */

import { isLetter, matchesOf } from "../tokens/token.ts";
import { questions } from "./concept-questions.ts";
import { idle, topics } from "./concept-topics.ts";

/** A bit for each side that a text names of each question of the table. */
export type Bits = readonly number[];

/** What a word stands for: a side of a question, or a topic. */
interface Sense {
  readonly question: number;
  readonly bit: number;
  readonly id: string;
}

const senses = new Map<string, Sense[]>();
const learn = (words: string, sense: Sense | null): void => {
  for (const word of words.split("|"))
    senses.set(word, [...(senses.get(word) ?? []), ...(sense ? [sense] : [])]);
};
for (const [question, { sides }] of questions.entries())
  for (const [side, words] of sides.entries())
    learn(words, { question, bit: 1 << side, id: `${question}.${side}` });
for (const [at, words] of topics.entries()) learn(words, { question: -1, bit: 0, id: `t${at}` });
for (const words of idle) learn(words, null);

/** Two code units as one number, the second 0 where there is none: asked without making a string. */
const keyOf = (first: number, second: number): number => (first << 16) | second;

/** The words by their first two characters, the longest first; those of one by that. */
const byFirst = new Map<number, string[]>();
for (const word of senses.keys()) {
  const first = keyOf(word.charCodeAt(0), word.length > 1 ? word.charCodeAt(1) : 0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), word]);
}
for (const words of byFirst.values()) words.sort((a, b) => b.length - a.length);

const ending = /(?:'s|s|es|d|ed)?(?![a-z])/y;

/** The end of the word where it stands at `at`: an English one whole, as it is or with an ending; else −1. */
function endOf(word: string, text: string, at: number): number {
  if (!text.startsWith(word, at)) return -1;
  const end = at + word.length;
  if (!isLetter(word.charCodeAt(word.length - 1))) return end;
  ending.lastIndex = end;
  const tail = ending.exec(text);
  return tail === null ? -1 : end + tail[0].length;
}

/** Where a text names a concept. */
export interface Named {
  readonly id: string;
  readonly word: string;
}

export interface Concepts {
  readonly sides: Bits;
  /** Each concept once for every place. */
  readonly named: readonly Named[];
  /** The words that no concept holds: English as words, Chinese as pairs of characters. */
  readonly rest: ReadonlySet<string>;
  /** True where the words of the table and numbers are all that it says. */
  readonly isWhole: boolean;
  /** The text without the charges that the table knows. */
  readonly uncharged: string;
}

const han = /[\u4e00-\u9fff]{2,}/g;
const letters = /[a-z][a-z'-]*[a-z]/g;

/** Where one of the words of the table stands at `at`; English ones only where a word begins. */
function wordAt(text: string, at: number): { readonly word: string; readonly end: number } | null {
  const first = text.charCodeAt(at);
  if (isLetter(first) && isLetter(text.charCodeAt(at - 1))) return null;
  const second = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  return (
    firstOf(byFirst.get(keyOf(first, second)), text, at) ?? firstOf(byFirst.get(keyOf(first, 0)), text, at)
  );
}

function firstOf(words: readonly string[] | undefined, text: string, at: number) {
  if (words === undefined) return null;
  for (const word of words) {
    const end = endOf(word, text, at);
    if (end > 0) return { word, end };
  }
  return null;
}

/** The concepts that are charges, known or as such: 印花税, 手续费. */
const charges: ReadonlySet<string> = new Set(
  ["佣金", "手续费"].flatMap((word) => {
    const [id = ""] = (senses.get(word) ?? []).map((each) => each.id);
    const { question = -1 } = senses.get(word)?.[0] ?? {};
    return question < 0 ? [id] : (questions[question]?.sides ?? []).map((_, side) => `${question}.${side}`);
  }),
);

export function conceptsOf(written: string): Concepts {
  // main-board
  const text = written.replace(/(?<=[a-z])-(?=[a-z])/g, " ").replace(/(?<=[a-z]) (?=[\u4e00-\u9fff])/g, "");
  const sides = questions.map(() => 0);
  const named: Named[] = [];
  let [rest, uncharged] = ["", ""];
  for (let at = 0; at < text.length; ) {
    const found = wordAt(text, at);
    if (found === null) {
      uncharged += text.charAt(at);
      rest += text.charAt(at++);
      continue;
    }
    const known = senses.get(found.word) ?? [];
    uncharged += known.some(({ id }) => charges.has(id)) ? " " : text.slice(at, found.end);
    for (const { question, bit, id } of known) {
      if (question >= 0) sides[question] = (sides[question] ?? 0) | bit;
      named.push({ id, word: text.slice(at, found.end) });
    }
    rest += " ";
    at = found.end;
  }
  const words = new Set<string>();
  for (const [run] of matchesOf(han, rest))
    for (let i = 1; i < run.length; i++) words.add(run.slice(i - 1, i + 1));
  for (const [word] of matchesOf(letters, rest)) words.add(word.replace(/(?:'s|(?<!s)s|ed)$/, ""));
  return { sides, named, rest: words, isWhole: /^[\s\d-]*$/.test(rest), uncharged };
}

/** What a text says of each question. */
export const sidesOf = (text: string): Bits => conceptsOf(text).sides;

/**
 * True where the text names a side that the fact does not. `own` are the sides of the clause of the fact that holds the
 * number, `whole` those of the whole fact: what the clause leaves unsaid the rest of the fact says.
 */
export function contradicts(said: Bits, own: Bits, whole: Bits): boolean {
  return questions.some(({ isNarrow }, i) => {
    const held = (own[i] ?? 0) === 0 ? (whole[i] ?? 0) : (own[i] ?? 0);
    return (held !== 0 || isNarrow) && ((said[i] ?? 0) & ~held) !== 0;
  });
}

/** True where the text names only other sides than the fact does: of two texts about different subjects. */
export const isOther = (said: Bits, held: Bits): boolean =>
  questions.some((_, i) => {
    const [a, b] = [said[i] ?? 0, held[i] ?? 0];
    return a !== 0 && b !== 0 && (a & b) === 0;
  });

const denial = /[不无没免未非]|\bno\b|\bnot\b|\bnone\b|nothing|exempt|without|n't\b/;

/** What stands beside a number's clause and denies nothing speaks of the same subject. */
export const isDenial = (text: string): boolean => denial.test(text);

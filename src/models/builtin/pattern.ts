/**
 * The grammar of a card's trigger words (see `SkillCard.triggers`): `估值`, `谁…便宜!`, `_股…多少钱!`, `@比@!`, `#…情况!`, `^为什么$!`, `怎么样?`.
 */

/** decides: it alone says what its clause asks for · topic: one thing asked for among others · hint: only where nothing else stands. */
export type Strength = "decides" | "topic" | "hint";

/** Stand in a masked message where a company, a day, a day to come or an index is named; private-use characters, so no text holds them. */
export const masks = { company: "\uE000", day: "\uE001", futureDay: "\uE002", index: "\uE003" } as const;

export interface Trigger {
  readonly word: string;
  readonly strength: Strength;
  /** Set where the word is more than literal characters. Its groups are the literal parts. */
  readonly pattern?: RegExp;
  /** Literal characters, and two for each placeholder: how much the word says. */
  readonly weight: number;
}

const gap = "[^,，。;；!！?？\\n]{0,34}?";
const number =
  "(?:\\d[\\d,.]*(?:%|％)?|一[百千万]|[二两三四五六七八九十百千万]+)(?:[百千万亿]块钱?|[百千万亿]|块钱?|元|[kw](?![a-z]))?(?![\\d])";

const placeholders: Readonly<Record<string, string>> = {
  "…": gap,
  _: ` ?(?<![\\d.])(${number}) ?`,
  "@": `[${masks.company}${masks.index}]+ ?`,
  "#": `${masks.index}+ ?`,
  "~": `[${masks.day}${masks.futureDay}]+ ?`,
  ">": `${masks.futureDay}+ ?`,
  "^": "^[^\\p{L}\\p{N}\uE000-\uE003]*(?:那|那么|请问|so |and )?",
  $: "(?:呢|啊|呀|吗|吧|了|的)?[^\\p{L}\\p{N}\uE000-\uE003]*$",
};

const special = /[…_@#~>^$]/u;
const isLatin = (character: string): boolean => /[a-z0-9]/.test(character);
const escaped = (literal: string): string => literal.replaceAll(/[.*+?()[\]{}|\\/]/g, "\\$&");

/** A literal part that cuts no Latin word: `pe` does not stand in `people`. */
function literalSource(literal: string): string {
  const before = isLatin(literal.charAt(0)) ? "(?<![a-z])" : "";
  const after = isLatin(literal.charAt(literal.length - 1)) ? "(?![a-z])" : "";
  return `(${before}${escaped(literal)}${after})`;
}

function patternOf(word: string): { readonly pattern: RegExp; readonly weight: number } {
  let weight = 0;
  const parts = word.split(/([…_@#~>^$])/u).filter((part) => part !== "");
  const sources = parts.map((part) => {
    const placeholder = special.test(part) ? placeholders[part] : undefined;
    weight += placeholder === undefined ? part.length : part === "…" ? 0 : 2;
    return placeholder ?? literalSource(part.trim());
  });
  return { pattern: new RegExp(sources.join(" ?"), "dgu"), weight };
}

const flat = (text: string): string => text.replaceAll("-", " ");

/** Reads one trigger of a card, folded already. Null where nothing is left of it. */
export function readTrigger(written: string): Trigger | null {
  const mark = /[!?]$/.exec(written)?.[0];
  const word = flat(mark === undefined ? written : written.slice(0, -1)).trim();
  if (word === "") return null;
  const strength = mark === "!" ? "decides" : mark === "?" ? "hint" : "topic";
  return special.test(word)
    ? { word, strength, ...patternOf(word) }
    : { word, strength, weight: word.length };
}

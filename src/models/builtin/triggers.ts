import type { SkillCard } from "#contract";
import { fold } from "#language";

/** A trigger word found in a message. */
export interface Hit {
  readonly skill: string;
  readonly word: string;
  /** UTF-16 units of the original message. */
  readonly span: readonly [number, number];
}

export interface Triggers {
  /** In the order of the text; where several words begin, the longest counts. Linear in the text, whatever the number of words. */
  find(message: string): readonly Hit[];
}

/**
 * Data words that hold another skill's word: 主力净买入 is no purchase, a target price is no price. A card that has one of them as a trigger
 * gets it all the same.
 */
const harmless = [
  "净买入",
  "净卖出",
  "买入评级",
  "卖出评级",
  "买入额",
  "卖出额",
  "买入金额",
  "卖出金额",
  "推荐评级",
  "buy rating",
  "sell rating",
  "net buy",
  "net sell",
  "buy-side",
  "order book",
  "in order to",
  "target price",
  "price target",
  "目标价",
  "目标价格",
  "发行价",
  "发行价格",
  "行权价",
  "成本价",
  "要约价格",
];

const flat = (text: string): string => text.replaceAll("-", " ");

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[a-z0-9]/.test(character);

/** True where a Latin word would be cut: `pe` does not stand in `people`. */
const cuts = (text: string, start: number, end: number): boolean =>
  (isWordCharacter(text[start - 1]) && isWordCharacter(text[start])) ||
  (isWordCharacter(text[end - 1]) && isWordCharacter(text[end]));

export function createTriggers(cards: readonly SkillCard[]): Triggers {
  const skillsOf = new Map<string, readonly string[]>(harmless.map((word) => [flat(word), []]));
  for (const { name, triggers } of cards) {
    for (const trigger of triggers) {
      const word = flat(fold(trigger).text).trim();
      if (word !== "") skillsOf.set(word, [...(skillsOf.get(word) ?? []), name]);
    }
  }
  const lengths = new Map<string, number[]>();
  for (const word of skillsOf.keys()) {
    const known = lengths.get(word.charAt(0)) ?? [];
    lengths.set(
      word.charAt(0),
      [...new Set([...known, word.length])].sort((a, b) => b - a),
    );
  }
  const longestAt = (text: string, start: number): string | undefined => {
    for (const length of lengths.get(text.charAt(start)) ?? []) {
      const end = start + length;
      const word = text.slice(start, end);
      if (end <= text.length && skillsOf.has(word) && !cuts(text, start, end)) return word;
    }
    return undefined;
  };
  return {
    find(message) {
      const folded = fold(message);
      const text = flat(folded.text);
      const hits: Hit[] = [];
      for (let start = 0; start < text.length; ) {
        const word = longestAt(text, start);
        const end = start + (word?.length ?? 1);
        if (word !== undefined) {
          const span = [folded.at[start] ?? 0, folded.at[end] ?? message.length] as const;
          for (const skill of skillsOf.get(word) ?? []) hits.push({ skill, word, span });
        }
        start = end;
      }
      return hits;
    },
  };
}

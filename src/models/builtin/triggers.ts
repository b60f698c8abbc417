import type { SkillCard } from "#contract";

/** A trigger word found in a message. */
export interface Hit {
  readonly skill: string;
  readonly word: string;
  /** Where it begins, in the folded message. */
  readonly at: number;
}

interface Entry {
  readonly skill: string;
  readonly word: string;
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[a-z0-9]/.test(character);

/** True where a Latin word would be cut: `pe` does not stand in `people`. */
const cuts = (text: string, start: number, end: number): boolean =>
  (isWordCharacter(text[start - 1]) && isWordCharacter(text[start])) ||
  (isWordCharacter(text[end - 1]) && isWordCharacter(text[end]));

/** All trigger words of the cards; finding is linear in the text, whatever their number. The longest word at a place wins. */
export function createTriggers(cards: readonly SkillCard[]) {
  const words = new Map<string, Entry[]>();
  const lengths = new Map<string, number[]>();
  for (const { name, triggers } of cards) {
    for (const trigger of triggers) {
      const word = fold(trigger);
      words.set(word, [...(words.get(word) ?? []), { skill: name, word }]);
      const head = word.slice(0, 1);
      lengths.set(
        head,
        [...new Set([...(lengths.get(head) ?? []), word.length])].sort((a, b) => b - a),
      );
    }
  }

  const longestAt = (text: string, start: number): readonly Entry[] => {
    for (const length of lengths.get(text.charAt(start)) ?? []) {
      const end = start + length;
      const found =
        end <= text.length && !cuts(text, start, end) ? words.get(text.slice(start, end)) : undefined;
      if (found !== undefined) return found;
    }
    return [];
  };

  return {
    /** In the order of the text. */
    find(message: string): readonly Hit[] {
      const text = fold(message);
      const hits: Hit[] = [];
      for (let start = 0; start < text.length; ) {
        const found = longestAt(text, start);
        for (const { skill, word } of found) hits.push({ skill, word, at: start });
        start += found[0]?.word.length ?? 1;
      }
      return hits;
    },
  };
}

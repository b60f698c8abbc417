import { countSyllables, isEnglishWord, meantAs, notShortForms, pinyinOf, soundAlike } from "#language";

/** A trigger word read where another was written: by its sound, by one slip of a letter, or typed in pinyin. Folded units. */
export interface NearWord {
  readonly word: string;
  readonly by: "sound" | "letters";
  readonly span: readonly [number, number];
}

export interface NearWords {
  find(text: string): readonly NearWord[];
}

const han = /^\p{Script=Han}+$/u;
const longestWord = 6;
const mostWords = 5;
const shortestPinyin = 4;

const gapAt = (word: string, at: number): string => `${word.slice(0, at)}_${word.slice(at + 1)}`;

/** Misread only where nothing was read as it stands, for these are guesses. Linear in the text. */
export function createNearWords(words: Iterable<string>): NearWords {
  const gapped = new Map<string, string[]>();
  const spelt = new Map<string, string[]>();
  const latin = new Map<string, string[]>();
  const known = new Set(words);
  for (const word of known) {
    if (han.test(word) && word.length >= 2) {
      for (let at = 0; at < word.length; at++)
        gapped.set(gapAt(word, at), [...(gapped.get(gapAt(word, at)) ?? []), word]);
      for (const typed of pinyinOf(word))
        if (typed.length >= shortestPinyin) spelt.set(typed, [...(spelt.get(typed) ?? []), word]);
    } else if (/^[a-z]{3,}$/.test(word)) {
      latin.set(word.charAt(0), [...(latin.get(word.charAt(0)) ?? []), word]);
    }
  }

  function spokenAt(text: string, start: number): NearWord | null {
    for (let length = longestWord; length >= 2; length--) {
      const window = text.slice(start, start + length);
      // A word of its own (公司) is no slip for another (公式).
      if (window.length < length || !han.test(window) || notShortForms.has(window)) continue;
      for (let at = 0; at < length; at++) {
        const word = gapped
          .get(gapAt(window, at))
          ?.find((each) => soundAlike(window.charAt(at), each.charAt(at)));
        if (word !== undefined) return { word, by: "sound", span: [start, start + length] };
      }
    }
    return null;
  }

  function spoken(text: string): readonly NearWord[] {
    const found: NearWord[] = [];
    for (let start = 0; start < text.length; start++) {
      const near = spokenAt(text, start);
      if (near === null) continue;
      found.push(near);
      start = near.span[1] - 1;
    }
    return found;
  }

  function typed(text: string): readonly NearWord[] {
    const written = [...text.matchAll(/(?<![a-z0-9])[a-z]+(?![a-z0-9])/g)].map((match) => ({
      word: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
    const found: NearWord[] = [];
    for (let at = 0; at < written.length; at++) {
      const near = typedAt(written.slice(at, at + mostWords), text);
      if (near === null) continue;
      found.push(...near.near);
      at += near.words - 1;
    }
    return found;
  }

  function typedAt(
    written: readonly { word: string; start: number; end: number }[],
    text: string,
  ): { near: readonly NearWord[]; words: number } | null {
    const [first] = written;
    if (first === undefined) return null;
    for (let count = written.length; count > 0; count--) {
      const last = written[count - 1];
      if (last === undefined || !/^[a-z ]+$/.test(text.slice(first.start, last.end))) continue;
      const joined = written
        .slice(0, count)
        .map(({ word }) => word)
        .join("");
      const meant = countSyllables(joined) === null ? undefined : spelt.get(joined);
      const span = [first.start, last.end] as const;
      if (meant !== undefined)
        return { near: meant.map((word) => ({ word, by: "letters", span })), words: count };
    }
    // A word of its own (think) is no slip for another (thank).
    const meant = isEnglishWord(first.word)
      ? undefined
      : (latin.get(first.word.charAt(0)) ?? []).find((word) => meantAs(first.word, word));
    return meant === undefined
      ? null
      : { near: [{ word: meant, by: "letters", span: [first.start, first.end] }], words: 1 };
  }

  return { find: (text) => [...spoken(text), ...typed(text)].sort((a, b) => a.span[0] - b.span[0]) };
}

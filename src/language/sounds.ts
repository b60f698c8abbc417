import data from "./data/sounds.json" with { type: "json" };

/** Syllable → the characters in daily use that have it, from the readings of GB 2312's first level. */
const rows = data.table.split(" ").map((row) => {
  const [, syllable = "", characters = ""] = /^([a-z]+)(.+)$/u.exec(row) ?? [];
  return { syllable, characters };
});

const syllables: ReadonlySet<string> = new Set(rows.map(({ syllable }) => syllable));
const longestSyllable = Math.max(...[...syllables].map(({ length }) => length));

/** Sounds that many speakers do not keep apart: zh and z, ing and in. */
const blurred = (syllable: string): string => syllable.replace(/^([zcs])h/, "$1").replace(/([ie]n)g$/, "$1");

const readings = new Map<string, string[]>();
const alike = new Map<string, Set<string>>();
for (const { syllable, characters } of rows)
  for (const character of characters) {
    readings.set(character, [...(readings.get(character) ?? []), syllable]);
    alike.set(character, (alike.get(character) ?? new Set()).add(blurred(syllable)));
  }

/** True where two different Han characters may sound the same (盈 赢, 苔 台). */
export function soundAlike(a: string, b: string): boolean {
  const [ours, theirs] = [alike.get(a), alike.get(b)];
  return a !== b && ours !== undefined && theirs !== undefined && [...ours].some((each) => theirs.has(each));
}

const mostSpellings = 12;

/** How a Han word is typed in pinyin without tones, every reading of it; ü as v and as u. Empty where a character has none known. */
export function pinyinOf(word: string): readonly string[] {
  let spellings = [""];
  for (const character of word) {
    const own = (readings.get(character) ?? []).flatMap((each) =>
      each.includes("v") ? [each, each.replace("v", "u")] : [each],
    );
    spellings = spellings.flatMap((before) => own.map((each) => before + each)).slice(0, mostSpellings);
  }
  return spellings;
}

/** The fewest pinyin syllables that make up a lower-case Latin word; null where none do. */
export function countSyllables(word: string): number | null {
  if (word.length > 40) return null;
  const fewest: (number | undefined)[] = [0];
  for (let end = 1; end <= word.length; end++)
    for (let start = Math.max(0, end - longestSyllable); start < end; start++) {
      const before = fewest[start];
      if (before === undefined || !syllables.has(word.slice(start, end))) continue;
      fewest[end] = Math.min(fewest[end] ?? before + 1, before + 1);
    }
  return fewest[word.length] ?? null;
}

const digits: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

/** Characters of a small number as it stands in dates. */
export const smallNumber = "[0-9〇零一二两三四五六七八九十廿卅]{1,3}";

/** 30, 三十, 廿五, 十 as a number up to 99; null when it is none. */
export function readSmallNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const match = /^(?:([一二两三四五六七八九])?十|(廿)|(卅))?([〇零一二两三四五六七八九])?$/.exec(text);
  if (match === null || text === "") return null;
  const [whole, tens, twenty, thirty, one] = match;
  const ten = whole.includes("十") ? (tens === undefined ? 10 : (digits[tens] ?? 0) * 10) : 0;
  return (
    ten +
    (twenty === undefined ? 0 : 20) +
    (thirty === undefined ? 0 : 30) +
    (one === undefined ? 0 : (digits[one] ?? 0))
  );
}

/** 2026, 26 or 二〇二六 as a year of the market's lifetime; null otherwise. */
export function readYear(text: string): number | null {
  const written = [...text].map((character) => digits[character] ?? character).join("");
  if (!/^\d{2}(\d{2})?$/.test(written)) return null;
  const year = written.length === 2 ? 2000 + Number(written) : Number(written);
  return year >= 1990 && year <= 2099 ? year : null;
}

const englishNumbers = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

/** Words of a small English number, digits included. */
export const englishNumber = `\\d{1,3}|an?|${englishNumbers.slice(1).join("|")}`;

export function readEnglishNumber(word: string): number | null {
  if (/^\d+$/.test(word)) return Number(word);
  if (word === "a" || word === "an") return 1;
  const at = englishNumbers.indexOf(word);
  return at < 0 ? null : at;
}

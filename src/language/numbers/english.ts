import type { Shown } from "./decimal.ts";

const unitOf: ReadonlyMap<string, number> = new Map(
  [
    ..."one two three four five six seven eight nine ten".split(" "),
    ..."eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" "),
  ].map((word, at) => [word, at + 1]),
);
const tensOf: ReadonlyMap<string, number> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, 10 * (at + 2)]),
);
const scaleOf: ReadonlyMap<string, number> = new Map([
  ["thousand", 1000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
]);
const decimalOf: ReadonlyMap<string, string> = new Map([
  ["zero", "0"],
  ["oh", "0"],
  ...[...unitOf].filter(([, value]) => value < 10).map(([word, value]) => [word, String(value)] as const),
]);

/** Longer runs are no amounts; the limit keeps reading linear. */
const mostWords = 16;

interface Word {
  readonly word: string;
  readonly end: number;
}

const isLetter = (code: number): boolean => code >= 97 && code <= 122;

/** The Latin word behind the index, past one space or hyphen. */
function wordAfter(text: string, at: number): Word | null {
  const start = text[at] === " " || text[at] === "-" ? at + 1 : at;
  let end = start;
  while (isLetter(text.charCodeAt(end))) end++;
  return end === start ? null : { word: text.slice(start, end), end };
}

/** What follows a number in words: `current` below a thousand, `total` of the places above; null where the word goes on no number. */
function goneOn({ total, current, lowest }: Places, word: string): Places | null {
  const unit = unitOf.get(word);
  if (unit !== undefined) {
    const isFree = current % 100 === 0 || (unit < 10 && current % 10 === 0 && current % 100 >= 20);
    return isFree ? { total, current: current + unit, lowest } : null;
  }
  const tens = tensOf.get(word);
  if (tens !== undefined) return current % 100 === 0 ? { total, current: current + tens, lowest } : null;
  // Nineteen hundred is 1,900.
  if (word === "hundred")
    return current > 0 && current < 100 ? { total, current: current * 100, lowest } : null;
  const scale = scaleOf.get(word);
  if (scale === undefined || current === 0 || scale >= lowest) return null;
  return { total: total + current * scale, current: 0, lowest: scale };
}

interface Places {
  readonly total: number;
  readonly current: number;
  /** The last scale word, which those to come are below. */
  readonly lowest: number;
}

/** point two five, and the scale word behind it: one point three thousand. */
function withDecimals(text: string, whole: number, at: number): Shown | null {
  let digits = "";
  let end = at;
  for (let next = wordAfter(text, end); next !== null; next = wordAfter(text, end)) {
    const digit = decimalOf.get(next.word);
    if (digit === undefined || digits.length >= mostWords) break;
    digits += digit;
    end = next.end;
  }
  if (digits === "") return null;
  const scale = wordAfter(text, end);
  const factor = scaleOf.get(scale?.word ?? "");
  return {
    digits: BigInt(`${whole}${digits}`),
    decimals: digits.length,
    exponent: factor === undefined ? 0 : Math.log10(factor),
    end: factor === undefined ? end : (scale?.end ?? end),
  };
}

/**
 * Reads `three hundred`, `a hundred and fifty`, `two thousand five hundred`, `nineteen hundred`, `one point three thousand`, `twenty-five` at
 * the index of a lower-case text, where a word begins. Null where no number in words starts.
 */
export function readEnglish(text: string, at: number): Shown | null {
  let places: Places = { total: 0, current: 0, lowest: Number.POSITIVE_INFINITY };
  let end = at;
  for (let count = 0; count < mostWords; count++) {
    const next = wordAfter(text, end);
    if (next === null) break;
    const { word } = next;
    if (count === 0 && word === "a") {
      const scale = wordAfter(text, next.end)?.word ?? "";
      if (scale !== "hundred" && !scaleOf.has(scale)) return null;
      places = { ...places, current: 1 };
      end = next.end;
      continue;
    }
    if (word === "point" && count > 0) {
      const decimals = withDecimals(text, places.total + places.current, next.end);
      if (decimals !== null) return decimals;
      break;
    }
    // A hundred and fifty; not twenty and fifty.
    const isJoint = word === "and" && count > 0 && places.current % 100 === 0;
    const behind = isJoint ? wordAfter(text, next.end) : next;
    const gone = behind === null ? null : goneOn(places, behind.word);
    if (behind === null || gone === null) break;
    places = gone;
    end = behind.end;
  }
  const value = places.total + places.current;
  return value === 0 ? null : { digits: BigInt(value), decimals: 0, exponent: 0, end };
}

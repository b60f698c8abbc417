import type { Shown } from "./decimal.ts";

/** By code unit: a look-up by a character would make a string of it each time. */
const codeOf = (char: string): number => char.charCodeAt(0);

const digitOf = new Map<number, number>(
  [
    ["零〇○", 0],
    ["一壹幺", 1],
    ["二贰两貳兩", 2],
    ["三叁參", 3],
    ["四肆", 4],
    ["五伍", 5],
    ["六陆陸", 6],
    ["七柒", 7],
    ["八捌", 8],
    ["九玖", 9],
  ].flatMap(([chars, value]) => [...String(chars)].map((char) => [codeOf(char), Number(value)] as const)),
);
const placeOf = new Map<number, number>(
  [..."十拾百佰千仟"].map((char, i) => [codeOf(char), 1 + Math.floor(i / 2)] as const),
);
const sectionOf = new Map<number, number>(
  [..."万萬亿億"].map((char, i) => [codeOf(char), i < 2 ? 4 : 8] as const),
);
const points = new Set([..."点點"].map(codeOf));
const longest = 60;

/** The characters that by themselves write a number or a power of ten: 零 … 九, 十 百 千 万 亿 两 廿 and formal forms. */
export const chineseNumerals: ReadonlySet<string> = new Set([
  ...[...digitOf.keys(), ...placeOf.keys(), ...sectionOf.keys()].map((code) => String.fromCharCode(code)),
  "廿",
  "卅",
]);
const numeralCodes = new Set([...chineseNumerals].map(codeOf));

export const isChineseNumeral = (code: number): boolean => numeralCodes.has(code);

export function hasChineseNumeral(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isChineseNumeral(text.charCodeAt(at))) return true;
  return false;
}

/** Reads digits one by one, as in 二〇二六 or after 点. */
export function readDigitRun(text: string, at: number): { readonly digits: string; readonly end: number } {
  let digits = "";
  let end = at;
  for (; end - at < longest; end++) {
    const digit = digitOf.get(text.charCodeAt(end));
    if (digit === undefined) break;
    digits += digit;
  }
  return { digits, end };
}

interface Section {
  readonly value: bigint;
  readonly end: number;
}

const isNought = (code: number): boolean => digitOf.get(code) === 0;

/** 一千八百零一, 十二, 五, 一千八: below ten thousand. Null where the order of places is broken. */
function readSection(text: string, at: number): Section | null {
  let value = 0;
  let digit: number | null = null;
  let lowest = 4;
  let end = at;
  for (; ; end++) {
    const code = text.charCodeAt(end);
    const next = digitOf.get(code);
    const place = placeOf.get(code);
    if (next !== undefined) {
      if (digit !== null && digit !== 0) return null;
      digit = next;
    } else if (place !== undefined) {
      if (place >= lowest || (digit === null && !(place === 1 && lowest === 4)) || digit === 0) return null;
      value += (digit ?? 1) * 10 ** place;
      lowest = place;
      digit = null;
    } else break;
  }
  // 一千八 is 1,800; 一千零八 says its nought.
  const isElided = lowest > 1 && lowest < 4 && digit !== null && !isNought(text.charCodeAt(end - 2));
  const last = (digit ?? 0) * (isElided ? 10 ** (lowest - 1) : 1);
  return end === at ? null : { value: BigInt(value + last), end };
}

interface Whole {
  readonly value: bigint;
  /** The power of ten of the last written scale word: the precision of the number. */
  readonly exponent: number;
  readonly end: number;
}

function scaleAt(text: string, at: number): { readonly exponent: number; readonly end: number } | null {
  const exponent = sectionOf.get(text.charCodeAt(at));
  if (exponent === undefined) return null;
  const isTrillion = exponent === 4 && sectionOf.get(text.charCodeAt(at + 1)) === 8;
  return isTrillion ? { exponent: 12, end: at + 2 } : { exponent, end: at + 1 };
}

/** 三十二亿五千万 → 325000 with exponent 4. */
function readSections(text: string, at: number): Whole | null {
  let total = 0n;
  let end = at;
  let lowest = 99;
  for (;;) {
    const section = readSection(text, end);
    if (section === null) return null;
    const scale = scaleAt(text, section.end);
    const exponent = scale?.exponent ?? 0;
    // 一万二千亿: the 亿 counts what stands before it, 万 included.
    const countsAll = exponent === 8 && lowest === 4;
    if (exponent >= lowest && !countsAll) return null;
    total = countsAll ? (total + section.value) * 10n ** 8n : total + section.value * 10n ** BigInt(exponent);
    lowest = exponent;
    end = scale?.end ?? section.end;
    if (exponent === 0 || readSection(text, end) === null || text[end] === "点")
      return { value: total / 10n ** BigInt(exponent), exponent, end };
  }
}

function withFraction(text: string, whole: Whole): Shown | null {
  const plain = { digits: whole.value, decimals: 0, exponent: whole.exponent, end: whole.end };
  if (!points.has(text.charCodeAt(whole.end))) return plain;
  const fraction = readDigitRun(text, whole.end + 1);
  if (fraction.digits === "") return plain;
  const scale = scaleAt(text, fraction.end);
  const shift = 10n ** BigInt(whole.exponent);
  return {
    digits: BigInt(`${whole.value * shift}${fraction.digits}`),
    decimals: fraction.digits.length,
    exponent: scale?.exponent ?? 0,
    end: scale?.end ?? fraction.end,
  };
}

/**
 * Reads 一千八百零一点二三, 四万八千零七十六点一三万, 三十二亿五千万, 二〇二六 at the index. A scale word at the end
 * (万, 亿, 万亿) becomes the exponent, so that the precision shown is kept. Null where no well-formed numeral starts.
 */
export function readChinese(text: string, at: number): Shown | null {
  const run = readDigitRun(text, at);
  const follows = text.charCodeAt(run.end);
  if (run.digits.length > 1 && !placeOf.has(follows)) {
    const scale = points.has(follows) ? null : scaleAt(text, run.end);
    const whole = { value: BigInt(run.digits), exponent: 0, end: run.end };
    return scale === null
      ? withFraction(text, whole)
      : { digits: whole.value, decimals: 0, exponent: scale.exponent, end: scale.end };
  }
  const whole = readSections(text, at);
  return whole === null ? null : withFraction(text, whole);
}

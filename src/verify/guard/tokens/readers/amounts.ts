import { isArabicStart, isChineseNumeral, readArabic, readChinese } from "../../../../language/numbers.ts";
import { isDigit, isLetter, isWord, type NumberRead, type Token, token, type Unit } from "../token.ts";
import { readSpokenYuan } from "./spoken-yuan.ts";
import { readCurrency, readUnit } from "./units.ts";

/** was negative RMB 772.3 million; was negative, at CNY 2.1 billion. */
const negative = /^negative,? (?:at )?(?=(?:(?:rmb|cny|yuan|¥) ?-?)?\d)/;
const longestNegative = 22;
const isPredicate = /^negative(?:,| at) .*(?<!-)$/;

/** `-`, `+`, 负 before the number or its currency; a `-` right after a digit or a word is a range, not a sign. */
function readSign(
  lower: string,
  at: number,
  isGlued = false,
): { sign: "-" | "+" | ""; malformed: boolean; end: number } {
  const char = lower.charAt(at);
  const next = lower.charAt(at + 1);
  if (char === "m" && lower.startsWith("minus ", at) && !isWord(lower.charCodeAt(at - 1)))
    return { sign: "-", malformed: false, end: at + 6 };
  if (char === "n" && !isWord(lower.charCodeAt(at - 1))) {
    const said = negative.exec(lower.slice(at, at + longestNegative));
    if (said !== null) return { sign: "-", malformed: false, end: at + said[0].length };
  }
  if (char === "负" && next === "的") return { sign: "-", malformed: false, end: at + 2 };
  if (char !== "-" && char !== "+" && char !== "负") return { sign: "", malformed: false, end: at };
  const previous = at === 0 ? " " : lower.charAt(at - 1);
  // 万科A-33.67%: behind the name of an owner or a measure.
  const isOfName = isGlued && isLetter(previous.charCodeAt(0));
  const glued =
    char !== "负" &&
    !isOfName &&
    (isWord(previous.charCodeAt(0)) || previous === "%" || previous === "-" || previous === "+");
  return { sign: char === "+" ? "+" : "-", malformed: glued || next === "-" || next === "+", end: at + 1 };
}

function readPartOf(lower: string, at: number): { exponent: number; end: number } | null {
  if (lower.startsWith("百分之", at)) return { exponent: -2, end: at + 3 };
  if (lower.startsWith("千分之", at)) return { exponent: -3, end: at + 3 };
  return lower.startsWith("万分之", at) ? { exponent: -4, end: at + 3 } : null;
}

export function readBareNumber(lower: string, at: number, isGlued = false) {
  if (isArabicStart(lower, at))
    return at > 0 && !isGlued && isWord(lower.charCodeAt(at - 1)) ? null : readArabic(lower, at);
  return isChineseNumeral(lower.charCodeAt(at)) ? readChinese(lower, at) : null;
}

const ordinal = /^(?:st|nd|rd|th)(?= percentile(?![a-z]))/;

/** the 23.5th percentile: the ordinal of a rank in per cent. */
const readRank = (lower: string, at: number) =>
  "snrt".includes(lower.charAt(at) || " ") && ordinal.test(lower.slice(at, at + 14))
    ? { exponent: 0, unit: { dimension: "part", exponent: -2 }, end: at + 2 }
    : null;

const skipBlank = (lower: string, at: number): number => (lower.charAt(at) === " " ? at + 1 : at);

/** Sign, currency, digits, scale and unit as one number: `-¥3.2`, `RMB 210.3 billion`, `百分之八点一九`, `32亿5000万元`. */
export function readAmount(lower: string, start: number, isGlued = false): Token | null {
  let sign = readSign(lower, start, isGlued);
  const currency = readCurrency(lower, skipBlank(lower, sign.end));
  let at = currency === null ? sign.end : skipBlank(lower, currency.end);
  if (sign.sign === "" && currency !== null) {
    sign = readSign(lower, at);
    at = sign.end;
    if (sign.sign !== "") sign = { ...sign, malformed: false };
  }
  // negative RMB -772.3 million is none; it was negative, at RMB -772.3 million.
  else if (currency !== null && readSign(lower, at).sign !== "")
    sign = { ...readSign(lower, at), malformed: !isPredicate.test(lower.slice(start, currency.end)) };
  at = Math.max(at, sign.end);
  const part = readPartOf(lower, at);
  if (part !== null) {
    const inner = readSign(lower, part.end);
    if (sign.sign === "") sign = { ...inner, malformed: false };
    at = inner.end;
  }
  const bare = readBareNumber(
    lower,
    at,
    (currency !== null && at === currency.end) || (isGlued && at === start),
  );
  if (bare === null) return null;
  const spoken = currency === null && part === null ? readSpokenYuan(lower, at, bare) : null;
  if (spoken !== null) {
    const number = { shown: spoken, sign: sign.sign, unit: yuan, malformed: sign.malformed };
    return token("number", start, spoken.end, { number });
  }
  const first = readRank(lower, bare.end) ?? readUnit(lower, bare.end);
  const isPlain = bare.end - at === 1 && !isDigit(lower.charCodeAt(at)) && bare.exponent === 0;
  // 一 alone before an ordinary word (一家之言 aside) is the article, not an amount.
  if (
    isPlain &&
    lower.charAt(at) === "一" &&
    first.unit === null &&
    first.exponent === 0 &&
    sign.sign === "" &&
    part === null &&
    currency === null
  )
    return null;
  const joined = joinScales(lower, bare, first);
  const unit =
    part !== null ? { dimension: "part", exponent: part.exponent } : (joined.unit ?? currency?.unit ?? null);
  const clash =
    currency !== null && joined.unit !== null && joined.unit.dimension !== currency.unit.dimension;
  const number: NumberRead = {
    shown: joined.shown,
    sign: sign.sign,
    unit: clash ? { dimension: "two units", exponent: 0 } : unit,
    malformed:
      sign.malformed || /^0\d/.test(lower.slice(at, at + 2)) || (part !== null && joined.unit !== null),
  };
  return token("number", start, joined.end, { number });
}

const yuan: Unit = { dimension: "CNY", exponent: 0 };

type Bare = NonNullable<ReturnType<typeof readArabic>>;

/** 32亿5000万元 is one amount in 万; otherwise the scale read after the digits is added to their own. */
function joinScales(lower: string, bare: Bare, first: ReturnType<typeof readUnit>) {
  const exponent = bare.exponent + first.exponent;
  const plain = {
    shown: { digits: bare.digits, decimals: bare.decimals, exponent },
    unit: first.unit,
    end: first.end,
  };
  if (exponent !== 8 || first.unit !== null || bare.decimals > 0 || !isDigit(lower.charCodeAt(first.end)))
    return plain;
  const rest = readArabic(lower, first.end);
  const restUnit = rest === null ? null : readUnit(lower, rest.end);
  if (rest === null || restUnit?.exponent !== 4 || rest.decimals > 0 || rest.digits >= 10_000n) return plain;
  return {
    shown: { digits: bare.digits * 10_000n + rest.digits, decimals: 0, exponent: 4 },
    unit: restUnit.unit,
    end: restUnit.end,
  };
}

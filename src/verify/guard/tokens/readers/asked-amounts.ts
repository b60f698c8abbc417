/** 八成, 2个点, 百元, 万亿: an amount without a numeral of its own that the user's question speaks of, and that its answer says again, as a number. */

import { isChineseNumeral, readEnglish, type Shown } from "../../../../language/numbers.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { half } from "../measures/exact-words.ts";
import { isLetter, kindsOf, type NumberRead, type Token, writtenSize } from "../token.ts";
import { readUnit } from "./units.ts";

/** Decimals of the per cent, so that no rounded value is taken for it. */
const decimals = 4;
const isHalf = ({ number }: Token): boolean => number?.unit?.dimension === "tenths";

interface Amount {
  readonly number: NumberRead;
  readonly end: number;
}

function percent(size: number, end: number): Amount {
  const shown = { digits: BigInt(Math.round(size * 10 ** decimals)), decimals, exponent: 0 };
  return { end, number: { shown, sign: "", unit: { dimension: "part", exponent: -2 }, malformed: false } };
}

const level =
  /^(?:百|千|万亿|千亿|百亿|千万|百万|亿)(?=元|块|$|[^\u4e00-\u9fff]|[的市关大整以之上下左吗了没还级])/;
/** 几百亿, 上千亿: more of them than one. */
const several = /[几数成整]$|(?<![站追攀])上$/;

/** 百元关口, 不到万亿: one of its scale. It may be a level, and is no claim's value. */
function roundLevel({ kind, start, end }: Token, lower: string): Amount | null {
  if (kind !== "text" || isChineseNumeral(lower.charCodeAt(start - 1))) return null;
  const [word] = level.exec(lower.slice(start, end + 3)) ?? [];
  if (word === undefined || several.test(lower.slice(Math.max(0, start - 2), start))) return null;
  const scale = word === "百" ? { exponent: 2, unit: null, end: start + 1 } : readUnit(lower, start);
  const unit = word === "百" && lower.charAt(end) === "元" ? readUnit(lower, end) : scale;
  const shown = { digits: 1n, decimals: 0, exponent: scale.exponent };
  return { end: unit.end, number: { shown, sign: "", unit: unit.unit, malformed: true } };
}

/** The amount and where its words end; null for other words. */
function amountAt(each: Token, lower: string): Amount | null {
  const { number, end } = each;
  if (number === null) return roundLevel(each, lower);
  if (number.sign !== "" || number.shown.exponent !== 0) return null;
  const size = Number(number.shown.digits) / 10 ** number.shown.decimals;
  if (isHalf(each)) {
    const more = half.exec(lower.slice(end, end + 2))?.[0] ?? "";
    return percent(size * 10 + spelledCount(more), end + more.length);
  }
  return number.unit?.dimension === "个" && lower.charAt(end) === "点" ? percent(size, end + 1) : null;
}

const mayHold = /成|个点|[百千亿]/;

/** The tokens with such words as numbers; `held` says which of them may be, all where it is null. */
function withAmounts(
  tokens: readonly Token[],
  lower: string,
  held: ReadonlySet<number> | null,
): readonly Token[] {
  if (held?.size === 0 || !mayHold.test(lower)) return tokens;
  let taken = 0;
  return tokens.flatMap((each) => {
    if (each.start < taken) return [];
    const found = amountAt(each, lower);
    if (found === null || held?.has(writtenSize(found.number)) === false) return [each];
    taken = found.end;
    return [{ ...each, kind: "number" as const, op: "", end: found.end, number: found.number }];
  });
}

/** The user's message, such amounts as numbers. */
export const readAskedAmounts = (tokens: readonly Token[], lower: string): readonly Token[] =>
  withAmounts(tokens, lower, null);

/** The answer, those of the user's message as numbers too: 没到八成. */
export function readAmountsAgain(
  tokens: readonly Token[],
  lower: string,
  question: readonly Token[],
): readonly Token[] {
  const isSuch = ({ number }: Token): boolean =>
    (number?.unit?.dimension === "part" && number.unit.exponent === -2) || number?.malformed === true;
  const held = question.filter(isSuch).flatMap(({ number }) => (number === null ? [] : writtenSize(number)));
  return withAmounts(tokens, lower, new Set(held));
}

// One thousand four hundred and two yuan, seventeen point two six percent, minus RMB two billion: an amount in English words, as the number that it is.

const mayBeWords = rare(/hundred|thousand|[mbr]illion|ty-|(?<![a-z])(?:point|per ?cent|yuan)(?![a-z])/);
const spoken = kindsOf("quantity text fill licensed count number");
const leading = /(?<![a-z])(minus |negative )?(rmb |cny )?$/;
const longestLead = 14;
/** One word alone is an amount before these, but for one yuan of profit; two companies and three times are counts. */
const ofOneWord: ReadonlySet<string> = new Set(["part", "points of %", "CNY"]);

/** Fifty-five billion is shown in billions; two thousand is exact. */
function scaled({ digits, ...rest }: Shown): Shown {
  const zeros = [9, 6].find((each) => rest.exponent === 0 && digits % 10n ** BigInt(each) === 0n) ?? 0;
  return { ...rest, digits: digits / 10n ** BigInt(zeros), exponent: rest.exponent + zeros };
}

/** The tokens with such words as numbers. */
export function readNumberWords(tokens: readonly Token[], lower: string): readonly Token[] {
  if (!mayBeWords.test(lower)) return tokens;
  const read: Token[] = [];
  let until = 0;
  for (const each of tokens) {
    if (each.start < until) continue;
    const { start, end } = each;
    const isWord = spoken.has(each.kind) && isLetter(lower.charCodeAt(start));
    const shown = isWord && !isLetter(lower.charCodeAt(start - 1)) ? readEnglish(lower, start) : null;
    const before = leading.exec(lower.slice(Math.max(0, start - longestLead), start));
    const amount = shown === null ? null : readUnit(lower, shown.end);
    const unit = amount?.unit ?? (before?.[2] === undefined ? null : { dimension: "CNY", exponent: 0 });
    const isAmount =
      (shown?.end ?? end) > end || (each.kind !== "licensed" && ofOneWord.has(unit?.dimension ?? ""));
    if (shown === null || amount === null || before === null || !isAmount) {
      read.push(each);
      continue;
    }
    until = amount.end;
    const from = start - before[0].length;
    while ((read.at(-1)?.start ?? -1) >= from) read.pop();
    const number = {
      shown: scaled({ ...shown, exponent: shown.exponent + amount.exponent }),
      sign: before[1] === undefined ? ("" as const) : ("-" as const),
      unit,
      malformed: false,
    };
    read.push({ ...each, kind: "number", start: from, end: until, op: "", number });
  }
  return read;
}

/** 八成, 2个点, 百元, 万亿: an amount without a numeral of its own that the user's question speaks of, and that its answer says again, as a number. */

import { isChineseNumeral } from "../../../../language/numbers.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import { half } from "../measures/exact-words.ts";
import { type NumberRead, type Token, writtenSize } from "../token.ts";
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

import { isDigit, lastOf, type Token } from "../token.ts";

const comma = 44;
const point = 46;
/** Behind digits these make an amount of them: no date, count, code or stretch of time goes on so. */
const amountMarks = new Set([..."%元倍亿万"].map((char) => char.charCodeAt(0)));

function digitsEnd(lower: string, at: number): number {
  let end = at;
  while (isDigit(lower.charCodeAt(end))) end++;
  return end;
}

/** 20260507 and 600519, a year, and runs that are too long. */
const isDayOrCode = (digits: number): boolean => digits === 4 || digits === 6 || digits > 7;

/**
 * 1,801.23, 25%, 30亿: at these digits stands an amount and nothing else, so that no other reader of digits need be asked. Not
 * 2026.05.07, nor the 5.7 behind a source.
 */
export function isPlainAmount(lower: string, at: number, before: readonly Token[]): boolean {
  let end = digitsEnd(lower, at);
  if (end === at || end - at > 7) return false;
  if (amountMarks.has(lower.charCodeAt(end))) return !isDayOrCode(end - at);
  while (lower.charCodeAt(end) === comma && digitsEnd(lower, end + 1) === end + 4) end += 4;
  if (lower.charCodeAt(end) !== point) return false;
  const last = digitsEnd(lower, end + 1);
  return (
    last > end + 1 &&
    lower.charCodeAt(last) !== point &&
    lastOf(before)?.kind !== "source" &&
    before[before.length - 2]?.kind !== "source"
  );
}

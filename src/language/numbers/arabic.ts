import type { Shown } from "./decimal.ts";

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const point = 46;
const comma = 44;
// Longer runs are no amounts; the limit keeps reading linear.
const longest = 40;

export const isArabicStart = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(at)) || (text.charCodeAt(at) === point && isDigit(text.charCodeAt(at + 1)));

function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Groups of three after a first group of one to three: `1,801`, `1,234,567`. Returns the end, or `first` where none. */
function groupsEnd(text: string, start: number, first: number): number {
  if (first - start > 3 || first === start) return first;
  let end = first;
  while (text.charCodeAt(end) === comma) {
    const next = digitsEnd(text, end + 1);
    if (next - end !== 4) break;
    end = next;
  }
  return end;
}

/** Reads `1801.23`, `1,801.23`, `.5` at the index; null where no number starts or it is too long to be one. */
export function readArabic(text: string, at: number): Shown | null {
  const first = digitsEnd(text, at);
  const whole = groupsEnd(text, at, first);
  const hasFraction = text.charCodeAt(whole) === point && isDigit(text.charCodeAt(whole + 1));
  const end = hasFraction ? digitsEnd(text, whole + 1) : whole;
  if (end === at || end - at > longest) return null;
  const fraction = hasFraction ? text.slice(whole + 1, end) : "";
  const written = text.slice(at, whole);
  const digits = BigInt((whole === first ? written : written.replaceAll(",", "")) + fraction);
  return { digits, decimals: fraction.length, exponent: 0, end };
}

import type { Json } from "#contract";

/** A number, true, false or null: prices and dates take about as many. */
const scalarBytes = 7;

/** Whether a value takes more than so many bytes as JSON, near enough: it stops counting once it is sure. */
export function isLargerThan(value: Json, maxBytes: number): boolean {
  let left = maxBytes;
  const open: Json[] = [value];
  while (open.length > 0 && left >= 0) {
    const each = open.pop();
    if (typeof each === "string") left -= Buffer.byteLength(each) + 2;
    else if (typeof each !== "object" || each === null) left -= scalarBytes;
    else {
      const isList = Array.isArray(each);
      for (const [key, inner] of Object.entries(each)) {
        left -= isList ? 1 : Buffer.byteLength(key) + 4;
        if (left < 0) return true;
        open.push(inner);
      }
    }
  }
  return left < 0;
}

/** Where one line last went through another. */
export interface Cross {
  /** `golden`: the first line rose above the second; `dead`: it fell below. */
  readonly kind: "golden" | "dead";
  readonly at: number;
}

/** The newest crossing of two series, looking back at most `within` places; null where there is none. Touching is no crossing. */
export function lastCross(first: readonly number[], second: readonly number[], within: number): Cross | null {
  const sideAt = (i: number): number => Math.sign((first[i] ?? Number.NaN) - (second[i] ?? Number.NaN));
  const end = first.length - 1;
  let later = end;
  for (let i = end - 1; i >= Math.max(0, end - within); i--) {
    const now = sideAt(later);
    const before = sideAt(i);
    if (Number.isNaN(before)) return null;
    if (now === 0 || Number.isNaN(now)) {
      later = i;
      continue;
    }
    if (before !== 0 && before !== now) return { kind: now > 0 ? "golden" : "dead", at: i + 1 };
    if (before === now) later = i;
  }
  return null;
}

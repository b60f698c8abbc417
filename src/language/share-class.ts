import type { SecurityKind } from "#contract";

/** Words right behind a company's name that make it another security, or none: 京东方B, 银行ETF, 平安转债, 机器人概念. */
export interface ShareClass {
  /** UTF-16 units of the folded text. */
  readonly length: number;
  /** `topic`: the name stands for a field of business, not for the company. */
  readonly kind: SecurityKind | "topic";
}

/** On folded text, from the end of the name on. Listings of other markets are read in `other-markets.ts`. */
const classes: readonly (readonly [RegExp, ShareClass["kind"]])[] = [
  [/^ ?(?:b股|b[- ]shares?(?![a-z])|b(?![a-z0-9]))/, "b_share"],
  [/^ ?(?:etf|lof|reits?)(?![a-z])/, "fund"],
  [/^ ?可?转债/, "bond"],
  [/^ ?(?:概念|板块)/, "topic"],
];

const longest = 12;

/** The share class that begins at `end` of a folded text, or null. */
export function shareClassAt(text: string, end: number): ShareClass | null {
  const rest = text.slice(end, end + longest);
  for (const [words, kind] of classes) {
    const [found] = words.exec(rest) ?? [];
    if (found !== undefined) return { length: found.length, kind };
  }
  return null;
}

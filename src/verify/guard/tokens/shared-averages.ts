/** 站上5日和20日均线: averages that share one noun. */
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";
import type { Cursor } from "./word-readers.ts";

const sharedHead = /^(\d{1,3})日(?=(?:[和、及与/]\d{1,3}日){1,4}均线)/;
export const averageStarts = "0123456789";

/** The first of several averages, at its days. */
export function readSharedAverage({ lower, lexicon }: Cursor, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  // Three digits at most: told before the pattern is tried.
  if (lower.charAt(at + 1) !== "日" && lower.charAt(at + 2) !== "日" && lower.charAt(at + 3) !== "日")
    return null;
  const days = sharedHead.exec(lower.slice(at, at + 32))?.[1];
  if (days === undefined) return null;
  const entry = lexicon.match(`${days}日均线`, 0)?.entry;
  const [kind, metrics] =
    entry?.kind === "metric" ? (["metric", entry.metrics] as const) : (["foreign", []] as const);
  return token(kind, at, at + days.length + 1, { metrics });
}

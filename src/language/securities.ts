import type { SecurityKind } from "./codes.ts";
import commonWords from "./data/common-words.json" with { type: "json" };
import foreign from "./data/foreign.json" with { type: "json" };
import securities from "./data/securities.json" with { type: "json" };

/** One security as a list of them holds it. */
export interface SecurityEntry {
  /** Canonical, `600519.SH`. */
  readonly code: string;
  readonly name: string;
  readonly kind: SecurityKind;
  /** Short names and English names; the first one in Latin letters is printed in English. */
  readonly aliases?: readonly string[];
  /** Initials in lower case: 贵州茅台 is `gzmt`. */
  readonly pinyin?: string;
  /** Names it had before. */
  readonly former?: readonly string[];
  /** False once delisted. */
  readonly listed?: boolean;
}

interface BundledEntry {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly aliases: readonly string[];
  readonly en: readonly string[];
  readonly pinyin?: string;
  readonly former?: readonly string[];
}

const kinds: ReadonlySet<string> = new Set<SecurityKind>(["stock", "index", "fund", "hk", "us"]);
const isKind = (kind: string): kind is SecurityKind => kinds.has(kind);

function entryOf({ en, aliases, kind, ...rest }: BundledEntry): SecurityEntry {
  // English names first, pinyin spellings after them: the first Latin one is what English texts print.
  return { ...rest, kind: isKind(kind) ? kind : "unknown", aliases: [...en, ...aliases] };
}

const bundled: readonly BundledEntry[] = securities;
const abroad: readonly BundledEntry[] = foreign;

/** Well-known A-shares, the main indices and a few funds, with their short and English names: the list when no source has one. */
export const bundledSecurities: readonly SecurityEntry[] = bundled.map(entryOf);

/** Well-known names of other markets, so that they can be told to be out of scope. */
export const foreignSecurities: readonly SecurityEntry[] = abroad.map(entryOf);

/** Words that hold a name but do not mean it (平安夜). */
export const wordsBeyondNames: readonly string[] = commonWords.not_names;

/** Beginnings and ends of names that mean nothing alone (中国, 科技). */
export const notShortForms: ReadonlySet<string> = new Set(commonWords.not_short_forms);

/** Latin words that are no pinyin initials. */
export const notInitials: ReadonlySet<string> = new Set(commonWords.not_initials);

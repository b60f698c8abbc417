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
  /** The whole name as it is spelt, without spaces: `guizhoumaotai`. */
  readonly spelling?: string;
  /** Names it had before. */
  readonly former?: readonly string[];
  /** Canonical codes it had before: 830799.BJ. */
  readonly formerCodes?: readonly string[];
  /** False once delisted. */
  readonly listed?: boolean;
  /** True for the bundled ones, which come first among several candidates. */
  readonly wellKnown?: boolean;
}

interface BundledEntry {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly aliases?: readonly string[];
  readonly en?: readonly string[];
  /** Syllables: `gui zhou mao tai`; Latin letters of a name stay together: `tcl ke ji`. */
  readonly pinyin?: string;
  readonly former?: readonly string[];
  readonly former_codes?: readonly string[];
  readonly listed?: boolean;
}

const kinds: ReadonlySet<string> = new Set<SecurityKind>(["stock", "index", "fund", "hk", "us"]);
const isKind = (kind: string): kind is SecurityKind => kinds.has(kind);

/** The first letter of each syllable; letters that the name writes itself are kept (TCL科技 is `tclkj`). */
function spoken(syllables: string, name: string): Pick<SecurityEntry, "pinyin" | "spelling"> {
  const written = name.toLowerCase();
  const parts = syllables.split(" ");
  const initials = parts.map((part) => (written.includes(part) ? part : part.slice(0, 1)));
  return { pinyin: initials.join(""), spelling: parts.join("") };
}

function entryOf(entry: BundledEntry): SecurityEntry {
  const { en = [], aliases = [], kind, pinyin, former_codes, ...rest } = entry;
  return {
    ...rest,
    kind: isKind(kind) ? kind : "unknown",
    // English names first, pinyin spellings after them: the first Latin one is what English texts print.
    aliases: [...en, ...aliases],
    ...(pinyin === undefined ? {} : spoken(pinyin, entry.name)),
    ...(former_codes === undefined ? {} : { formerCodes: former_codes }),
    wellKnown: true,
  };
}

const bundled: readonly BundledEntry[] = securities;
const abroad: readonly BundledEntry[] = foreign;

/**
 * Well-known A-shares, the main indices and a few funds, with their short and English names: the list when no source has one.
 *
 * A wrong name is a wrong company: every pair of code and name stands in at least one list beside this one (checked on 2026-11-21), and
 * a new one has to. Evidence by kind:
 * - stocks of Shanghai and Shenzhen: a public list of all codes of late 2023, name by name;
 * - those renamed since (600208, 601211, 601456, 603501, 688469, 302132): public code tables of 2025 and 2026 under the new name, that
 *   list under the `former` one;
 * - Beijing (920…): that list under the former code, and the exchange's renumbering by Tushare's `bse_mapping` example or by public
 *   tables of the new codes;
 * - those whose names are everyday words (300024, 300785, 300803, 601099, 601519, 002582, 603883): public code tables and quotes of 2016
 *   to 2026, found apart from that list;
 * - delisted (600837, 601989): that list, and reports of the two mergers;
 * - indices and funds: public index and fund tables, pair by pair.
 * Compared once more by machine with another public list of 5,007 codes (a chart package's, early 2023): 578 pairs stand in it, 571 under
 * the same name and 7 under a former one; the other 85 (Beijing, newer listings, funds, most indices) in public code tables of 2024–2026.
 * Namesakes of the well-known (海尔生物, 中兴商业) stand here too, lest they be taken for them: each in public code tables of 2024–2026.
 */
export const bundledSecurities: readonly SecurityEntry[] = bundled.map(entryOf);

/** Well-known names of other markets, so that they can be told to be out of scope. */
export const foreignSecurities: readonly SecurityEntry[] = abroad.map(entryOf);

/** Words that hold a name but do not mean it (平安夜). */
export const wordsBeyondNames: readonly string[] = commonWords.not_names;

/** Companies whose names are everyday words too (机器人, 值得买). */
export const everydayNames: ReadonlySet<string> = new Set(commonWords.everyday_names);

/** Beginnings and ends of names that mean nothing alone (中国, 科技). */
export const notShortForms: ReadonlySet<string> = new Set(commonWords.not_short_forms);

/** Latin words that are no pinyin initials. */
export const notInitials: ReadonlySet<string> = new Set(commonWords.not_initials);

import type { FoundCode } from "./codes.ts";
import { type FoldedText, keyOf } from "./fold.ts";
import type { Listing } from "./judge.ts";
import type { SecurityEntry } from "./securities.ts";

/** Words that speak of an index somewhere in the text. 深证 is not among them: 深证000001 is the stock of Shenzhen. */
const indexWords = /上证|指数|大盘|沪指|沪深(?=\d|三百)|中证|科创|综指|index/i;
const shenzhenBefore = /(?:深证|深市|深圳|深交所|深)[:: (]{0,2}$/;
const shanghaiBefore = /(?:上证|沪指|沪市|上海|上交所|大盘|指数|沪)[:: (]{0,2}$/;
const indexAfter = /^[)) ]{0,2}(?:指数|大盘|上证|沪指|综指|index)/;
const joining = "(?:和|与|跟|及|、|,|/|对比|比|还有|vs\\.?|and|or)";
const joinedBefore = new RegExp(`(?:上证|指数|大盘|沪指|综指|index)\\s?${joining}\\s?$`);
const joinedAfter = new RegExp(`^\\s?${joining}\\s?(?:上证|大盘|沪指|沪深|中证|科创|综指|the index)`);

/** Numbers of an index that no stock of Shenzhen has. */
const indexOnly: ReadonlySet<string> = new Set(["000300"]);

type Says = "index" | "stock" | "nothing";

/** What stands right beside the number. */
function besides(folded: string, [start, end]: readonly [number, number]): Says {
  const before = folded.slice(Math.max(0, start - 12), start);
  const after = folded.slice(end, end + 12);
  if (shenzhenBefore.test(before) || joinedBefore.test(before) || joinedAfter.test(after)) return "stock";
  return shanghaiBefore.test(before) || indexAfter.test(after) ? "index" : "nothing";
}

/**
 * Reads the codes of one text: bare 000001 is 平安银行, unless the text speaks of an index and not of that company. Each number is decided
 * against the whole text once, so that the time grows with the text's length only.
 */
export function readTwins(
  listing: Listing,
  { original, text }: FoldedText,
): (found: FoundCode) => readonly SecurityEntry[] {
  const { byCode, complete } = listing;
  const ofText = new Map<string, boolean>();
  const speaksOfIndex = (own: SecurityEntry): boolean => {
    const known = ofText.get(own.code);
    if (known !== undefined) return known;
    const speaks = indexWords.test(original) && !keyOf(original).includes(keyOf(own.name));
    ofText.set(own.code, speaks);
    return speaks;
  };
  return ({ code, bare, folded: place }) => {
    const own = byCode.get(code);
    const digits = code.slice(0, 6);
    const mayBeIndex = code.endsWith(".SZ") && (bare || indexOnly.has(digits));
    const twin = mayBeIndex ? byCode.get(`${digits}.SH`) : undefined;
    if (twin?.kind !== "index") return own === undefined ? [] : [own];
    const says = besides(text, place);
    if (own === undefined) {
      const isIndex = complete || indexOnly.has(digits) || says === "index";
      return isIndex && says !== "stock" ? [twin] : [];
    }
    if (says !== "nothing") return [says === "index" ? twin : own];
    return [speaksOfIndex(own) ? twin : own];
  };
}

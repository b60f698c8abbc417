import type { FoundCode } from "./codes.ts";
import { type FoldedText, keyOf } from "./fold.ts";
import type { Listing } from "./judge.ts";
import type { SecurityEntry } from "./securities.ts";

/** Words that speak of an index somewhere in the text. 深证 is not among them: 深证000001 is the stock of Shenzhen. */
const indexWords = /上证|指数|大盘|沪指|沪深(?=\d|三百)|中证|科创|综指|index/i;
const shenzhenBefore = /(?:深证|深市|深圳|深交所|深)[:: (]{0,2}$/;
const shanghaiBefore = /(?:上证|沪指|沪市|上海|上交所|大盘|指数|沪)[:: (]{0,2}$/;
const indexAfter = /^[)) ]{0,2}(?:指数|大盘|上证|沪指|综指|index)/;
/** 000001多少点, 000016昨天收多少点: an index is counted in points; by how many something moved says nothing. */
const pointsAfter = /^[^,，。;；?？涨跌高低差升降]{0,9}(?:多少点|点位)/;
const pointsBefore = /many points (?:is|was|are|does) (?:the )?$/;
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

const inPoints = (folded: string, [start, end]: readonly [number, number]): boolean =>
  pointsAfter.test(folded.slice(end, end + 14)) ||
  pointsBefore.test(folded.slice(Math.max(0, start - 24), start));

/**
 * Reads the codes of one text: bare 000001 is 平安银行, unless the text speaks of an index or of points and not of that company. Each number is decided
 * against the whole text once, so that the time grows with the text's length only.
 */
export function readTwins(
  listing: Listing,
  { original, text }: FoldedText,
): (found: FoundCode) => readonly SecurityEntry[] {
  const { byCode, complete } = listing;
  const ofText = new Map<string, boolean>();
  const isNamed = (own: SecurityEntry): boolean => {
    const known = ofText.get(own.code);
    if (known !== undefined) return known;
    const named = keyOf(original).includes(keyOf(own.name));
    ofText.set(own.code, named);
    return named;
  };
  const speaksOfIndex = indexWords.test(original);
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
    return [(speaksOfIndex || inPoints(text, place)) && !isNamed(own) ? twin : own];
  };
}

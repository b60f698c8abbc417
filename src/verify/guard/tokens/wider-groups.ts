/** the highest among liquor makers: of more companies than those spoken of, so that no superlative of the sentence is borne out. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";
import { owners } from "./wider-owners.ts";

const known =
  "(?!(?:the|these|those|both|such|your|our|my|two|three|four|five|six|seven|eight|nine|ten|them|all (?:of )?(?:the|these|those|two|three|four|five|six))[ -])";
const group = new RegExp(
  `^(?:among|amongst|across|out of) ${known}(?:${known}[a-z'-]{2,18} ){0,3}?${owners}(?![a-z])(?! (?:you|we|i|above|below|here|listed|named|mentioned|in your|on your|in this|in the (?:list|table)))`,
);
const field =
  /^(?:in|within|of) (?:its|the|their) (?:[a-z-]{2,18} ){0,2}?(?:peer group|peers|industry|sector|field|class|category|segment|space)(?![a-z])/;
const place =
  /^(?:in|of|on|across) (?:china|the country|the nation|the world|the mainland|mainland china|asia|shanghai|shenzhen|beijing|hong kong|the (?:main|star) (?:board|market)|chinext|the exchange)(?![a-z])/;
/** the cheapest listed bank, 国内最便宜的, 最便宜的上市银行: one of a kind of which there are more. */
const kind = new RegExp(
  `^(?:of )?(?:(?:the|all) )?(?:listed|chinese|mainland|domestic|big|major|large|leading|state-owned|joint-stock|private|national|regional)(?: [a-z-]{2,18})?(?: ${owners}| (?:stock|share|name|maker|company|firm|bank|lender|broker|distiller|insurer|producer|carmaker))(?![a-z])(?! (?:of|among) (?:the|these|those|your|them|all|our))`,
);
const kindHan =
  /^的(?:上市|国内|内地|中国|境内|大型|股份制?|国有|龙头)(?:银行|公司|券商|酒企|险企|车企|企业|股票)?/;
const placeHan = /(?:国内|全国|内地|境内|中国)$/;
const isOneOfKind = ({ kind: of, start, end }: Token, lower: string): boolean =>
  of === "superlative" &&
  (kind.test(lower.slice(end + 1, end + 1 + longest)) ||
    kindHan.test(lower.slice(end, end + 6)) ||
    placeHan.test(lower.slice(Math.max(0, start - 2), start)));

const trigger =
  /(?<![a-z])(?:among(?:st)?|across|out of) |(?<![a-z])(?:peer group|field|class|category|space)(?![a-z])/;
const kinds =
  /(?<![a-z])(?:listed|chin|mainland|domestic|big |major|large |leading|state-owned|joint-stock|private|national|regional|countr|world|asia|shanghai|shenzhen|beijing|hong kong|exchange|board)|国内|全国|内地|境内|中国|上市|大型|股份|国有|龙头/;
const starts: ReadonlySet<string> = new Set([
  "among",
  "amongst",
  "across",
  "out",
  "in",
  "within",
  "of",
  "on",
]);
const longest = 70;

/** The word that such a group begins with, as what a superlative is said of. */
export function nameWiderGroups(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!tokens.some((each) => each.kind === "superlative")) return tokens;
  if (!trigger.test(lower) && !kinds.test(lower)) return tokens;
  return tokens.map((each) => {
    if (isOneOfKind(each, lower)) return { ...each, op: "record" };
    if ((each.kind !== "text" && each.kind !== "fill") || !starts.has(each.op)) return each;
    const ahead = lower.slice(each.start, each.start + longest);
    return group.test(ahead) || field.test(ahead) || place.test(ahead)
      ? { ...each, kind: "scope", op: "" }
      : each;
  });
}

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
const trigger =
  /(?<![a-z])(?:among(?:st)?|across|out of) |(?<![a-z])(?:peer group|field|class|category|space)(?![a-z])/;
const starts: ReadonlySet<string> = new Set(["among", "amongst", "across", "out", "in", "within", "of"]);
const longest = 70;

/** The word that such a group begins with, as what a superlative is said of. */
export function nameWiderGroups(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!trigger.test(lower) || !tokens.some(({ kind }) => kind === "superlative")) return tokens;
  return tokens.map((each) => {
    if ((each.kind !== "text" && each.kind !== "fill") || !starts.has(each.op)) return each;
    const ahead = lower.slice(each.start, each.start + longest);
    return group.test(ahead) || field.test(ahead) ? { ...each, kind: "scope", op: "" } : each;
  });
}

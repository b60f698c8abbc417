/** ICBC is lower on both measures, on all three: a rank in every measure that the text shows of several companies. */
import type { Bench } from "../bench.ts";
import type { Assertion } from "../binding/quantity.ts";
import { shownClaims } from "./shown-claims.ts";

const onAll =
  /^ (?:on|by|in|for|across) (?:(both)|all (three|four|five)|each|every)(?: of (?:the|these|them))?(?: (?:measures?|counts?|metrics?|figures?|yardsticks?|fronts?|indicators?|(multiples?|ratios?)))?(?=[.,;:!)\n]|$)/;
const counts: Readonly<Record<string, number>> = { three: 3, four: 4, five: 5 };
const reach = 48;
/** More is a table of many; the limit keeps the work linear. */
const mostShown = 40;

/** True or false over what the text shows; null for words of another kind. */
export function judgeOnAll(
  { token, company, manner }: Pick<Assertion, "token" | "company" | "manner">,
  bench: Bench,
): boolean | null {
  if (token.op !== "comparative" || manner === "denied") return null;
  const found = onAll.exec(bench.input.lower.slice(token.end, token.end + reach));
  if (found === null) return null;
  const [, both, many = "", ofMultiples] = found;
  const shown = shownClaims(bench).filter(
    ({ unit }) => ofMultiples === undefined || unit.dimension === "times",
  );
  if (shown.length > mostShown) return false;
  const measures = new Set(shown.map(({ claim }) => claim.metric));
  const count = both === undefined ? counts[many] : 2;
  if (measures.size < 2 || (count !== undefined && measures.size !== count)) return false;
  return [...measures].every((metric) => {
    const all = shown.filter(({ claim }) => claim.metric === metric);
    const own = all.filter((each) => each.company === company);
    const others = all.filter((each) => each.company !== company);
    const holds = own.every((a) => others.every((b) => Math.sign(a.base - b.base) === token.sign));
    return own.length > 0 && others.length > 0 && holds;
  });
}

import type { ResolvedSecurity } from "#contract";
import { findWholeCode } from "./codes.ts";

/** What of a mention says whom it means. */
interface Named extends Pick<ResolvedSecurity, "query" | "status" | "matches"> {
  readonly span: readonly [number, number];
  readonly doubtful?: true;
}

/** Between two that are set beside each other, or asked about as two. */
const parts = /[和与跟同及、&比\n]|还是|或|\b(?:and|or|vs|versus|than)\b/i;
/** As far as words of one question stand apart. */
const furthest = 24;

/** What stands between two mentions, whichever is first. */
function between(a: Named, b: Named, text: string): string {
  const [left, right] = a.span[0] < b.span[0] ? [a, b] : [b, a];
  return text.slice(left.span[1], right.span[0]);
}

/** A whole name right beside says it as well: 平安 平安银行. */
const isBeside = (words: string): boolean => words.length <= 3 && /^[\s((]*$/.test(words);

function meantBy(mention: Named, text: string, others: readonly Named[], codes: ReadonlySet<Named>) {
  const says = (other: Named): boolean => {
    const words = between(mention, other, text);
    return isBeside(words) || (codes.has(other) && words.length <= furthest && !parts.test(words));
  };
  const found = new Set(others.flatMap((other) => (says(other) ? (other.matches[0]?.code ?? []) : [])));
  const matches = mention.matches.filter(({ code }) => found.has(code));
  return matches.length === 1 ? matches : null;
}

/**
 * A name that may mean several companies means the one whose code stands with it: 平安(601318), 平安现价 601318. Two that are set beside
 * each other stay two: 平安和601318.
 */
export function settledByCode<Mention extends Named>(
  mentions: readonly Mention[],
  text: string,
): readonly Mention[] {
  if (!mentions.some(({ status }) => status === "several")) return mentions;
  const known = mentions.filter(({ status }) => status === "one");
  const codes = new Set<Named>(known.filter(({ query }) => findWholeCode(query) !== null));
  return mentions.map((mention) => {
    if (mention.status !== "several" || mention.doubtful === true) return mention;
    const matches = meantBy(mention, text, known, codes);
    return matches === null ? mention : { ...mention, status: "one" as const, matches };
  });
}

import type { Claim, TextClaim } from "#contract";
import { type Moment, readMoment } from "../moment.ts";
import { type Dated, dateFits, type MarkFault, sourceFits, timeFits } from "./binding/cites/attribution.ts";
import type { Mask } from "./tokens/readers/word-readers.ts";
import type { Token } from "./tokens/token.ts";

/** A text claim that stands in the text word by word. What it says is the data's own, so only its source, date and time can be told wrong. */
export interface Quotation extends Mask {
  /** The claims of this wording: several where two outlets bring one headline. */
  readonly claims: readonly Dated[];
}

function datedOf(claim: TextClaim): Dated | null {
  const { cite } = claim;
  const asOf = readMoment(claim.as_of);
  if (cite.kind !== "tool" || asOf === null) return null;
  return { cite, asOf, fetchedAt: readMoment(cite.fetched_at), isRealtime: false };
}

/** Which licensed stretches are text claims; `fold` brings a claim's value into the form of the text. */
export function readQuotations(
  lower: string,
  { claims, masks, fold }: { claims: readonly Claim[]; masks: readonly Mask[]; fold(text: string): string },
): readonly Quotation[] {
  const byWording = new Map<string, Dated[]>();
  for (const claim of claims) {
    const dated = claim.kind === "text" ? datedOf(claim) : null;
    if (claim.kind !== "text" || dated === null) continue;
    const wording = fold(claim.value);
    byWording.set(wording, [...(byWording.get(wording) ?? []), dated]);
  }
  if (byWording.size === 0) return [];
  return masks.flatMap(({ start, end }) => {
    const own = byWording.get(lower.slice(start, end));
    return own === undefined ? [] : [{ start, end, claims: own }];
  });
}

/** The source, date and time tokens of the bracket that opens at the index. */
function marksOfBracket(tokens: readonly Token[], at: number): readonly Token[] {
  const marks: Token[] = [];
  let depth = 0;
  for (let i = at; i < tokens.length && i - at < 12; i++) {
    const each = tokens[i];
    if (each === undefined || each.kind === "line") break;
    if (each.kind === "open") depth++;
    if (each.kind === "close" && --depth === 0) break;
    if (each.kind === "source" || each.kind === "date" || each.kind === "time") marks.push(each);
  }
  return marks;
}

function markFault(mark: Token, claim: Dated, now: Moment): MarkFault | null {
  if (mark.kind === "source") return sourceFits(mark, claim) ? null : "wrong_source";
  return (mark.kind === "date" ? dateFits(mark, claim, now) : timeFits(mark, claim)) ? null : "wrong_date";
}

/** The cite in brackets that follows quotations on their line is that of each of them. */
export function citeFaults(
  tokens: readonly Token[],
  quotations: readonly Quotation[],
  now: Moment,
): readonly { readonly token: Token; readonly reason: MarkFault }[] {
  if (quotations.length === 0) return [];
  const byStart = new Map(quotations.map((each) => [each.start, each]));
  const faults: { token: Token; reason: MarkFault }[] = [];
  let waiting: Quotation[] = [];
  for (const [i, each] of tokens.entries()) {
    if (each.kind === "line") waiting = [];
    const quotation = each.kind === "licensed" ? byStart.get(each.start) : undefined;
    if (quotation !== undefined) waiting.push(quotation);
    if (each.kind !== "open" || waiting.length === 0) continue;
    const marks = marksOfBracket(tokens, i);
    if (marks.length === 0) continue;
    for (const { claims } of waiting) {
      const wrong = marks.map((mark) => claims.map((claim) => markFault(mark, claim, now)));
      const isBorneOut = claims.some((_, at) => wrong.every((of) => of[at] === null));
      const first = wrong.findIndex((of) => !of.includes(null));
      const at = isBorneOut ? -1 : Math.max(first, 0);
      const token = marks[at];
      if (token !== undefined)
        faults.push({ token, reason: wrong[at]?.find((of) => of !== null) ?? "wrong_date" });
    }
    waiting = [];
  }
  return faults;
}

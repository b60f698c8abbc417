import type { Token } from "../tokens/token.ts";
import type { ComparisonInput, Spot } from "./comparison-sides.ts";

/** What a thing is said to be beside another; as a judgement of the one alone (便宜, 更高) the same words need more. */
const adjectives: Readonly<Record<string, string>> = {
  便宜: "<",
  昂贵: ">",
  cheap: "<",
  expensive: ">",
  高: ">",
  大: ">",
  多: ">",
  贵: ">",
  强: ">",
  低: "<",
  小: "<",
  少: "<",
  弱: "<",
  宜: "<",
};

/** 比…高, 比…便宜: the operator of the last adjective that the stretch holds, or null. */
export function operatorOf(stretch: readonly Token[], lower: string): string | null {
  const found = stretch.findLast(
    ({ kind, op, start, end }) =>
      (kind === "text" || kind === "direction" || kind === "event") &&
      Object.hasOwn(adjectives, kind === "event" ? lower.slice(start, end) : op),
  );
  return found === undefined
    ? null
    : (adjectives[found.kind === "event" ? lower.slice(found.start, found.end) : found.op] ?? null);
}

/** 比…更高: the comparative that ends the other side. */
export const adjectiveAt = (each: Token | undefined): string | null =>
  each?.kind === "compare" && each.op.endsWith("adj") ? each.op.charAt(0) : null;

const isApart = (each: Token | undefined): boolean => each?.kind === "open" || each?.op === ":";

/** has a higher P/E (20.50x) than Wuliangye: judged with the adjective before its measure, against all whose claims are at hand. */
export function isJudgedBefore({ book, lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const from = flat
    .slice(0, at)
    .findLastIndex(({ kind, start }) => kind === "clause" || lower.charAt(start) === ";");
  const own = flat.slice(from + 1, at);
  const word = own.findLastIndex(({ kind, op }) => kind === "compare" && /^[<>]adj$/.test(op));
  const measure = own[word + 1];
  const other = flat[at + 1];
  return (
    word >= 0 &&
    measure?.kind === "metric" &&
    // a smaller loss than Moutai's is judged by its size.
    measure.sign === 0 &&
    other?.kind === "company" &&
    // than Wuliangye's 2.50%: beside its own number.
    (isApart(flat[at + 2]) || !flat.slice(at + 2, at + 5).some(({ kind }) => kind === "number")) &&
    measure.metrics.some((id) => book.of(id).some(({ company }) => company === other.op))
  );
}

/** BYD is under its MA20 (CNY 103.58 vs. CNY 104.92): both sides again, the price's own number first. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import type { Token } from "../../tokens/token.ts";
import type { Sentence } from "../structure.ts";
import type { Stated } from "./respective.ts";

const parting: ReadonlySet<string> = new Set(["open", "clause", "realtime", "fill"]);
const longestGap = 4;

const isBeside = (each: Token | undefined, op: string): boolean =>
  (each?.kind === "join" && (each.op === "versus" || each.op === "beside")) ||
  (each?.kind === "compare" && each.op === op && each.end - each.start === 1);

/** BYD's low is below…: a noun that no list knows is what is below. */
function hasOtherSubject(flat: readonly Token[], at: number): boolean {
  const near = flat.slice(Math.max(0, at - 6), at);
  const own = near.slice(
    1 + near.findLastIndex(({ kind }) => kind === "company" || kind === "metric" || kind === "clause"),
  );
  return own.some(({ kind, op }) => (kind === "text" && /^[a-z]{2,}$/.test(op)) || kind === "foreign");
}

const isSign = ({ kind, op }: Token): boolean => kind === "compare" && (op === "<" || op === ">");

/** For each number of such a pair its measure. */
export function bracketPairs(
  { clauses, tokens, counts }: Sentence,
  lexicon: Lexicon,
): ReadonlyMap<Token, Stated> {
  const result = new Map<Token, Stated>();
  if (counts.compare === 0 || counts.number < 2 || !tokens.some(isSign)) return result;
  const flat = clauses.flatMap((clause) => {
    const last = clause.at(-1);
    return last === undefined ? [] : [...clause, { ...last, kind: "clause" as const, op: "," }];
  });
  for (const [at, word] of flat.entries()) {
    if (!isSign(word)) continue;
    const measure = flat.slice(at + 1, at + 4).find(({ kind }) => kind !== "fill" && kind !== "text");
    const isLevel =
      measure?.kind === "metric" &&
      measure.metrics.every((id) =>
        [lexicon.averages, lexicon.opens, lexicon.closes.previous].some((ids) => ids.includes(id)),
      );
    if (!isLevel || measure === undefined) continue;
    const from = flat.indexOf(measure) + 1;
    const rest = flat.slice(from, from + longestGap + 3);
    const first = rest.findIndex(({ kind }) => kind === "number");
    const [own, beside, other] = rest.slice(Math.max(0, first), first + 3);
    const isParted =
      first > 0 &&
      rest.slice(0, first).every(({ kind, op }) => parting.has(kind) || op === ":") &&
      rest.slice(0, first).some(({ kind, op }) => kind === "open" || kind === "clause" || op === ":");
    if (!isParted || own === undefined || other?.kind !== "number" || !isBeside(beside, word.op)) continue;
    const named = flat
      .slice(Math.max(0, at - 6), at)
      .findLast(({ kind }) => kind === "metric" || kind === "clause" || kind === "number");
    if (hasOtherSubject(flat, at)) continue;
    const isNamed =
      named?.kind === "metric" &&
      !named.op.endsWith("verb") &&
      named.metrics.some((id) => lexicon.priceLike.has(id) || lexicon.averages.includes(id));
    result.set(own, {
      metrics: isNamed ? named.metrics : [...new Set([...lexicon.priced, ...lexicon.closes.own])],
    });
    result.set(other, { metrics: measure.metrics });
  }
  return result;
}

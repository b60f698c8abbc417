/** 贵州茅台的北向资金净流出35.62亿元, Moutai saw northbound selling: the whole market's figure, told of the one company right before it. */
import type { Bench, Match } from "../bench.ts";
import type { Token } from "../tokens/token.ts";

const between = /^ ?(?:'s|的|遭|被|获|遭遇|获得|saw|had|drew|faced|met with)? ?$/;
const nearest = 6;

/** The company whose the measure is said to be, right before it in the clause of the number. */
function ownerOf({ quantity, part }: Match, lower: string): Token | null {
  const clause = part.sentence.clauses[quantity.clause] ?? [];
  const at = clause.indexOf(quantity.token);
  const from = Math.max(0, at - nearest);
  const owner = clause.slice(from, at).findLastIndex(({ kind }) => kind === "company");
  const [company, ...rest] = owner < 0 ? [] : clause.slice(from + owner, at);
  const measure = rest.find(({ kind }) => kind === "metric");
  if (company === undefined || measure === undefined) return null;
  return between.test(lower.slice(company.end, measure.start)) ? company : null;
}

/** Reports a number that only claims of no company hold. */
export function checkMarketOfOne({ matches, input, book, report }: Bench): void {
  if (book.all.every(({ company }) => company !== null)) return;
  for (const match of matches)
    if (match.options.every(({ company }) => company === null) && ownerOf(match, input.lower) !== null)
      report(match.quantity.token, "unbound");
}

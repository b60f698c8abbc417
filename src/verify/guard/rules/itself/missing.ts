/** 开盘价暂未取到, a reading for Wuliangye was not available: what is said to be missing and is shown all the same. */
import { type Bench, onlyNamed, shownClaims } from "../../bench.ts";
import { dateFits } from "../../binding/cites/attribution.ts";
import { saysMissing } from "../../binding/denials.ts";
import { relativeHolds } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { type Clause, companiesIn, kindsOf, metricsIn, type Token, textOf } from "../../tokens/token.ts";

const lacking =
  /(?:没能|未能|无法|没有|没|未)(?:给出|列出|查到|取到|拿到|取得|提供|披露|返回)|暂?缺(?:失|$)|查无|空缺|(?<![a-z])(?:none|nothing) for|(?<![a-z])(?:no|not|n't)(?: [a-z/]+){0,4} (?:available|retrieved|returned|found|provided|given|shown|listed)(?![a-z])|(?<![a-z])(?:missing|unavailable|left out|absent)(?![a-z])/;
const apart = kindsOf("number entity foreign window scope growth derived quantity superlative");
const ofNow = /实时|现价|当前|现在|今[天日]|(?<![a-z])(?:live|real-time|current|today)(?![a-z])/;
const ofEarlier = /前一[天日个期]|前面|first (?:day|one)/;
const ofDays = /(?:one|the other) (?:of the )?(?:day|date|session|period|other)|另一[天日期]/;

/** 2024年, which the clause only names. */
const isOtherTime = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "licensed" && /\d/.test(lower.slice(start, end));

const plain =
  /^(?:[：:的了我们您你问列给查取拿找到出得能该其家注: '.]|数据|数值|数字|读数|指标|信息|结果|这次|本次|这里|[暂尚][时未缺无]?|目前|没有?|未|无|无法|提供|披露|公布|返回|显示|列出|相关|对应|前一[天日期个]|缺失?|空缺|故|因此|(?:an?|the|no|none|not|any|its|readings?|figures?|values?|data|numbers?|results?|for|of|on|in|at|hand|one|other|day|date|and|this|that|time|s|was|were|is|are|be|been|could|can|i|we|have|has|come|came|back|here|available|retrieved|returned|found|provided|given|shown|listed|disclosed|reported|missing|unavailable|left|out)(?![a-z]))*$/;
const named = kindsOf("company metric date relative");

/** A clause that says no more of what it names. */
function isPlain(clause: Clause, lower: string): boolean {
  let rest = "";
  let last = clause[0]?.start ?? 0;
  for (const { kind, start, end } of clause) {
    rest += lower.slice(last, start) + (named.has(kind) ? " " : lower.slice(start, end));
    last = end;
  }
  return plain.test(rest);
}

/** What the clause says to be missing, of those shown; empty where something of it is not shown, or where it names nothing. */
function shownOf(clause: Clause, bench: Bench): readonly BookClaim[] {
  const { lower } = bench.input;
  const shown = shownClaims(bench).filter(({ window }) => window === null);
  const said = textOf(clause, lower);
  const [metrics, companies] = [new Set(metricsIn(clause)), companiesIn(clause)];
  const only = onlyNamed(bench);
  const owners = companies.size > 0 ? [...companies] : only === null ? [] : [only];
  if (metrics.size === 0 && !(companies.size > 0 && lacking.test(said)) && !ofEarlier.test(said)) return [];
  const marks = clause.filter(({ kind }) => kind === "date" || kind === "relative");
  // A reading for Wuliangye: of every measure shown.
  const wanted = metrics.size > 0 ? metrics : new Set(shown.map(({ claim }) => claim.metric));
  const fits = (each: BookClaim): boolean =>
    wanted.has(each.claim.metric) &&
    (each.asOf.day === bench.now.day || !ofNow.test(said)) &&
    marks.every((mark) =>
      mark.kind === "date" ? dateFits(mark, each, bench.now) : relativeHolds(mark.op, each, bench.now),
    );
  const own = owners.map((company) => shown.filter((each) => each.company === company && fits(each)));
  const isAll = own.every((list) => new Set(list.map(({ claim }) => claim.metric)).size === wanted.size);
  return (metrics.size > 0 ? own.every(({ length }) => length > 0) : isAll) ? own.flat() : [];
}

/** Reports it in clauses of no other thing. */
export function checkMissing(bench: Bench): void {
  const { lower } = bench.input;
  for (const { sentence } of bench.reading.parts)
    for (const clause of sentence.clauses) {
      const [first] = clause;
      if (first === undefined || clause.some(({ kind }) => apart.has(kind)) || bench.isFact(clause)) continue;
      const said = textOf(clause, lower);
      if (said.length > 160 || !(lacking.test(said) || saysMissing(clause, lower))) continue;
      if (!isPlain(clause, lower) || clause.some((each) => isOtherTime(each, lower))) continue;
      const days = new Set(shownClaims(bench).map(({ asOf }) => asOf.day));
      if (shownOf(clause, bench).length > 0 || (ofDays.test(said) && days.size > 1))
        bench.report(first, "answer_misdescribed");
    }
}

/** 较上季改善, 环比转好, better than the previous quarter: said of two times of a measure, of which the claims must have both, or its growth. */
import type { Bench } from "../bench.ts";
import type { Clause } from "../binding/structure.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";

const earlier =
  "(?:上一?(?:个)?(?:季度?|期|年度?|月|周)|去年(?:同期)?|上年(?:同期)?|前一(?:期|季度?|周|月|年)|此前|之前|前期|往期|往年|年初|同期)";
const marker = new RegExp(
  `环比|同比|(?:较|比|相比|相较|对比|与|跟|和)于?${earlier}(?:相比|比)?|(?<![a-z])(?:(?:from|than|over|versus|vs\\.?|against|with|to|on) (?:(?:the|a|its|their) )?(?:previous|prior|preceding|last|same|earlier|year-ago|corresponding) (?:quarter|year|period|half)|than (?:before|a (?:year|quarter) (?:ago|earlier))|on the (?:quarter|year)|(?:quarter|year)[- ](?:on|over)[- ](?:quarter|year))(?![a-z])`,
);
/** A name of the comparison, or that it is missing or asked for: no outcome. */
const noOutcome =
  /^(?:的?(?:数据|数字|数值|口径|增速|增长率?|增幅|变化|变动|幅度|指标|情况|比较|对比|计算|基数|结果|来源|列|栏|值|指|是指|看|来看|来说)|即|意味|[另待可需要请]|不可比|多少|如何|怎[么样])/;
const missing =
  /没|未|无(?!变)|缺|尚|不(?:可比|详|清楚|知|掌握|提供|含)|[查拿取]不到|吗|呢|[?？]|(?<![a-z])(?:no|not|n't|without|cannot|unavailable|missing|whether|if|how)(?![a-z])/;
const english = /[a-z]/;

interface Said {
  readonly token: Token;
  /** The measure named last before it. */
  readonly metrics: readonly string[];
}

/** What the clause says came of the measure since an earlier time; null where it says nothing of that, or puts a number to it. */
function saidOf(clause: Clause, before: readonly string[], lower: string): Said | null {
  const [first, last] = [clause[0], clause.at(-1)];
  if (first === undefined || last === undefined) return null;
  const text = lower.slice(first.start, last.end);
  const found = marker.exec(text);
  if (found === null || missing.test(text)) return null;
  const [start, end] = [first.start + found.index, first.start + found.index + found[0].length];
  // An English outcome stands before its time: better than the previous quarter.
  const isEnglish = english.test(found[0]);
  const outcome = clause.filter((each) => (isEnglish ? each.end <= start : each.start >= end));
  const words = outcome.filter(({ kind }) => kind === "text" || kind === "direction" || kind === "compare");
  if (words.length === 0 || outcome.some(({ kind }) => kind === "number" || kind === "growth")) return null;
  if (clause.some(({ kind, start: at }) => kind === "number" && at >= end)) return null;
  if (!isEnglish && noOutcome.test(lower.slice(end, last.end))) return null;
  const named = clause.findLast(({ kind, start: at }) => kind === "metric" && at < start);
  const token = clause.find((each) => each.end > start) ?? first;
  return { token, metrics: named?.metrics ?? before };
}

/** The claims have the measure's growth, or the measure at two times. */
function hasBasis(metrics: readonly string[], { book, input: { lexicon } }: Bench): boolean {
  const isOfMeasure = ({ claim }: BookClaim): boolean =>
    metrics.length === 0 ||
    metrics.includes(claim.metric) ||
    lexicon.basesOf(claim.metric).some((id) => metrics.includes(id)) ||
    metrics.some((id) => lexicon.shiftsOf(id).includes(claim.metric)) ||
    (metrics.some((id) => lexicon.priceLike.has(id)) &&
      [...lexicon.changes.percent, ...lexicon.changes.amount, ...lexicon.priceLike].includes(claim.metric));
  const own = book.all.filter(isOfMeasure);
  const { percent, amount } = lexicon.changes;
  return own.some(
    (each) =>
      lexicon.basesOf(each.claim.metric).length > 0 ||
      [...percent, ...amount, ...lexicon.closes.previous].includes(each.claim.metric) ||
      metrics.some((id) => lexicon.shiftsOf(id).includes(each.claim.metric)) ||
      own.some(
        (other) =>
          other.claim.metric === each.claim.metric &&
          other.company === each.company &&
          other.asOf.day !== each.asOf.day,
      ),
  );
}

/** Reports such words where nothing in the claims could bear them out. */
export function checkPeriodVerdicts(bench: Bench): void {
  const { lower } = bench.input;
  if (!marker.test(lower)) return;
  for (const { sentence } of bench.reading.parts) {
    let before: readonly string[] = [];
    for (const clause of sentence.clauses) {
      const said = saidOf(clause, before, lower);
      if (said !== null && !bench.isFact(clause) && !hasBasis(said.metrics, bench))
        bench.report(said.token, "direction_unsupported");
      before = clause.findLast(({ kind }) => kind === "metric")?.metrics ?? before;
    }
  }
}

/**
 * 日期是同一天, both from one provider, 其中1.702万亿元是最新值, 开盘价暂未取到: what is said of the days and sources of all that the text shows,
 * of which value is the newest, and that something is missing, which the text shows.
 */
import { oncePer } from "#contract";
import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { type Clause, companiesIn, kindsOf, matchesOf, metricsIn, textOf } from "../../tokens/token.ts";
import { around, clauseBorder } from "../verdicts/reach.ts";

type Trait = (entry: BookClaim) => string | number;

/** Words that all that is shown shares the trait. */
const shared: readonly (readonly [RegExp, Trait])[] = [
  [
    pattern.all`(?:日期|时间)(?:都|均|完全|也)?(?:相同|一致|一样)|(?:[是为于属在]|来自|对应)同一(?:天|个?(?:交易日|日期|报告期))|(?<![a-z])(?:(?:of|from|on|for|share) the same (?:day|date|report period)|same-day)(?![a-z])`,
    ({ asOf }) => asOf.day,
  ],
  [
    pattern.all`(?:数据)?来源(?:都|均|完全|也)?(?:相同|一致|一样)|(?:出自|来自|源自|取自|是|为)同一(?:个|家)?(?:数据)?(?:来?源|渠道|机构|供应商)|(?<![a-z])(?:(?:from|via) (?:one|a single|the same) (?:data )?(?:provider|source|feed|vendor)|share (?:one|the same|a) source)(?![a-z])`,
    ({ claim }) => (claim.cite.kind === "tool" ? claim.cite.source : ""),
  ],
  [
    pattern.all`(?:都|均|全部?)(?:是|为|取自|来自|出自|源自)[^,，。;；\n\d]{0,4}(?:年报|一季报|中报|半年报|三季报)|(?<![a-z])(?:both|all)(?: figures| numbers| values| readings)? (?:are |come |were |taken |is )*(?:from|for|of) (?:the |an? )?(?:annual|full-year|first-quarter|interim|quarterly) (?:reports?|accounts|results|figures)`,
    ({ claim }) => claim.as_of.slice(4, 10),
  ],
];
const turned = /[不非未]|(?<![a-z])(?:not|n't|no|never)(?![a-z])|n't/;

const byNewest = (a: BookClaim, b: BookClaim): number => a.asOf.day - b.asOf.day;
const newest =
  /最新(?:的)?(?:一期|一份|数据|值|读数|数字|报告)?(?:[^,，。;；\n]{0,4}[是为]|$)|(?:较|更)(?:新|晚|近)的(?:一期|那期|读数|值)?|(?<![a-z])(?:the )?(?:newest|latest|most recent|more recent|later)(?: one| figure| value| reading| of the (?:two|three))?(?: [a-z]+){0,3} (?:is|was)(?![a-z])/;
const naming = kindsOf("number date");

/** 其中1.702万亿元是最新值: the one value or day that is said to be the newest. */
function isNewestFalse(clause: Clause, bench: Bench): boolean {
  const { lower } = bench.input;
  const own = clause.filter(({ kind }) => naming.has(kind));
  const [only, ...more] = own;
  if (only === undefined || more.length > 0 || !newest.test(textOf(clause, lower))) return false;
  const shown = shownClaims(bench);
  const entry = bench.settled.get(only)?.entry ?? null;
  const day =
    entry?.asOf.day ??
    shown.find(
      ({ claim }) =>
        only.date?.year != null &&
        claim.as_of.startsWith(`${only.date.year}-`) &&
        (only.date.month === null
          ? claim.as_of.endsWith("12-31")
          : Number(claim.as_of.slice(5, 7)) === only.date.month),
    )?.asOf.day;
  const series =
    entry === null
      ? shown
      : shown.filter(
          ({ claim, company }) => claim.metric === entry.claim.metric && company === entry.company,
        );
  const last = series.toSorted(byNewest).at(-1);
  return day !== undefined && last !== undefined && series.length > 1 && day < last.asOf.day;
}

const missing =
  /(?:暂|尚|还|仍)?(?:未|没有?|无)(?:能)?(?:取到|查到|拿到|返回|获取到?|给出|提供|列出|取得|数据)(?:数据|结果|值)?$|[查取拿]不到(?:数据)?$|(?:暂缺|缺失|暂无(?:数据)?|查无数据|不在返回结果(?:里|中))$|未披露|没有披露|^(?:不含|不包括|没有?(?:取到|查到|返回)|未(?:取到|查到|返回)|查不到|取不到)|(?<![a-z])(?:could not|couldn't|cannot|was not|wasn't|were not|is not|isn't|not) (?:be )?(?:retrieved|found|returned|available|fetched|shown|included)$|^(?:no|there is no|i have no|i found no) [a-z/0-9 -]{2,24}(?: (?:figure|value|data|reading))?(?: (?:could be|was|were|is|came))?(?: (?:retrieved|found|returned|available|back|at hand))?$/;
/** Of another time, kind or window than what is shown. */
const elsewhere =
  /实时|今[天日]|昨|明|历史|盘中|以前|此前|之前|上[一个年周月季]|去年|同期|另|其余|其他|其它|行业|预[测期告]|序列|明细|更多|更新|更早|最新|区间|每日|分位|目标|解释|原因|变化|同比|环比|静态|动态|滚动|扣非|超大单|股票|一季|半年|三季|年报|全年|细|具体|排名|均值|中位|(?<![a-z])(?:live|real-time|today|yesterday|history|historical|intraday|forecast|target|earlier|prior|previous|later|newer|updated|other|more|sector|industry|peer|series|breakdown|percentile|full-year|quarterly|annual|q[1-4]|trend|change|growth|longer|average|ranking|consensus|further|adjusted|new|single)(?![a-z])/;
const apart = kindsOf("number date relative window realtime time entity foreign user");

/** 开盘价暂未取到: a measure of which the text shows each claim of the company. */
function isShownAllTheSame(clause: Clause, bench: Bench): boolean {
  const metrics = metricsIn(clause);
  // 现价查不到: of now, whatever price was shown.
  if (metrics.some((id) => bench.input.lexicon.priced.includes(id))) return false;
  if (metrics.length === 0 || clause.some(({ kind }) => apart.has(kind))) return false;
  const said = textOf(clause, bench.input.lower).replace(/[()（）].*$/, "");
  if (!missing.test(said) || elsewhere.test(said)) return false;
  const named = companiesIn(clause);
  // 查不到格力的ROE: of a name that no registry has.
  const first = clause.find(({ kind }) => kind === "metric")?.start ?? 0;
  const before = bench.input.lower.slice(Math.max(clause[0]?.start ?? 0, first - 3), first);
  if (named.size === 0 && /[^到有没]的$|'s $/.test(before)) return false;
  const owners = named.size > 0 ? named : companiesIn(bench.input.tokens);
  const shown = shownClaims(bench).filter(
    ({ claim, company }) => metrics.includes(claim.metric) && owners.has(company ?? ""),
  );
  return shown.length > 0 && new Set(shown.map(({ company }) => company)).size === owners.size;
}

const kindsShown = oncePer((bench: Bench) =>
  shownClaims(bench).filter(({ claim }) => claim.kind === "numeric"),
);

/** Reports such remarks that the values shown contradict. */
export function checkShownSets(bench: Bench): void {
  const { lower } = bench.input;
  const shown = kindsShown(bench);
  for (const [words, traitOf] of shared)
    for (const { 0: said, index } of matchesOf(words, lower)) {
      const traits = new Set(shown.map(traitOf));
      const [from] = around(lower, index, index + said.length, clauseBorder);
      if (turned.test(lower.slice(from, index + said.length))) continue;
      if (shown.length > 1 && traits.size > 1) reportAt(bench, index, "wrong_date");
    }
  for (const { sentence } of bench.reading.parts)
    for (const clause of sentence.clauses) {
      const [first] = clause;
      if (first === undefined || bench.isFact(clause)) continue;
      if (isNewestFalse(clause, bench)) bench.report(first, "wrong_date");
      else if (isShownAllTheSame(clause, bench)) bench.report(first, "comparison_false");
    }
}

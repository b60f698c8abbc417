/** 以上仅包含价格, this reply covers WuXi AppTec only, A股全部银行: how much a text says that it holds, beside what it shows. */

import { type Bench, clauseAt, reportAt, shownClaims } from "../../bench.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { companiesIn, metricsIn } from "../../tokens/token.ts";
import { around, clauseBorder, isUnsaid, sentenceBorder, tokensAround } from "../verdicts/reach.ts";

/** No claims are of a whole market. */
const sector = "(?:银行|券商|保险|白酒|金融|地产|医药|科技|芯片|新能源|家电|军工)";
const whole = rare(
  pattern.all`(?:a股|沪深(?:两市)?|全市场|两市|市场上?|行业内?|板块内?)(?:里|中)?的?(?:全部|所有|全体)的?[^,，。;；\n\d]{0,8}|(?:全部|所有)(?:a股|上市)?的?${sector}(?:股|公司|企业|板块)?(?:的|都|均|就|[:：])|全(?:市场|行业|板块)(?:就|只有?|仅)|(?<![a-z])(?:all|every one) (?:of )?the [a-z -]{1,30}? (?:in|on) (?:the )?(?:[a-z-]+ )?(?:market|exchange|sector|industry|country)(?![a-z])|(?<![a-z])every [a-z -]{0,20}?(?:stock|bank|insurer|distiller|company) (?:in|on) the (?:[a-z-]+ )?(?:market|exchange|sector)(?![a-z])`,
);
const answer = "(?:以上|上述|本次|这次|此次|本条|这里|这份|本表)(?:回复|回答|答复|内容|数据|结果|清单|列表)?";
const only = rare(
  pattern.all`(?:${answer}[仅只](?:包[含括]|涉及|列出?了?|含有?|涵盖|覆盖|给出了?|提供了?|有))([^,，。;；\n]{1,30})|(?<![a-z])(?:this|the) (?:reply|answer|list|table|note|summary|message) (?:only )?(?:covers|lists|includes|contains|shows|holds) (?:only )?([^.;\n]{1,60}?)(?: only| alone)?(?=[.,;)\n]|$)`,
);
const without = rare(
  pattern.all`(?:以上|上述|本次|这里|[,，])(?:内容|数据|结果|回复|清单)?(?:不|未|没有)(?:包?含|包括|涉及|列出?|涵盖|给出)([^,，。;；\n]{1,24})|(?<![a-z])(?:does not|doesn't|not) (?:include|including|cover|covering|list|show) ([^.,;\n]{1,40})`,
);
const isLimited = /[仅只]|(?<![a-z])(?:only|alone)(?![a-z])/;
/** Of a measure its past, its parts or its change, or other companies. */
const narrower =
  /历史|分位|同行|行业|预测|明细|构成|同比|环比|增长|变化|原因|其他|其它|其余|另|季度|年|盘[中后]|(?<![a-z])(?:historical|past|peers?|forecasts?|details?|growth|changes?|other|quarter|year|previous|intraday)(?![a-z])/;

/** Reports it. */
export function checkExtent(bench: Bench): void {
  const { lower } = bench.input;
  const shown = shownClaims(bench);
  if (shown.length === 0) return;
  const companies = new Set(shown.flatMap(({ company }) => company ?? []));
  const metrics = new Set(shown.map(({ claim }) => claim.metric));
  for (const { 0: said, index } of whole.all(lower)) {
    const [from] = around(lower, index, index, sentenceBorder);
    if (isUnsaid(lower, index, index + said.length) || bench.isFact(clauseAt(bench, index))) continue;
    if (!/不|没|未|无|(?<![a-z])(?:not|no|against|versus|than)(?![a-z])/.test(lower.slice(from, index)))
      reportAt(bench, index, "answer_misdescribed");
  }
  const namedFrom = (start: number, end: number) => {
    const own = tokensAround(bench.input, start, end, clauseBorder).filter(
      (each) => each.end > start && each.start < end,
    );
    return { companies: companiesIn(own), metrics: new Set(metricsIn(own)) };
  };
  for (const { 0: said, index } of only.all(lower)) {
    const end = index + said.length;
    if (!isLimited.test(said) || isUnsaid(lower, index, end) || narrower.test(said)) continue;
    const named = namedFrom(index, end);
    const lacksOne =
      (named.companies.size > 0 && [...companies].some((each) => !named.companies.has(each))) ||
      (named.metrics.size > 0 && [...metrics].some((each) => !named.metrics.has(each)));
    if (lacksOne) reportAt(bench, index, "answer_misdescribed");
  }
  for (const { 0: said, index } of without.all(lower)) {
    if (narrower.test(said)) continue;
    const named = namedFrom(index, index + said.length);
    const isShown = shown.some(
      ({ company, claim }) =>
        (named.companies.size > 0 || named.metrics.size > 0) &&
        (named.companies.size === 0 || named.companies.has(company ?? "")) &&
        (named.metrics.size === 0 || named.metrics.has(claim.metric)),
    );
    if (isShown) reportAt(bench, index, "answer_misdescribed");
  }
}

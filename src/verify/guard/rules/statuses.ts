/** 该股目前停牌, It is an ST stock: what has befallen the company spoken of, of which no claim is. */

import { type Bench, reportAt, saidBefore } from "../bench.ts";
import { rare } from "../lexicon/rare-words.ts";

const statuses = rare(
  new RegExp(
    "(?:该股|本股|该公司|公司|股票)(?:目前|当前|现|今[天日]|近日|刚刚?|已经?|正在?|仍|被|处于|有|公告|发布|宣布|实施|进行|为|是|属于?|临时|首次){0,5}(停牌|复牌|\\*?st(?![a-z])|除权|除息|解禁|退市|摘牌|调出|调入|剔除|大宗交易|回购|增持|减持|业绩预告|风险警示|分红|派息|定增|重组)|" +
      "(?<![a-z])(?:the (?:stock|shares?|company)|shares|it|trading in (?:the )?(?:stock|shares|it))(?: (?:is|are|was|were|has|have|had|been|being|currently|now|just|recently|carries|went|pays|paid|announced|under|trading|a|an|no|its))*? (suspended|halted|resumed trading|st stock|risk warning|special treatment|delisted|removed from|added to|ex-dividend|ex-rights|dividends?|buyback|repurchase|share sale|takeover)(?![a-z])",
    "g",
  ),
);
const supposes = /[如若?？]|是否|有没有|假如|一旦|(?<![a-z])(?:if|whether|when|once|unless|should)(?![a-z])/;
const asks = /^[^,，。;；\n]{0,8}(?:吗|与否|[?？]|的?(?:数据|信息|记录|日期|公告|情况))/;
const reach = 24;

/** Reports such words, what registered facts or a registered measure of a claim says of them apart. */
export function checkStatuses(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  const registered = bench.book.all.flatMap(({ claim }) => lexicon.wordsOf(claim.metric));
  const clauses = bench.reading.parts.flatMap(({ sentence }) => sentence.clauses);
  // Both are in the order of the text.
  let at = 0;
  for (const { 0: said, 1: zh, 2: en, index } of statuses.all(lower)) {
    const word = zh ?? en ?? "";
    const end = index + said.length;
    while (at < clauses.length && (clauses[at]?.at(-1)?.end ?? 0) < end) at++;
    const clause = (clauses[at]?.[0]?.start ?? end) < end ? clauses[at] : undefined;
    if (
      registered.some((own) => own.includes(word)) ||
      bench.isFact(clause) ||
      clause?.some(({ kind }) => kind === "licensed") === true
    )
      continue;
    if (supposes.test(saidBefore(lower, index, reach) + said) || asks.test(lower.slice(end, end + reach)))
      continue;
    reportAt(bench, end - 1, "event");
  }
}

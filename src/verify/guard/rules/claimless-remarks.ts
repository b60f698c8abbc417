/** Volume was heavy, margins are improving, a rebound is likely: remarks without a number that no claim, or none of that kind, stands behind. */

import { type Bench, clauseAt, reportAt, saidBefore, shownClaims } from "../bench.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { pattern } from "../lexicon/patterns.ts";
import { type RareWords, rare } from "../lexicon/rare-words.ts";

/** What the claims must hold of a measure so that the remark may be left to the rules that judge it. */
type Basis = "nothing" | "change" | "growth" | "quarter";

const be = "(?: (?:is|are|was|were|looks?|seems?|appears?|remains?|remained|has been|have been))";
const how =
  "(?: (?:very|quite|rather|fairly|unusually|exceptionally|relatively|still|clearly|steadily|also))*";
const way =
  "(?:improving|widening|expanding|growing|rising|strengthening|deteriorating|worsening|narrowing|shrinking|falling|declining|weakening)";
const swing =
  "(?:rebound|bounce|recovery|rally|pullback|correction|sell-off|decline|reversal|losses|gains|upside|downside|weakness|strength)";
const grew = "(?:grew|rose|fell|declined|dropped|shrank|increased|decreased|climbed)";
const earlier = "(?:in |during )?(?:the )?(?:last|previous|prior|preceding) (?:year|quarter)";

const remarks: readonly (readonly [RareWords, Basis])[] = [
  [
    rare(
      pattern.all`(?<![a-z])(?:volumes?|turnover|trading)${be}${how} (?:heavy|brisk|light|thin|muted|subdued|sluggish|robust|small|large|big|modest|tiny|on the (?:low|high|light|heavy|thin|small|large) side|unusually (?:high|low))(?![a-z])|(?:成交(?:量|额|金额)?|量能?(?<![数质流总用])(?=不))(?:也|都|并|整体|总体)*(?:非常|十分|相当|很|偏|不(?:太|算|怎么|是很|是太)?)[大高小低多少](?![于过得])`,
    ),
    "nothing",
  ],
  [
    rare(
      pattern.all`(?<![a-z])(?:an?|any|more|further|some) (?:[a-z]+ )?${swing}${be}${how} (?:likely|probable|due|coming|imminent|expected|in store|on the (?:way|cards))(?![a-z])|(?<![a-z])expect (?:an?|more|further|some) (?:[a-z]+ )?${swing}(?![a-z])|(?<![a-z])(?:it|stock|shares?|price) (?:should|ought to|is (?:likely|bound|set|about) to) (?:recover|rebound|bounce|rally|rise|fall|drop|climb|decline)(?![a-z])`,
    ),
    "nothing",
  ],
  [
    rare(
      pattern.all`(?<![a-z])(?:margins?|profitability|earnings|profits?|sales|fundamentals)${be}${how} ${way}(?![a-z])`,
    ),
    "change",
  ],
  [
    rare(
      pattern.all`(?<![a-z])(?:it|profits?|earnings|sales|the company) (?:also )?${grew} ${earlier}(?![a-z])|(?<![a-z])also ${grew} ${earlier}(?![a-z])|(?<![比较])[上前]一?个?季度?[^,，。;；\n\d]{0,8}?(?:也|同样|亦)[^,，。;；\n\d]{0,4}?(?:增长|增加|上升|下降|下滑|减少|[涨跌增降])`,
    ),
    "growth",
  ],
  [
    rare(
      /(?<![比较])上一?个?季度?(?:[的是有所也]|净利润?|归母|利润|营收|营业收入|收入|业绩|盈利|同比|环比)*(?:增长|增加|上升|提升|下降|下滑|减少)[的了]?(?=[,，。;；:：!！\n]|$)/g,
    ),
    "quarter",
  ],
];
const pressed = rare(
  /(?<![没未不])(收入|营收|销售|利润|盈利|业绩)(?:端|方面)?(?:整体|明显|有所|略有?|仍然?|继续)*承压(?![^,，。;；]{0,4}(?:风险|可能))/g,
);

/** Only supposed, asked or denied: whether a rebound is likely. */
const supposes =
  /[?？]|是否|如果|若|不能|无法|n't|(?<![a-z])(?:whether|if|when|not?|cannot|nor|never|may|might|could|would|unless|who|you)(?![a-z])/;
const reach = 80;
const mostFound = 20;
/** Days from the end of a quarter to the end of the next. */
const longestQuarter = 92;

/** The claims tell how a measure of the books changed: by its growth, or by its values of two periods. */
function tellsOf(basis: Basis, { book, now, input: { lexicon } }: Bench): boolean {
  if (basis === "nothing") return false;
  // A report of the first quarter is of that quarter alone.
  if (basis === "quarter")
    return book.all.some(
      ({ claim, asOf }) =>
        lexicon.basesOf(claim.metric).length > 0 &&
        claim.as_of.slice(5, 10) === "03-31" &&
        now.day - asOf.day <= longestQuarter,
    );
  const isOfBooks = ({ claim }: BookClaim): boolean =>
    !lexicon.priceLike.has(claim.metric) && /-(?:03-31|06-30|09-30|12-31)/.test(claim.as_of);
  const days = Map.groupBy(book.all.filter(isOfBooks), ({ company, claim }) => `${company} ${claim.metric}`);
  const isTwice = [...days.values()].some((own) => new Set(own.map(({ asOf }) => asOf.day)).size > 1);
  return (
    isTwice || (basis === "change" && book.all.some(({ claim }) => lexicon.basesOf(claim.metric).length > 0))
  );
}

/** The growths of the income or of the profit that the text shows. */
function grownShown(word: string, { settled, input: { lexicon } }: Bench): readonly number[] {
  const ofProfit = /利润|盈利|业绩/.test(word);
  return shownClaims({ settled }).flatMap(({ claim, base }) => {
    const bases = lexicon.basesOf(claim.metric);
    const isProfit = bases.some((id) => lexicon.profits.includes(id));
    return bases.length > 0 && isProfit === ofProfit ? [base] : [];
  });
}

/** Reports such remarks, registered facts apart. */
export function checkClaimless(bench: Bench): void {
  const { lower } = bench.input;
  const report = (start: number): void => {
    if (!bench.isFact(clauseAt(bench, start))) reportAt(bench, start, "direction_unsupported");
  };
  for (const { 1: measure = "", index } of pressed.all(lower).slice(0, mostFound)) {
    const grown = grownShown(measure, bench);
    if (grown.length === 0 || grown.some((each) => each > 0)) report(index);
  }
  for (const [words, basis] of remarks)
    for (const { 0: said, index } of words.all(lower).slice(0, mostFound)) {
      const before = saidBefore(lower, index, reach, /[.。;；\n]/);
      if (!supposes.test(before + said) && !tellsOf(basis, bench)) report(index);
    }
}

/** Hikvision (CNY 93.12 billion) tops iFlytek (CNY 24.86 billion) on profit, 在利润上高于: what two are compared by is what their numbers are of. */

import type { Bench } from "../../bench.ts";
import { rare } from "../../lexicon/rare-words.ts";

/** What a comparison may name as its basis, and what words the measure shown must then have. */
const bases: readonly (readonly [said: RegExp, words: RegExp])[] = [
  [
    /^(?:net )?(?:profits?|income|earnings|profitability)$|^(?:净?利润|盈利|业绩)$/,
    /profit|earnings|income|eps|roe|利润|收益/,
  ],
  [/^(?:sales|revenues?|top line)$|^(?:营收|收入|营业收入)$/, /revenue|sales|营收|营业收入/],
  [/^margins?$|^(?:毛利率?|利润率)$/, /margin|毛利率|净利率|融资/],
  [
    /^(?:orders|sales volumes?|shipments|deliveries|output|headcount|costs?|debts?|assets)$|^(?:订单|销量|出货量|产量|员工数|成本|负债|资产)$/,
    /(?!)/,
  ],
];
const english = rare(
  /(?<![a-z])(?:on|by|in terms of|measured by|judged by)(?: the)? ((?:net )?(?:profits?|income|earnings|profitability)|sales(?: volumes?)?|revenues?|top line|margins?|orders|shipments|deliveries|output|headcount|costs?|debts?|assets)(?= ?(?:[,.;:()]|$))/,
);
const han =
  /(?:^|[^存现])(?:在|论|就|按|从|凭)(净?利润|盈利|业绩|营业收入|营收|收入|毛利率?|利润率|订单|销量|出货量|产量|员工数|成本|负债|资产)(?:规模)?(?:上|方面|来看|而言|来说|看|计)?(?=[,，:：高低多少领落超大小更]|$)/;

/** Reports a basis that no number of its clause is of. */
export function checkComparedBasis({ input: { lower, lexicon }, matches, report }: Bench): void {
  if (!english.test(lower) && !/[在论就按从凭][净利盈业营收毛订销出产员成负资]/.test(lower)) return;
  const byClause = Map.groupBy(matches, ({ part, quantity }) => part.sentence.clauses[quantity.clause]);
  for (const [clause, own] of byClause) {
    const compared = clause?.find(({ kind }) => kind === "compare" || kind === "superlative");
    const [first] = own;
    if (clause === undefined || compared === undefined || first === undefined) continue;
    // 论利润,海康威视高于…: a clause before it that holds no number.
    const before = first.part.sentence.clauses[first.quantity.clause - 1] ?? [];
    const head = before.some(({ kind }) => kind === "number") ? clause[0] : (before[0] ?? clause[0]);
    const text = lower.slice(head?.start ?? 0, clause.at(-1)?.end ?? 0);
    const said = (english.exec(text) ?? han.exec(text))?.[1];
    const words = bases.find(([each]) => said !== undefined && each.test(said))?.[1];
    if (words === undefined) continue;
    const isOf = own.some(({ options }) =>
      options.some(({ claim }) =>
        lexicon.wordsOf(claim.metric).some((word) => words.test(word.toLowerCase())),
      ),
    );
    if (!isOf) report(compared, "unbound");
  }
}

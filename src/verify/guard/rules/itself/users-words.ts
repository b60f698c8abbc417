/** 按您要求对比…, you asked about its turnover rate, which you did not ask about: what the user is said to have asked, beside the question. */

import { type Bench, reportAt } from "../../bench.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { companiesIn, metricsIn, type Token } from "../../tokens/token.ts";
import { isLeft } from "../verdicts/reach.ts";

const asked = rare(
  pattern.all`(?:[您你](?:主要|刚才|刚刚|实际)?(?:想|要)?(?:问|查|了解|看)的?(?:主要|其实)?是|(?:按|应|如|根据)[您你]的?(?:要求|所问|所说|吩咐)[,，]?(?:对比|比较|查询?|列出?|给出)?)([^,，。;；:：\n(（]{1,30})|(?<![a-z])(?:you (?:only )?asked (?:me )?(?:about|for)|your question (?:was|is) about|as you asked, (?:here (?:is|are))?) ([^,.;:\n(]{1,50})`,
);
const unasked = rare(
  pattern.all`(?<![a-z])(?:which|that) you did(?: not|n't) (?:ask|mention)|[您你](?:并)?没有?(?:有)?(?:问|提)(?:到|及|的)?`,
);
const border = /[,，。;；\n(（:：]|[.](?!\d)/;

/** A company or a measure that the question does not name although it names others. */
function isForeign(own: readonly Token[], question: readonly Token[]): boolean {
  const [companies, metrics] = [companiesIn(question), new Set(metricsIn(question))];
  const measures = own.filter(({ kind }) => kind === "metric");
  return (
    (companies.size > 0 && [...companiesIn(own)].some((each) => !companies.has(each))) ||
    (metrics.size > 0 && measures.some((each) => !each.metrics.some((id) => metrics.has(id))))
  );
}

/** Reports it where the question names another company or measure. */
export function checkUsersWords(bench: Bench): void {
  const { lower, tokens, question } = bench.input;
  for (const found of asked.all(lower)) {
    const end = found.index + found[0].length;
    const from = end - (found[1] ?? found[2] ?? "").length;
    const own = tokens.filter((each) => each.end > from && each.start < end);
    const [first] = [...companiesIn(own)];
    const isOther = /主要/.test(found[0]) && first !== undefined && first !== [...companiesIn(question)][0];
    if (isOther || isForeign(own, question)) reportAt(bench, from, "answer_misdescribed");
  }
  for (const { index, 0: said } of unasked.all(lower)) {
    if (isLeft(lower, index, index + said.length)) continue;
    const before = lower.slice(Math.max(0, index - 60), index).replace(/[,，] ?$/, "");
    const at = Math.max(0, index - 60) + before.length - (before.split(border).at(-1) ?? "").length;
    const own = tokens.filter((each) => each.end > at && each.start < index);
    const measures = own.filter(({ kind }) => kind === "metric");
    if (measures.length > 0 && !isForeign(own, question)) {
      const named = new Set(metricsIn(question));
      if (measures.every((each) => each.metrics.some((id) => named.has(id))))
        reportAt(bench, index, "answer_misdescribed");
    }
  }
}

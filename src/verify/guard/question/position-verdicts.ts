import { type Bench, onlyNamed, reportAt, shownClaims } from "../bench.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { rare } from "../lexicon/rare-words.ts";
import { gainOf } from "../rules/verdicts/scales.ts";
import { companiesIn, matchesOf, onlyOf, sizeOf, type Token } from "../tokens/token.ts";
import { isMeasure } from "./question.ts";
import { paidPrice } from "./users-price.ts";

/** 没亏, 赚了, 每股亏了: how the user stands by what the question says was paid and the prices that the claims hold. */
const verdict =
  /(?:^|[,，。;；:：!！\n(（])\s?(?:(?:您|你)(?:的?持仓)?|这笔|目前|现在|当前|暂时|还|仍|已经?|账面上?|每股|是|其实|就|算|按现价算?|按这个价)*(没有?|未|不)?(亏|赚|盈利)(?:了|着|损|的|钱|呢)*(?=[,，。;；:：!！\n)）]|$)/g;
const longestText = 2000;
const longestQuestion = 80;

/** Which side of the price paid every price and close lies on; 0 where that is not known. */
function standing(bench: Bench): number {
  const { input, book, question } = bench;
  if (!/[买本入仓进]/.test(input.asked)) return 0;
  const named = [...question.companies];
  const owner =
    named.length === 1 ? (named[0] ?? null) : named.length === 0 ? (onlyNamed(bench) ?? book.only) : null;
  return onlyOf(gainOf(owner, bench).map(Math.sign)) ?? 0;
}

/** 现在亏了吗: whether it is so; null for any other question. */
export function positionHolds(bench: Bench): boolean | null {
  const { asked } = bench.input;
  if (asked.length > longestQuestion || /今[天日]|还是|多少|会|能/.test(asked)) return null;
  const found = /(?:(亏|赔)|(赚|盈利|回本|解套))(?:了|损|钱|着)*(?:吗|没有?|么|不|？|\?|$)/.exec(asked);
  if (found === null || /[没未不]$/.test(asked.slice(0, found.index))) return null;
  const way = standing(bench);
  return way === 0 ? null : way === (found[1] === undefined ? 1 : -1);
}

const mayJudge = rare(/[亏赚]|盈利/);

/** Reports such a verdict that is not so. */
export function checkPosition(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  if (!mayJudge.test(lower) || lower.length > longestText) return;
  const way = standing(bench);
  // A loss of the company is another matter.
  if (way === 0 || bench.book.all.some(({ claim }) => lexicon.profits.includes(claim.metric))) return;
  for (const found of matchesOf(verdict, lower)) {
    const sign = (found[2] === "亏" ? -1 : 1) * (found[1] === undefined ? 1 : -1);
    if (sign !== way) reportAt(bench, found.index + found[0].length - 1, "direction_unsupported");
  }
}

/** 浮亏, 浮盈: how the price stands beside what the question says was paid for the one company that is spoken of. */
const ahead =
  /^(?:浮盈|账面上?是?盈利|you(?:'re| are) (?:in profit|in the money|ahead)|you(?:'ve| have) made money)$/;
const behind =
  /^(?:浮亏|账面上?是?亏损|you(?:'re| are) (?:underwater|at a loss|down on it|losing money)|you(?:'ve| have) lost money)$/;

const wayOf = (word: string): number => (ahead.test(word) ? 1 : behind.test(word) ? -1 : 0);

export const isOfHolding = ({ start, end }: Token, lower: string): boolean =>
  wayOf(lower.slice(start, end)) !== 0;

/** True over every price and close that the text shows; false where the text, else the question, names several companies. */
export function isHoldingBorneOut({ start, end }: Token, bench: Bench): boolean {
  const { input, book, question, settled } = bench;
  const { priced, closes } = input.lexicon;
  const named = companiesIn(input.tokens);
  const owners = named.size > 0 ? named : question.companies;
  const [owner = book.only] = owners;
  const paid = paidPrice(input, owner);
  if (paid === null || owner === null || owners.size > 1) return false;
  const isPrice = (id: string): boolean => priced.includes(id) || closes.own.has(id);
  const prices = shownClaims({ settled }).flatMap(({ company, claim, base }) =>
    company === owner && isPrice(claim.metric) ? [base] : [],
  );
  const way = wayOf(input.lower.slice(start, end));
  return prices.length > 0 && prices.every((price) => Math.sign(price - paid) === way);
}

// 您问的“市净率低于1”：0.94倍，符合: whether a condition that the user set is said to be met, beside the value that the text shows.

interface Condition {
  readonly op: string;
  readonly level: number;
  readonly metrics: readonly string[];
}

const isBound = ({ kind, op }: Token): boolean => /^(?:compare|vague)$/.test(kind) && /^[<>]=?$/.test(op);

/** Each measure of the question with a bound and a number right behind it. */
function conditionsOf(question: readonly Token[]): readonly Condition[] {
  if (question.length > longestQuestion) return [];
  return question.flatMap(({ kind, number }, at) => {
    const word = question[at - 1];
    const measure = question.slice(0, at).findLast(isMeasure);
    return kind === "number" &&
      number !== null &&
      word !== undefined &&
      isBound(word) &&
      measure !== undefined
      ? [{ op: word.op, level: sizeOf(number), metrics: measure.metrics }]
      : [];
  });
}

const metVerdict =
  /(?<![一二三四五六七八九十\d])(不|未|没有?|并不|均不|都不)?(?:符合|满足|达标)(?:(?:您|你)?的?(?:这个|该|此)?(?:条件|要求|标准))?(?=[,，。;；:：!！()（）\n]|$)/g;
/** 是否符合, 若不符合, 部分符合 say nothing of the kind. */
const open = /[否若如何部全两三各]|哪/;
const reach = 80;
const mostFound = 20;

const mayMeet = rare(/符合|满足|达标/);

/** Reports such a metVerdict that the value of the one measure named last before it contradicts. */
export function checkConditionsMet(bench: Bench): void {
  const { input, settled, book } = bench;
  const conditions = mayMeet.test(input.lower) ? conditionsOf(input.question) : [];
  if (conditions.length === 0) return;
  const shown = shownClaims({ settled });
  for (const { 0: words, 1: denial, index } of matchesOf(metVerdict, input.lower).slice(0, mostFound)) {
    if (open.test(input.lower.slice(Math.max(0, index - 2), index))) continue;
    const before = input.tokens.filter(({ start, end }) => end <= index && start >= index - reach);
    const measure = before.findLast(isMeasure);
    const meant = conditions.filter(
      ({ metrics }) => measure === undefined || metrics.some((id) => measure.metrics.includes(id)),
    );
    const owner = before.findLast(({ kind }) => kind === "company")?.op ?? onlyNamed(bench) ?? book.only;
    const [condition, ...more] = meant;
    if (condition === undefined || more.length > 0) continue;
    const values = shown.filter(
      ({ company, claim }) => company === owner && condition.metrics.includes(claim.metric),
    );
    const isMet = values.every(({ base }) => holds(condition.op, base, condition.level));
    if (values.length > 0 && isMet !== (denial === undefined))
      reportAt(bench, index + words.length - 1, "comparison_false");
  }
}

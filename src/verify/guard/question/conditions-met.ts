/** 您问的“市净率低于1”：0.94倍，符合: whether a condition that the user set is said to be met, beside the value that the text shows. */
import { type Bench, onlyNamed, reportAt, shownClaims } from "../bench.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { matchesOf, sizeOf, type Token } from "../tokens/token.ts";
import { isMeasure, longestQuestion } from "./question.ts";

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

const verdict =
  /(?<![一二三四五六七八九十\d])(不|未|没有?|并不|均不|都不)?(?:符合|满足|达标)(?:(?:您|你)?的?(?:这个|该|此)?(?:条件|要求|标准))?(?=[,，。;；:：!！()（）\n]|$)/g;
/** 是否符合, 若不符合, 部分符合 say nothing of the kind. */
const open = /[否若如何部全两三各]|哪/;
const reach = 80;
/** More are no prose; the limit keeps the work linear. */
const mostFound = 20;

/** Reports such a verdict that the value of the one measure named last before it contradicts. */
export function checkConditionsMet(bench: Bench): void {
  const { input, settled, book } = bench;
  const conditions = /符合|满足|达标/.test(input.lower) ? conditionsOf(input.question) : [];
  if (conditions.length === 0) return;
  const shown = shownClaims({ settled });
  for (const { 0: words, 1: denial, index } of matchesOf(verdict, input.lower).slice(0, mostFound)) {
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

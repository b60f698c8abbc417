/** 恒瑞营收增长多少? 同比增长12.48%。: before the text has named a measure, a number is of the one that the question asks for. */
import type { Token } from "../tokens/token.ts";
import type { ClauseInput, Window } from "./clause-input.ts";
import { chooseMetrics, type Surroundings } from "./metric-choice.ts";

/** A longer question asks more than one thing. */
const longestQuestion = 60;

/** The one measure that the question names, or none. */
export function askedMeasure(question: readonly Token[]): readonly string[] {
  if (question.length > longestQuestion || question.some(({ kind }) => kind === "foreign")) return [];
  const named = question.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const [first] = named;
  const isOne = named.every(({ metrics }) => metrics.join() === first?.metrics.join());
  return isOne ? (first?.metrics ?? []) : [];
}

const small = /^(?:[的就这那了吧呢啊它该其是大小多少贵高低更较]|便|宜|\(|\))$/;

/** 海外同比增长…: a word that no list knows may make it the measure of a part. */
const isPlain = (tokens: readonly Token[]): boolean =>
  tokens.every(
    ({ kind, op }) =>
      kind !== "entity" && (kind !== "text" || small.test(op) || !/[\u4e00-\u9fffa-z]/.test(op)),
  );

/** What a number may be of as the answer to the question, where nothing in the text before it has named a measure. */
export function leftUnsaid(
  { askedMetrics, context, place, lexicon }: ClauseInput,
  { named, direction, tokens }: Window,
  around: Surroundings,
): readonly string[] {
  const isNamed = named !== null || context.metrics.length > 0 || context.barred;
  // 上涨1.20% is a move in price, whatever was asked.
  const isMove = direction !== null && direction.op !== "growth";
  if (askedMetrics.length === 0 || isNamed || isMove || place.row >= 0 || !isPlain(tokens)) return [];
  return chooseMetrics({ ...around, inherited: askedMetrics }, lexicon);
}

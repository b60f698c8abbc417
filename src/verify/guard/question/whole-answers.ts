/** A和B的PB都低于1倍吗? 不都低于。 Are both below 1? Not both.: what the head of an answer says of all that was asked of at once. */

import { oncePer } from "#contract";
import { type Bench, reportAt, shownClaims } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { pattern } from "../lexicon/patterns.ts";
import { isAll } from "../tokens/readers/side-words.ts";
import { companiesIn, sizeOf, type Token, writtenSize } from "../tokens/token.ts";
import { isMeasure, longestQuestion } from "./question.ts";

interface Whole {
  /** Of every company asked of, whether it lies above the level, or at it. */
  readonly sides: readonly number[];
  /** As it is written. */
  readonly level: number;
  readonly op: string;
}

/** The one bound that the question asks of several companies at once, beside the value that the text shows of each; null for any other. */
function wholeOf({ input, book, settled }: Bench): Whole | null {
  const { question, lexicon } = input;
  if (question.length > longestQuestion || !question.some(isAll)) return null;
  const owners = [...companiesIn(question)];
  const numbers = question.filter(({ kind }) => kind === "number");
  const pivots = question.filter(({ kind, op }) => /^(?:compare|vague)$/.test(kind) && /^[<>]$/.test(op));
  const [number, pivot] = [numbers[0]?.number, pivots[0]];
  if (owners.length < 2 || number == null || pivot === undefined) return null;
  if (numbers.length > 1 || pivots.length > 1) return null;
  const named = question.filter(isMeasure).flatMap(({ metrics }) => metrics);
  const prices = [...lexicon.priced, ...lexicon.closes.own];
  const metrics = named.every((id) => prices.includes(id)) ? prices : named;
  const shown = new Set(shownClaims({ settled }));
  const values = owners.map((owner) => claimsOf(owner, metrics, book).filter((each) => shown.has(each)));
  const level = sizeOf(number);
  const isOfUnit = values.every(([first, ...more]) => {
    const dimension = first?.unit.dimension;
    return (
      more.length === 0 && (number.unit === null ? dimension !== "part" : dimension === number.unit.dimension)
    );
  });
  const sides = values.flatMap(([first]) => (first === undefined ? [] : [Math.sign(first.base - level)]));
  if (!isOfUnit || sides.length !== owners.length) return null;
  return { sides, level: writtenSize(number), op: pivot.op };
}

const above = "高于|超过|大于|多于|站上|突破|over|above|exceed|exceeds";
const below = "低于|小于|少于|不足|不到|跌破|under|below";
const level = "[¥\\d.,]{0,12}(?:元|块钱?|倍|%|x)?(?:以[上下])?";
/** A denial of all, all, a denial of each, the side. */
const answer = pattern`^\s*(?:(?:不|不是|没有|并没有|否|是|是的|对|no|yes)[,，。] ?)?(?:(不是|并不是|并非|并没有|没有|并不|不|没|未|not )?(?:都|全都|全部|全|均|both|all)(?: of them)?(?: (?:is|are|trade|trades|stand|sit))?( not|都?没有?|不|未)?(?:在| )?(?:(${above})|(${below}))?了? ?(?:cny |rmb )?${level})(?=[。.：:，,;；!！\n]|$)`;
const longestAnswer = 60;

interface Said {
  /** Where what is said of all ends. */
  readonly end: number;
  readonly isTrue: boolean;
}

const saidOf = oncePer((bench: Bench): Said | null => {
  const found = answer.exec(bench.input.lower.slice(0, longestAnswer));
  const whole = found === null ? null : wholeOf(bench);
  if (found === null || whole === null) return null;
  const op = found[3] !== undefined ? ">" : found[4] !== undefined ? "<" : whole.op;
  const isSo = (side: number): boolean => holds(op, side, 0) !== (found[2] !== undefined);
  return { end: found[0].length, isTrue: whole.sides.every(isSo) !== (found[1] !== undefined) };
});

/** Reports such a head that the values shown contradict. */
export function checkWholeAnswer(bench: Bench): void {
  const said = saidOf(bench);
  if (said?.isTrue === false) reportAt(bench, 0, "comparison_false");
}

/** True for a word of such a head, which is judged as a whole. */
export const isOfWholeAnswer = ({ end }: Token, bench: Bench): boolean => end <= (saidOf(bench)?.end ?? -1);

/** 不都低于1倍: the level that was asked for, said again in such a head. */
export const isWholeLevel = ({ token, number }: Quantity, { input, question }: Bench): boolean =>
  question.holdsNumber(number) &&
  input.question.some(isAll) &&
  token.end <= (answer.exec(input.lower.slice(0, longestAnswer))?.[0].length ?? -1);

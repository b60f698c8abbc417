/** Whether what is said of the numbers of a fact is what the fact says of them. */
import { pattern } from "../lexicon/patterns.ts";
import { type Bits, conceptsOf, contradicts, isDenial } from "./concepts.ts";
import { type Fact, noSides, type Told, weigh } from "./fact-model.ts";
import { type FactNumber, marksFit } from "./fact-numbers.ts";
import { chargesOf, denies, leaveOf, namesOtherCharge, turnsLeave } from "./fact-polarity.ts";
import { turnsFormula } from "./formulas.ts";
import type { Statement } from "./statements.ts";

/** The market of a board, and of a fact that names no market, is that of A-shares: which nobody needs to say. */
const [market, board] = ["a股", "主板"].map((word) =>
  noSides.findIndex((_, i) => (conceptsOf(word).sides[i] ?? 0) !== 0),
);
export function plainSides(sides: Bits, { whole }: Fact): Bits {
  const [markets = -1, boards = -1] = [market, board];
  const isPlain = (sides[boards] ?? 0) !== 0 || ((whole[boards] ?? 0) === 0 && (whole[markets] ?? 0) === 0);
  return isPlain ? sides.map((bits, i) => (i === markets ? bits & ~1 : bits)) : sides;
}

export const refuses = (text: string): boolean => denies(text) || leaveOf(text).sign < 0;

const now = /^ ?(?:目前|当前|现在|眼下|如今|(?:it is |and )?(?:currently|now)(?![a-z]))/;
/** 目前落在超买区间: what is the case, beside the rule that is told. */
export const isOfNow = (text: string): boolean => now.test(text);

/** True where nothing that is said of the numbers, or beside them, is other than what the fact says of them. */
export function agrees(
  said: Statement,
  own: Told,
  beside: readonly Statement[],
  behind: readonly Statement[],
): boolean {
  const { fact } = own;
  const sides = plainSides(said.sides, fact);
  const held = (each: Statement): Bits => plainSides(each.sides, fact);
  const positive = (some: readonly Statement[]) =>
    some.filter(({ text }) => !isDenial(text) && !isOfNow(text));
  // What denies one of several statements is said of that one: 前5日为20%,之后不设限制.
  const isOne = fact.numbered.includes(own);
  const denied = said.denies || (isOne && behind.some((each) => each.denies));
  // 1个月以内免征 of a fact that exempts what is held longer.
  const quiet = fact.statements.filter(({ numbers }) => numbers.length === 0);
  if (said.denies && !refuses(own.text) && !quiet.some(({ text }) => refuses(text))) return false;
  if (own.denies && !denied && !turnsAway(said)) return false;
  return (
    !turnsLeave(said.text, own.text, fact.text) &&
    ![said, ...beside].some(({ concepts }) => namesOtherCharge(chargesOf(concepts.uncharged), fact.text)) &&
    !contradicts(sides, own.held, fact.whole) &&
    !positive(beside).some((each) => contradicts(held(each), fact.whole, fact.whole)) &&
    !positive(behind).some((each) => contradicts(held(each), own.held, fact.whole)) &&
    !swapsNumbers(said, own) &&
    !turnsFormula(said.text, fact.statements) &&
    said.parameters.every(
      (days) =>
        fact.parameters.length === 0 ||
        fact.parameters.includes(days) ||
        pattern`(?<!\d)${days}(?!\d)`.test(fact.text),
    )
  );
}

/** What a statement says right beside one of its numbers. */
function besideNumber({ text, numbers }: Statement, number: FactNumber): ReadonlySet<string> {
  const at = numbers.indexOf(number);
  const { named, rest } = conceptsOf(
    text.slice(numbers[at - 1]?.end ?? 0, numbers[at + 1]?.at ?? text.length),
  );
  return new Set([...named.map(({ id }) => id), ...rest]);
}

/** 6个月内累计3次的,12个月内不得参与 of 12个月内累计3次的,6个月内不得参与: two numbers of one kind in the place of each other. */
function swapsNumbers(said: Statement, own: Told): boolean {
  const places = said.numbers.map(({ key }) => own.numbers.findIndex((each) => each.key === key));
  return said.numbers.some((a, i) =>
    said.numbers.slice(i + 1).some((b, j) => {
      const [first, second] = [own.numbers[places[i] ?? -1], own.numbers[places[i + 1 + j] ?? -1]];
      if (
        a.kind !== b.kind ||
        first === undefined ||
        second === undefined ||
        own.numbers.indexOf(first) <= own.numbers.indexOf(second)
      )
        return false;
      // 1个月(前3个月结束后起算): what the one stretch is the other is not.
      const isOwnPlace = (said: FactNumber, its: FactNumber, other: FactNumber): boolean =>
        said.mark !== "" && marksFit(said.mark, its.mark) && !marksFit(said.mark, other.mark);
      if (isOwnPlace(a, first, second) || isOwnPlace(b, second, first)) return false;
      const [besideA, besideB, besideFirst, besideSecond] = [
        besideNumber(said, a),
        besideNumber(said, b),
        besideNumber(own, first),
        besideNumber(own, second),
      ];
      const common = (x: ReadonlySet<string>, y: ReadonlySet<string>): number =>
        weigh(x, (each) => y.has(each));
      return (
        common(besideA, besideFirst) + common(besideB, besideSecond) <=
        common(besideA, besideSecond) + common(besideB, besideFirst)
      );
    }),
  );
}

const turnsAway = ({ text }: Statement): boolean => /免|无需|无须|exempt|free/.test(text);

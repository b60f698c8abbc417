/** Which statements of a fact hold the numbers of what is said. */

import { type Fact, type Told, together } from "./fact-model.ts";
import { type FactNumber, isBorneBy, isOneOf } from "./fact-numbers.ts";
import type { Statement } from "./statements.ts";

const bears = (fact: Told, number: FactNumber, said: string): boolean =>
  isOneOf(number, fact.fact.text) || fact.numbers.some((own) => isBorneBy(number, said, own, fact.text));

/** 沪市和深市各为420亿元: what the fact says of the one and of the other. */
const namesSeveral = ({ sides }: Statement, some: readonly Told[]): boolean =>
  some.length > 1 &&
  sides.some((bits, i) => {
    const own = some.map((each) => (each.sides[i] ?? 0) & bits);
    return own.every((each) => each !== 0) && new Set(own).size > 1;
  });

/** More statements of a fact than these do not stand in one clause. */
const longestRun = 3;

/** The statements of a fact, or runs of them whose numbers are of different kinds, that hold all numbers of what is said. */
export function bearersOf(fact: Fact, said: Statement): Told[] {
  const { numbers, text } = said;
  const holds = (some: readonly Told[]): boolean =>
    numbers.every((number) => some.some((each) => bears(each, number, text)));
  const single = fact.numbered.filter((each) => holds([each]));
  const all = namesSeveral(said, single) ? together(single) : null;
  if (single.length > 0 || numbers.length < 2) return all === null ? single : [...single, all];
  for (let length = 2; length <= longestRun; length++)
    for (let at = 0; at + length <= fact.numbered.length; at++) {
      const run = fact.numbered.slice(at, at + length);
      // Each number is the only one of its kind there: 24 months and 500,000 yuan.
      const isOne = new Set(run.map(({ sentence }) => sentence)).size === 1;
      const scope = isOne
        ? fact.numbered.filter(({ sentence }) => sentence === run[0]?.sentence)
        : fact.numbered;
      const ofKind = (some: readonly FactNumber[], kind: string): string =>
        some.flatMap((each) => (each.kind === kind ? [each.key] : [])).join();
      // 12, 26 and 9 days: or all of its kind, in their order.
      const isPlain = numbers.every(
        ({ kind }) =>
          scope.filter(({ numbers: own }) => own.some((each) => each.kind === kind)).length <= 1 ||
          ofKind(numbers, kind) ===
            ofKind(
              fact.numbered.flatMap((each) => each.numbers),
              kind,
            ),
      );
      const whole = isPlain && holds(run) ? together(run) : null;
      if (whole !== null) return [whole];
    }
  return [];
}

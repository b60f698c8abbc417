/** Which statements of a fact hold the numbers of what is said. */
import { conceptsOf } from "./concepts.ts";
import { type Fact, isOfNumber, noSides, type Told, together, union, weigh } from "./fact-model.ts";
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

// Whether what is said of numbers tells the statement of the fact that holds them from all others.

/** True where what is said of the numbers tells the statement of the fact from all others that hold numbers of the same kinds. */
export function isToldApart(
  said: Statement,
  own: Told,
  rivals: readonly Told[],
  contexts: readonly ReadonlySet<string>[],
): boolean {
  const kinds = new Set(said.numbers.map(({ kind }) => kind));
  const others = rivals.filter(
    (each) =>
      !own.numbers.some((n) => each.numbers.includes(n)) && each.numbers.some(({ kind }) => kinds.has(kind)),
  );
  if (others.length === 0) return true;
  const keys = new Set(said.numbers.map(({ key, bound }) => `${key} ${bound}`));
  let seen: ReadonlySet<string> = new Set([...said.features].filter((each) => !keys.has(each)));
  for (let level = -1; level < contexts.length; level++) {
    if (level >= 0) seen = union([seen, contexts[level] ?? new Set()]);
    const margins = others.map((each) => marginOf(seen, own, each));
    if (margins.some(({ mine, theirs }) => theirs > mine + said.numbers.length - 1)) return false;
    if (
      margins.every(
        ({ mine, theirs, tells }) => mine + said.numbers.length - 1 > theirs || (!tells && theirs === 0),
      )
    )
      return true;
  }
  return false;
}

/** How much of what is seen only the one, and only the other of two statements says; whether they differ in anything but numbers. */
function marginOf(seen: ReadonlySet<string>, own: Told, other: Told) {
  const only = (a: Told, b: Told): string[] =>
    [...a.about].filter((each) => !b.about.has(each) && !isBareBound(each, b));
  const [mine, theirs] = [only(own, other), only(other, own)];
  const has = (feature: string): boolean => seen.has(feature);
  return {
    mine: weigh(mine, has),
    theirs: weigh(theirs, has),
    tells: mine.some((each) => !isOfNumber(each)),
  };
}

/** At least, at most: it tells two statements apart only where the other says the opposite. */
const isBareBound = (feature: string, { about }: Told): boolean =>
  ["bound ", `${bounds}.`].some(
    (kind) => feature.startsWith(kind) && ![...about].some((each) => each.startsWith(kind)),
  );
const bounds = noSides.findIndex((_, i) => ((conceptsOf("至少").sides[i] ?? 0) & 1) !== 0);

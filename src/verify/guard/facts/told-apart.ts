/** Whether what is said of numbers tells the statement of the fact that holds them from all others. */
import { conceptsOf } from "./concepts.ts";
import { isOfNumber, noSides, type Told, union, weigh } from "./fact-model.ts";
import type { Statement } from "./statements.ts";

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

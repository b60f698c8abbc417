/** Features of statements: `3.1` is a side of a question, `t7` a topic, `bound up` and `4 month` are of numbers; the rest are words. */
import { type Bits, conceptsOf } from "./concepts.ts";

export const either = (a: Bits, b: Bits): Bits => a.map((bits, i) => bits | (b[i] ?? 0));
export const orElse = (a: Bits, b: Bits): Bits => a.map((bits, i) => bits || (b[i] ?? 0));
export const noSides: Bits = conceptsOf("").sides;
export const union = (sets: Iterable<ReadonlySet<string>>): Set<string> => {
  const all = new Set<string>();
  for (const set of sets) for (const each of set) all.add(each);
  return all;
};

export const isSide = (feature: string): boolean => /^\d+\.\d+$/.test(feature);
export const isOfNumber = (feature: string): boolean => /^-?\d\S* |^bound /.test(feature);
/** 0.1 for each side of each question. */
export const sideIds = (sides: Bits): string[] =>
  sides.flatMap((bits, question) =>
    [...bits.toString(2)].toReversed().flatMap((bit, side) => (bit === "1" ? [`${question}.${side}`] : [])),
  );
/** How much a feature tells: a side of a question most. */
function weightOf(feature: string): number {
  if (isSide(feature)) return 4;
  return /^t\d+$|^bound |^-?\d/.test(feature) || /^[a-z]/.test(feature) ? 1 : 0.5;
}

export const weigh = (features: Iterable<string>, isCounted: (feature: string) => boolean): number => {
  let sum = 0;
  for (const each of features) if (isCounted(each)) sum += weightOf(each);
  return sum;
};

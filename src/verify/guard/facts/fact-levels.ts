/** RSI above 70 is read as overbought, so it sits above that line: the levels that registered facts of the text name. */

import type { Bench } from "../bench.ts";
import type { Operand } from "../comparing/comparison-sides.ts";
import { sizeOf } from "../tokens/token.ts";

interface Level {
  readonly start: number;
  readonly operand: Operand;
}

/** The clauses of facts that hold one number, which no claim is said to have. */
function levelsOf({ reading, settled, isFact }: Bench): readonly Level[] {
  return reading.parts.flatMap(({ bound, sentence }) =>
    bound.quantities.flatMap(({ token, number, clause }): Level[] => {
      const own = sentence.clauses[clause];
      if (settled.has(token) || own === undefined || !isFact(own)) return [];
      const operand = { values: [sizeOf(number)], dimension: number.unit?.dimension ?? "" };
      return [{ start: token.start, operand }];
    }),
  );
}

/** Says of a place which level the text has named before it; null where it is none or one of several. */
export function factLevels(bench: Bench): (place: number) => Operand | null {
  let levels: readonly Level[] | null = null;
  return (place) => {
    levels ??= levelsOf(bench);
    const [only, ...more] = levels;
    return only !== undefined && more.length === 0 && only.start < place ? only.operand : null;
  };
}

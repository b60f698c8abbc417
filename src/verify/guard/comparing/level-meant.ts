import { levelMeantOps } from "../tokens/comparisons/levels-meant.ts";
import {
  type ComparisonInput,
  type Operand,
  type Spot,
  settledOperand,
  stateAt,
  stretchAfter,
} from "./comparison-sides.ts";

const names: Readonly<Record<string, RegExp>> = {
  [levelMeantOps.high]: /high/,
  [levelMeantOps.low]: /low/,
};

/** 收盘41.26元,低于该高点: the one level, no price of its own, that the text has shown of the company; undefined for other words, null where none or several could be meant. */
export function levelMeant(input: ComparisonInput, spot: Spot): Operand | null | undefined {
  const [word] = stretchAfter(spot);
  if (word?.kind !== "fill" || !word.op.startsWith(levelMeantOps.any)) return undefined;
  const { company } = stateAt(input, spot);
  const { priced, closed, averages, keysOf } = input;
  const isMeant = (metric: string): boolean => {
    if (priced.includes(metric) || closed.includes(metric)) return false;
    if (word.op === levelMeantOps.average) return averages.includes(metric);
    return names[word.op]?.test([metric, ...keysOf(metric)].join(" ")) ?? true;
  };
  const shown = [...input.settled.values()].filter(
    ({ entry, quantity, dimension }) =>
      entry !== null &&
      (dimension === "CNY" || dimension === "点") &&
      entry.company === company &&
      quantity.token.start < word.start &&
      isMeant(entry.claim.metric),
  );
  const [first] = shown;
  return first !== undefined && shown.every(({ base }) => base === first.base) ? settledOperand(first) : null;
}

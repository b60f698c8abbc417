/** Remarks without a number of their own that set the values shown against each other: what the claims do not bear out is reported, and what cannot be told too. */

import { type Bench, reportAt } from "../../bench.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { firstFrom } from "../verdicts/reach.ts";
import { changes } from "./changes.ts";
import { distances } from "./distances.ts";
import { oneAndOthers } from "./one-and-others.ts";
import { places } from "./places.ts";
import { sameness } from "./sameness.ts";
import { sides } from "./sides.ts";
import { type Told, toldBy } from "./told.ts";
import { unknownRanks } from "./unknown-ranks.ts";

const rules = [
  ...distances,
  ...sameness,
  ...changes,
  ...sides,
  ...oneAndOthers,
  ...places,
  ...unknownRanks,
].map(([words, judge]) => [rare(words), judge] as const);

/** No other check need judge words that are borne out, nor the than behind them. */
function settle({ found, behind }: Told, { input, judged }: Bench): void {
  const end = found.index + found[0].length;
  for (let at = firstFrom(input.tokens, found.index); at < input.tokens.length; at++) {
    const each = input.tokens[at];
    if (each === undefined || each.start >= end) break;
    judged.add(each);
  }
  for (const each of behind) if (each.op === "than") judged.add(each);
}

export function checkTold(bench: Bench): void {
  for (const [words, judge] of rules)
    for (const told of toldBy(words, bench)) {
      const isSo = judge(told);
      if (isSo === true) settle(told, bench);
      if (isSo === false || isSo === null)
        reportAt(bench, told.found.index + told.found[0].length - 1, "comparison_false");
    }
}

/** Comparisons whose word stands behind the side that is compared with: 位于20日均线上方. */

import { claimsOf } from "../claims/claim-book.ts";
import { averagesOp } from "../tokens/measures/averages.ts";
import { isAll, opensPlace } from "../tokens/readers/side-words.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  measuresOf,
  type Operand,
  operandOf,
  ownBefore,
  type Spot,
  settledOperand,
  stateAt,
  usersSide,
  type Verdict,
} from "./comparison-sides.ts";
import { leftUnsaid } from "./elided-comparisons.ts";
import { averageSide, averagesIn, laterOperand } from "./named-sides.ts";
import { judge, leftOperand } from "./operands.ts";
import { judgeMeasures } from "./paired-comparison.ts";

/** How far before the other side 均 and 都 may stand, in tokens. */
const allReach = 4;

/** Where the side begins that the word stands behind: after 在 or 位于, else at its measure. */
function referenceAt(own: readonly Token[], lower: string): number {
  const begin = own.findLastIndex((each) => opensPlace(each, lower));
  if (begin >= 0) return begin;
  return own.findLastIndex(({ kind, op }) => kind === "metric" || op === averagesOp);
}

/** How far before the word 您的 may stand, in tokens. */
const longestPhrase = 10;

const opposite: Readonly<Record<string, string>> = { ">": "<=", "<": ">=" };

/** 不在20日均线之上: at or below it. */
function operatorOf(word: Token | undefined, own: readonly Token[], lower: string): string {
  const op = (word?.op ?? "").charAt(0);
  const denial = own[own.findLastIndex((each) => opensPlace(each, lower)) - 1];
  const isDenied = denial?.kind === "negation" || (denial?.kind === "text" && /^[不未没]$/.test(denial.op));
  return isDenied ? (opposite[op] ?? op) : op;
}

/** 位于20日均线上方: the measure before the word is the right side, what came before it the left. */
export function judgePost(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const from = clauseStart(flat, at);
  const own = ownBefore(spot);
  const op = operatorOf(flat[at], own, input.lower);
  const isReference = own.some(
    (each) =>
      each.kind === "metric" || each.kind === "number" || each.kind === "company" || each.op === averagesOp,
  );
  const user = own.findLastIndex(({ kind }) => kind === "user");
  const mine = user >= Math.max(0, own.length - longestPhrase) ? user : Math.max(0, own.length - 2);
  const users = usersSide(input, own.slice(mine), stateAt(input, spot).company);
  if (users !== null) return judge(op, leftOperand(input, { flat, at: from + mine }, users), users);
  if (!isReference) return null;
  const state = stateAt(input, spot);
  const begin = referenceAt(own, input.lower);
  const pivot = { flat, at: begin < 0 ? at : from + begin };
  const beside = (right: Operand | null) =>
    right === null
      ? null
      : (leftOperand(input, pivot, right) ?? laterOperand(input, pivot, right) ?? leftUnsaid(input, pivot));
  const measure = own.slice(Math.max(begin, 0)).findLast(({ kind }) => kind === "metric");
  const isOfAll = own.slice(0, Math.max(begin, 0)).slice(-allReach).some(isAll);
  const paired = isOfAll && measure !== undefined ? judgeMeasures({ input, spot, op }, measure) : undefined;
  if (paired !== undefined) return paired;
  const average = averagesIn(input, own.slice(Math.max(begin, 0)), state.company);
  if (average !== null) return judge(op, beside(average), average);
  const line = averageSide(input, state.company, own.slice(begin + 1));
  if (line !== null) return judge(op, beside(line), line);
  const reference = own.slice(Math.max(begin, 0));
  const lastMetric = reference.findLastIndex((each) => each.kind === "metric");
  const named = reference[lastMetric];
  const number = reference.findLast((each) => each.kind === "number");
  const settled = number === undefined ? undefined : input.settled.get(number);
  const right =
    settled !== undefined && reference.indexOf(settled.quantity.token) > lastMetric
      ? settledOperand(settled)
      : operandOf(
          claimsOf(
            state.company,
            named === undefined ? [] : measuresOf(input, named, state.company),
            input.book,
          ),
        );
  return judge(op, beside(right), right);
}

/** 高于昨天的收盘价, 与前收盘持平: the close of the day before, where the claims have it as the previous close or tell the day's change. */
import { claimsOf } from "../claims/claim-book.ts";
import { earlierTime } from "../tokens/readers/turn-words.ts";
import { kindsOf, type Token, upTo } from "../tokens/token.ts";
import {
  type ComparisonInput,
  holds,
  type Operand,
  operandOf,
  ownBefore,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

const isDayBefore = ({ kind, op, start, end }: Token, lower: string): boolean =>
  (kind === "relative" && (op === "yesterday" || op === "past")) ||
  (op === earlierTime && /[日天]$/.test(lower.slice(start, end)));

/**
 * Undefined where the words name no measure of the day before, or more than that; null where the claims have none of that day, or the
 * close of several days.
 */
export function ofDayBefore(
  input: ComparisonInput,
  stretch: readonly Token[],
  company: string | null,
): Operand | null | undefined {
  const at = stretch.findIndex((each) => isDayBefore(each, input.lower));
  const measure = at < 0 ? undefined : stretch.slice(at + 1).find(({ kind }) => kind === "metric");
  if (measure === undefined) return undefined;
  if (stretch.some(({ kind }) => kind === "company" || kind === "number" || kind === "date"))
    return undefined;
  if (!measure.metrics.every((id) => input.closed.includes(id))) return null;
  return operandOf(claimsOf(company, input.previous, input.book));
}

const barring = kindsOf("entity foreign scope user negation date window growth count vague licensed");

/** The one word of the clause for the close before, with the word of its day; undefined where there are none or several. */
function closeBefore({ previous, closed, lower }: ComparisonInput, clause: readonly Token[]) {
  const found = clause.flatMap((each, at) => {
    const day = clause.slice(Math.max(0, at - 2), at).find((one) => isDayBefore(one, lower));
    const isNamed = each.metrics.some((id) => previous.includes(id));
    const isClose = day !== undefined && each.metrics.some((id) => closed.includes(id));
    return each.kind === "metric" && (isNamed || isClose) ? [[each, day]] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** How far it lies from it no change of the day is asked for. */
const isGraded = ({ start, end }: Token, lower: string): boolean =>
  /远|大幅|略|稍|明显|(?<![a-z])(?:far|well|much|way|just|slightly|barely)(?![a-z])/.test(
    lower.slice(Math.max(0, start - 9), end),
  );

const plainText = /^(?:[仍也还依然旧又完全刚好基本正.:'s]|still|yes|so|just|exactly|far|now)$/;

/** By the day's change of the price; undefined where the claims hold that close, or where anything else is spoken of. */
export function judgeByChange(input: ComparisonInput, spot: Spot, isNamed = true): Verdict | undefined {
  const word = spot.flat[spot.at] as Token;
  const op = word.op.replace("post", "");
  if (!/^[<>=]=?$/.test(op) || isGraded(word, input.lower)) return undefined;
  const clause = [...ownBefore(spot), word, ...upTo(stretchAfter(spot), ({ kind }) => kind === "open")];
  const close = closeBefore(input, clause);
  const { company } = stateAt(input, spot);
  if (isNamed !== (close !== undefined)) return undefined;
  if (claimsOf(company, input.previous, input.book).length > 0) return undefined;
  const prices = claimsOf(company, [...input.priced, ...input.closed], input.book);
  const moves = claimsOf(company, input.changes, input.book);
  const own = [...prices, ...moves];
  const isOfDay = own.every(({ asOf, window }) => window === null && asOf.day === moves[0]?.asOf.day);
  const shown = spot.flat.slice(0, spot.at).flatMap((each) => input.settled.get(each)?.entry ?? []);
  const last = shown.at(-1);
  const isOther = ({ kind, op: said, metrics }: Token) =>
    barring.has(kind) ||
    (kind === "company" && said !== company) ||
    (kind === "relative" && said !== "today") ||
    (kind === "fill" && said === earlierTime) ||
    (kind === "text" && !plainText.test(said)) ||
    (kind === "metric" && !own.some(({ claim }) => metrics.includes(claim.metric)));
  if (moves.length === 0 || !isOfDay || (last !== undefined && !own.includes(last))) return undefined;
  // 和昨天持平
  const isSide = (each: Token, at: number) =>
    clause[at - 1]?.kind === "join" && isDayBefore(each, input.lower);
  const isSaid = (each: Token, at: number) => close?.includes(each) === true || isSide(each, at);
  if (clause.some((each, at) => !isSaid(each, at) && isOther(each))) return undefined;
  return moves.every(({ base }) => holds(op, base, 0)) ? null : "comparison_false";
}

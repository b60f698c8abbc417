/** 超过35亿元 of 35.42: a bound is true where the number is the claim's rounded value and the value lies on the side that is said. */

import type { Quantity } from "../binding/quantity.ts";
import { type NumberRead, sizeOf, type Token } from "../tokens/token.ts";
import type { BookClaim } from "./claim-book.ts";

const bounding: readonly (readonly [words: RegExp, side: Quantity["bound"]])[] = [
  [/^(?:超过|超|逾|超出|more than|over|in excess of|just over|upwards of)$/, ">"],
  [
    /^(?:不足|不到|less than|under|just under|(?:just |well )?s(?:hort|hy) of|近|将近|几近|nearly|almost)$/,
    "<",
  ],
  [/^(?:接近|close to)$/, "~"],
];
const undoing: ReadonlySet<string> = new Set(["forecast", "negation"]);

/** The side that the word before the number puts the value on; empty where it puts it on none or anything undoes it. */
export function boundOf(
  word: Token | undefined,
  {
    around,
    between,
    lower,
  }: { readonly around: readonly Token[]; readonly between: readonly Token[]; readonly lower: string },
): Quantity["bound"] {
  if (word?.kind !== "vague") return "";
  const said = lower.slice(word.start, word.end);
  const [, side = ""] = bounding.find(([words]) => words.test(said)) ?? [];
  if (side === "") return "";
  if (around.some(({ kind }) => undoing.has(kind)) || between.some(({ kind }) => kind === "derived"))
    return "";
  return side;
}

/** 2万亿, 3670亿: with one digit or a nought at its end a number is a round one, which a comparison may not set the claim beside. */
export const isRound = ({ shown }: NumberRead): boolean => shown.digits < 10n || shown.digits % 10n === 0n;

/** Of the claims that the number is the rounded value of, those that lie on the side said. `isUsers`: the user has named the number. */
export function withinBound(
  { bound, number }: Quantity,
  options: readonly BookClaim[],
  isUsers: boolean,
): readonly BookClaim[] {
  const said = sizeOf(number);
  // 超过2万亿 of 2.4, 接近40元 of 39.62: a round number is no rendering of the claim, unless it was asked about.
  if (isRound(number) && !isUsers) return [];
  const isOnSide = (size: number): boolean =>
    bound === "~" ? size !== said : bound === ">" ? size > said : size < said;
  return options.filter(({ base }) => isOnSide(Math.abs(base)));
}

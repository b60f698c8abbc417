/** The words of 在MA20与MA5之间 and between its averages. */
import type { Token } from "./token.ts";

/** Operators of the word behind the two (之间) and before them (between). */
export const betweenAfter = "between-after";
export const betweenBefore = "between-before";

/** What begins such a phrase: 在, 介于, 位于. */
export const opensBetween = ({ kind, op }: Token): boolean =>
  (kind === "fill" && /^(?:在|站在|位于|处于|处在|落在|介于|夹在|居于)$/.test(op)) ||
  (kind === "text" && op === "介");

/** The word that parts the two. */
export const joinsBetween = ({ kind, op }: Token): boolean =>
  kind === "join" || (kind === "fill" && (op === "and its" || op === "以及其"));

export const isBetween = ({ kind, op }: Token): boolean =>
  kind === "compare" && (op === betweenAfter || op === betweenBefore);

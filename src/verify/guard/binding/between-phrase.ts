import { betweenAfter, betweenBefore, joinsBetween, opensBetween } from "../tokens/side-words.ts";
import type { Token } from "../tokens/token.ts";
import type { Window } from "./clause-input.ts";
import type { Context } from "./context.ts";

/** What was spoken of before 在MA20与MA5之间: the two are set beside it, and what follows is of it again. */
export interface BetweenPhrase {
  readonly context: Pick<Context, "metrics" | "sign" | "metricIsOpen" | "metricIsWeak" | "barred">;
  readonly named: Token | null;
  /** True for the word before the two: between. */
  readonly isBefore: boolean;
  readonly isJoined: boolean;
}

/** The phrase that the token begins, goes on with or ends; `context` and `window` are set back where it ends. */
export function followPhrase(
  phrase: BetweenPhrase | null,
  each: Token,
  context: Context,
  window: Window,
): BetweenPhrase | null {
  const isBefore = each.op === betweenBefore;
  if (isBefore || (opensBetween(each) && phrase?.isBefore !== true)) {
    const { metrics, sign, metricIsOpen, metricIsWeak, barred } = context;
    const outer = { metrics, sign, metricIsOpen, metricIsWeak, barred };
    return { context: outer, named: window.named, isBefore, isJoined: false };
  }
  if (phrase === null) return null;
  const ends = phrase.isBefore ? phrase.isJoined && each.op === "at" : each.op === betweenAfter;
  if (!ends) return joinsBetween(each) ? { ...phrase, isJoined: true } : phrase;
  endPhrase(phrase, context, window);
  return null;
}

function endPhrase(phrase: BetweenPhrase, context: Context, window: Window): void {
  Object.assign(context, phrase.context);
  window.named = phrase.named;
}

/** At the end of its clause a phrase with the word before the two has ended. */
export function closePhrase(phrase: BetweenPhrase | null, context: Context, window: Window): void {
  if (phrase?.isBefore === true && phrase.isJoined) endPhrase(phrase, context, window);
}

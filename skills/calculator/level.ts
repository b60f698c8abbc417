import { type Given, type Question, stated } from "./question.ts";

/** Which way something moves. */
export const rises = /涨|升|\b(?:up|rises?|gains?)\b/;
export const falls = /跌|降|\b(?:down|falls?|drops?|loses?)\b/;

const hits = /\b(?:hits?|reach(?:es)?|goes|falls|drops)\b/;

const levelIn = /(?:到|至|成|回)了?\s*⟨(\d+)⟩|\b(?:to|hits?|reach(?:es)?)\s*⟨(\d+)⟩/;

/** The amount that a price is supposed to come to, and the question's others; null where there is none. */
export function levelOf(
  question: Question,
): { readonly level: Given; readonly others: readonly Given[] } | null {
  const match = levelIn.exec(question.words);
  const level = question.given[Number(match?.[1] ?? match?.[2])];
  if (
    level?.kind !== "amount" ||
    !(rises.test(question.words) || falls.test(question.words) || hits.test(question.words))
  )
    return null;
  return { level, others: stated(question).filter((each) => each !== level) };
}

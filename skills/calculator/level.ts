import { type Given, type Question, stated } from "./question.ts";

/** Which way something moves. */
export const rises = /涨|升|\b(?:up|rises?|gains?)\b/;
export const falls = /跌|降|\b(?:down|falls?|drops?|loses?)\b/;

const hits = /\b(?:hits?|reach(?:es)?|goes|falls|drops)\b/;

const levelIn = /(?:到|至|成|回)了?\s*⟨(\d+)⟩|\b(?:to|hits?|reach(?:es)?)\s*⟨(\d+)⟩/;

/** 离1900还差多少, how far from 1900. */
const wayTo =
  /(?:[离距]离?|到(?=\s*⟨\d+⟩\s*[元块]?还))\s*⟨(\d+)⟩|\b(?:how far|away)\b.{0,40}\b(?:from|to)\s*⟨(\d+)⟩/;

/** The amount that a price is supposed to come to, and the question's others; null where there is none. */
export function levelOf(
  question: Question,
): { readonly level: Given; readonly others: readonly Given[] } | null {
  const way = wayTo.exec(question.words);
  const match = way ?? levelIn.exec(question.words);
  const level = question.given[Number(match?.[1] ?? match?.[2])];
  if (
    level?.kind !== "amount" ||
    !(way !== null || rises.test(question.words) || falls.test(question.words) || hits.test(question.words))
  )
    return null;
  return { level, others: stated(question).filter((each) => each !== level) };
}

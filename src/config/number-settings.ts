import { z } from "zod";

/** A setting that is a whole number within bounds. */
export function wholeNumber(from: number, to: number) {
  const fits = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to;
  return z.string().refine(fits, `must be a whole number from ${from} to ${to}`).transform(Number);
}

/** A setting that is a part of one: 0, 0.01, 1. */
export const share = z
  .string()
  .refine(
    (text) => /^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text),
    "must be a number from 0 to 1, with at most six decimals",
  )
  .transform(Number);

/** A setting that is a sum of money, in the operator's currency. */
export const money = z
  .string()
  .refine(
    (text) => /^\d{1,6}(?:\.\d{1,6})?$/.test(text) && Number(text) > 0,
    "must be a sum above 0 and below 1000000, with at most six decimals",
  )
  .transform(Number);

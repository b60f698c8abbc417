import { z } from "zod";

/** The most codes and names an input may hold: a message cannot usefully name more, and each costs a look at the list. */
export const maxQueries = 60;

/** The well-known keys of a skill's input, as most skills take them. */
export const codesInput = z
  .array(z.string().min(1).max(64))
  .max(maxQueries)
  .optional()
  .describe("Codes or company names as the user wrote them.");

export const dateInput = z
  .string()
  .max(64)
  .optional()
  .describe("Only a time the user named: a day as ISO date, a stretch in the user's words.");

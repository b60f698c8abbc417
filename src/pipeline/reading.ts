import { oncePer } from "#contract";
import type { MessageReading, TurnRun } from "./ports.ts";

/** The message of a run as the language layer reads it: once, however many stages look. */
export const readingOf: (run: TurnRun) => MessageReading = oncePer(({ ports, message, session, now }) =>
  ports.text.read({ text: message.text, session, now }),
);

import type { MessageReading, TurnRun } from "./ports.ts";

const readings = new WeakMap<TurnRun, MessageReading>();

/** The message of a run as the language layer reads it: once, however many stages look. */
export function readingOf(run: TurnRun): MessageReading {
  const { message, session, now } = run;
  const reading = readings.get(run) ?? run.ports.text.read({ text: message.text, session, now });
  readings.set(run, reading);
  return reading;
}

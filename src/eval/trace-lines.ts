import type { CaseResult } from "./run-cases.ts";

/** `trace.jsonl`: every step of every turn, one a line, with its case and the number of its turn there from 1. */
export function traceLines(results: readonly CaseResult[]): string {
  const lines = results.flatMap(({ id, turns }) =>
    turns.flatMap(({ steps }, at) =>
      steps.map((step) => JSON.stringify({ case: id, turn: at + 1, ...step })),
    ),
  );
  return lines.map((line) => `${line}\n`).join("");
}

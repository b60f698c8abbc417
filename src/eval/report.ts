import type { EvalMetrics, GateResult } from "./eval-metrics.ts";
import type { CaseResult } from "./run-cases.ts";

const shown = (value: unknown): string =>
  value === null
    ? "-"
    : typeof value === "number"
      ? String(Math.round(value * 10_000) / 10_000)
      : String(value);

const row = (name: string, text: string): string => `  ${name.padEnd(32)} ${text}`;

function failedLines(results: readonly CaseResult[]): string[] {
  return results
    .filter(({ passed }) => !passed)
    .flatMap(({ id, turns }) =>
      turns.flatMap(({ question, faults, prose }) =>
        faults.length === 0
          ? []
          : [
              `✗ ${id}  ${[...question.replace(/\s+/g, " ")].slice(0, 40).join("")}`,
              ...faults.map((fault) => `    ${fault}`),
              `    answer: ${[...prose.replace(/\s+/g, " ")].slice(0, 120).join("") || "-"}`,
            ],
      ),
    );
}

/** The run as text: what failed and why, the cases by tag, the metrics, and the gates where they were asked for. */
export function renderReport(
  results: readonly CaseResult[],
  metrics: EvalMetrics,
  gates: readonly GateResult[],
): string {
  const { by_tag, v: _, finish_reasons, counters, token_usage, ...figures } = metrics;
  const counts = { ...finish_reasons, ...counters, ...token_usage };
  return [
    ...failedLines(results),
    "cases by tag",
    ...Object.entries(by_tag).map(([tag, { cases, passed }]) => row(tag, `${passed}/${cases}`)),
    "metrics",
    ...Object.entries(figures).map(([name, value]) => row(name, shown(value))),
    ...Object.entries(counts).map(([name, value]) => row(name, shown(value))),
    ...(gates.length === 0 ? [] : ["gates"]),
    ...gates.map(({ metric, limit, value, ok }) =>
      row(metric, `${ok ? "ok   " : "FAIL "} ${shown(value)} (${limit})`),
    ),
  ].join("\n");
}

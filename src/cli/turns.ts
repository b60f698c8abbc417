import { type ModelCallRecord, recordedAt, type Turn } from "#contract";
import type { TurnSummary } from "../journal/summaries.ts";

/** Shanghai time with its offset, as the site has it. */
const time = (epochMs: number): string =>
  `${new Date(epochMs + 8 * 3_600_000).toISOString().replace("T", " ").slice(0, 19)}+08:00`;

const line = ({ id, state, accepted_ms, ended_ms, error, text }: TurnSummary): string => {
  const took = ended_ms === undefined ? "" : `${ended_ms - accepted_ms} ms`;
  const question = [...text.replace(/\s+/g, " ")].slice(0, 40).join("");
  return [time(accepted_ms), state.padEnd(14), took.padStart(9), id, error ?? "", question]
    .filter(Boolean)
    .join("  ");
};

/** What calls cost in the operator's currency; undefined where the price of one of them is not known. */
export type CostOf = (models: readonly ModelCallRecord[]) => number | undefined;

/** What the calls of a turn came to, as JSON has it: `cost` is null where a price is missing in MODEL_PRICES. */
const paidOf = (models: readonly ModelCallRecord[], costOf: CostOf) => ({
  tokens: models.reduce((sum, { usage }) => sum + usage.prompt_tokens + usage.completion_tokens, 0),
  cost: costOf(models) ?? null,
});

/** The lines of `qianmen turns`, newest first; one a line, or one JSON array. `empty`: said in place of none. */
export function turnLines(
  turns: readonly TurnSummary[],
  options: { json: boolean; costOf: CostOf; empty: string },
): string {
  if (options.json)
    return JSON.stringify(
      turns.map(({ models, ...turn }) => ({ ...turn, ...paidOf(models, options.costOf) })),
    );
  return turns.length === 0 ? options.empty : turns.map(line).join("\n");
}

/** A whole turn as `ask --json` prints it: plan, trace, claims, verdict, prose, timings. */
export function wholeTurn(turn: Turn, costOf: CostOf): object {
  const route = recordedAt(turn, "route");
  const execute = recordedAt(turn, "execute");
  const { id, state, error, message, market_now, run, accepted_ms, started_ms, ended_ms } = turn;
  const stages = turn.stages.map(({ stage, attempt, ms }) => ({ stage, attempt, ms }));
  return {
    v: turn.v,
    id,
    state,
    ...(error === undefined ? {} : { error }),
    question: message.text,
    market_now,
    run,
    plan: route?.plan ?? null,
    routed_by: route?.by ?? null,
    trace: execute?.trace ?? [],
    claims: execute?.claims ?? [],
    verdict: recordedAt(turn, "verify") ?? null,
    synthesis: recordedAt(turn, "synthesize") ?? null,
    guard: recordedAt(turn, "guard") ?? null,
    prose: turn.reply?.text ?? null,
    models: turn.models,
    ...paidOf(turn.models, costOf),
    timings: {
      queued_ms: started_ms === undefined ? null : started_ms - accepted_ms,
      total_ms: ended_ms === undefined ? null : ended_ms - accepted_ms,
      stages,
    },
  };
}

import type { ExecuteRecord, RouteRecord, StageRecord, Turn } from "#contract";
import { AppError, endStates } from "#contract";
import type { PipelinePorts } from "../pipeline/ports.ts";
import { readStage, replayLog } from "../pipeline/replay.ts";
import { runTurn } from "../pipeline/turn.ts";

export interface ReplayOptions {
  readonly turn: Turn;
  readonly ports: PipelinePorts;
  /** Stage from which everything runs anew; earlier ones are the original's. */
  readonly from: string;
  /** Data are fetched anew, at the present market clock, instead of read from the original's trace. */
  readonly live: boolean;
  readonly signal: AbortSignal;
}

/** One compared thing: what it was, what the replay made of it. */
export interface ReplayRow {
  readonly what: "state" | "plan" | "values" | "claims failed" | "prose";
  readonly before: string;
  readonly after: string;
}

export interface ReplayReport {
  readonly turn: string;
  readonly same: boolean;
  readonly rows: readonly ReplayRow[];
}

interface Outcome {
  readonly state: string;
  readonly stages: readonly StageRecord[];
  readonly prose: string;
}

const shownState = (state: string, error: string | undefined): string =>
  state === "failed" ? `failed (${error})` : state;

const last = <Value>(stages: readonly StageRecord[], stage: StageRecord["stage"]): Value | undefined =>
  stages.findLast((record) => record.stage === stage)?.value as Value | undefined;

const planOf = (stages: readonly StageRecord[]): string =>
  (last<RouteRecord>(stages, "route")?.plan.actions ?? [])
    .map(({ skill, input }) => `${skill} ${JSON.stringify(input)}`)
    .join("; ");

const valuesOf = (stages: readonly StageRecord[]): string =>
  (last<ExecuteRecord>(stages, "execute")?.claims ?? [])
    .map((claim) =>
      claim.kind === "numeric" ? `${claim.code} ${claim.metric}=${claim.value} @${claim.as_of}` : claim.kind,
    )
    .join("; ");

const failuresOf = (stages: readonly StageRecord[]): string =>
  (last<{ failures: readonly { claim_index: number; reason: string }[] }>(stages, "verify")?.failures ?? [])
    .map(({ claim_index, reason }) => `${claim_index}: ${reason}`)
    .join("; ");

function rowsOf(before: Outcome, after: Outcome): readonly ReplayRow[] {
  const row = (what: ReplayRow["what"], of: (outcome: Outcome) => string): ReplayRow => ({
    what,
    before: of(before),
    after: of(after),
  });
  return [
    row("state", ({ state }) => state),
    row("plan", ({ stages }) => planOf(stages)),
    row("values", ({ stages }) => valuesOf(stages)),
    row("claims failed", ({ stages }) => failuresOf(stages)),
    row("prose", ({ prose }) => prose),
  ];
}

/** Runs a turn again without sending anything or touching the original, and sets both side by side. */
export async function replay({ turn, ports, from, live, signal }: ReplayOptions): Promise<ReplayReport> {
  if (!endStates.has(turn.state)) throw new AppError("INVALID_ARGS", `${turn.id} is still ${turn.state}`);
  const { message } = turn;
  const journal = replayLog(turn, readStage(from), live);
  const now = live ? ports.clock.market() : (turn.market_now ?? ports.clock.market());
  const language = ports.text.languageOf(message.text);
  const session = last<RouteRecord>(turn.stages, "route")?.context ?? [];
  const outcome = await runTurn({ ports, message, session, language, now, journal, signal }).then(
    ({ state, error, reply }) => ({ state: shownState(state, error), prose: reply.text }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { state: shownState("failed", error.code), prose: "" };
    },
  );
  const original: Outcome = {
    state: shownState(turn.state, turn.error),
    stages: turn.stages,
    prose: turn.reply?.text ?? "",
  };
  const kept = turn.stages.filter(({ stage, attempt }) => journal.recall(stage, attempt) !== undefined);
  const rows = rowsOf(original, { ...outcome, stages: [...kept, ...journal.stages] });
  return { turn: turn.id, same: rows.every(({ before, after }) => before === after), rows };
}

/** The report as text: one line where nothing changed, both sides where something did. */
export function replayText({ turn, same, rows }: ReplayReport): string {
  const head = `replay of ${turn} (dry run, nothing is sent): ${same ? "same result" : "results differ"}`;
  const body = rows.flatMap(({ what, before, after }) =>
    before === after
      ? [`  ${what}: ${before || "-"}`]
      : [`- ${what}: ${before || "-"}`, `+ ${what}: ${after || "-"}`],
  );
  return [head, ...body].join("\n");
}

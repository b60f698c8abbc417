import type { ReplayReport } from "../pipeline/replay/replay-report.ts";
import { type ReplayOptions, rerun } from "../pipeline/replay/rerun.ts";

/** Runs a turn again without sending anything or touching the original, and sets both side by side. */
export const replay = async (options: ReplayOptions): Promise<ReplayReport> => (await rerun(options)).report;

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

import type { Artifact } from "#contract";
import type { TurnRun } from "../ports.ts";
import type { TurnView } from "../verify/view.ts";

/** The pictures of an answer, and how many could not be drawn. */
export interface DrawnCharts {
  readonly artifacts: readonly Artifact[];
  readonly failed: number;
}

/** Draws the charts of the answer from its trace, so that no record but the reply holds a picture. */
export async function drawCharts({ ports, signal }: TurnRun, view: TurnView): Promise<DrawnCharts> {
  const plots = view.actions
    .flatMap(({ charts }) => charts)
    .map((id) => view.trace.find(({ tool_call_id }) => tool_call_id === id));
  const drawn = await Promise.all(
    plots.map((plot) => (plot === undefined ? null : ports.drawChart(plot, view.trace, signal))),
  );
  // What was stopped has not failed: it is drawn by whoever takes the turn up again.
  signal.throwIfAborted();
  const artifacts = drawn.filter((artifact) => artifact !== null);
  return { artifacts, failed: drawn.length - artifacts.length };
}

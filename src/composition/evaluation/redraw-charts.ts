import { type Artifact, recordedAt, type Turn } from "#contract";
import type { PipelinePorts } from "../../pipeline/ports.ts";
import { viewOf } from "../../pipeline/verify/view.ts";

/** The pictures of an ended turn, drawn anew from its trace: the journal keeps none. */
export async function drawnFor(
  turn: Turn,
  { drawChart, text }: Pick<PipelinePorts, "drawChart" | "text">,
): Promise<readonly Artifact[]> {
  const [route, executed, verdict] = [
    recordedAt(turn, "route"),
    recordedAt(turn, "execute"),
    recordedAt(turn, "verify"),
  ];
  if (route === undefined || executed === undefined || verdict === undefined) return [];
  const { actions, trace } = viewOf(executed, verdict, route.plan.language, text);
  // In the order in which the answer had them.
  const plots = actions
    .flatMap(({ charts }) => charts)
    .flatMap((id) => trace.find(({ tool_call_id }) => tool_call_id === id) ?? []);
  const drawn = await Promise.all(plots.map((plot) => drawChart(plot, trace)));
  return drawn.filter((picture) => picture !== null);
}

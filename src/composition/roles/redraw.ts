import type { Artifact, IncomingMessage, OutboundPart, Reply } from "#contract";
import type { Journal } from "../../journal/journal.ts";
import type { PipelinePorts } from "../../pipeline/ports.ts";
import { drawnFor } from "../evaluation/redraw-charts.ts";

export interface RedrawServices {
  readonly journal: Pick<Journal, "read">;
  readonly pipeline: Pick<PipelinePorts, "drawChart" | "text">;
  readonly partsOf: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[];
}

/** Makes the pictures and files of a part anew from its turn's record; undefined where that is gone or no longer leads to them. */
export function createRedraw({ journal, pipeline, partsOf }: RedrawServices) {
  return async ({ turnId, part, artifacts = [] }: OutboundPart): Promise<readonly Artifact[] | undefined> => {
    const turn = await journal.read(turnId);
    if (turn?.reply === undefined) return undefined;
    const drawn = await drawnFor(turn, pipeline);
    const parts = partsOf(turn.message, {
      ...turn.reply,
      ...(drawn.length === 0 ? {} : { artifacts: [...drawn] }),
    });
    const names = artifacts.map(({ name }) => name).join();
    // In its own place first: with one picture fewer than before the others have moved up.
    const all = [parts[part], ...parts].map((each) => each?.artifacts ?? []);
    return all.find((each) => each.length > 0 && each.map(({ name }) => name).join() === names);
  };
}

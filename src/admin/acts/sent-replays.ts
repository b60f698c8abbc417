import type { Journal } from "../../journal/journal.ts";
import { unmarked } from "./marks.ts";

/** A replay that was sent to the person. */
export interface SentReplay {
  /** Of its turn. */
  readonly id: string;
  readonly atMs: number;
  /** What it said, without its mark. */
  readonly text: string;
}

/** Those of these turns whose records are still there, in their order. */
export async function sentReplays(
  { read }: Pick<Journal, "read">,
  ids: readonly string[],
): Promise<readonly SentReplay[]> {
  const turns = await Promise.all(ids.map((id) => read(id)));
  return turns.flatMap((turn) =>
    turn === null ? [] : [{ id: turn.id, atMs: turn.accepted_ms, text: unmarked(turn.reply?.text ?? "") }],
  );
}

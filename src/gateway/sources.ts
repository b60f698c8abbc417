import {
  type Claim,
  chatKey,
  type ExecuteRecord,
  type IncomingMessage,
  isQuoting,
  type StageName,
  sessionKey,
  type ToolCall,
  type Turn,
  type Verdict,
} from "#contract";
import type { Journal } from "../journal/journal.ts";
import type { Memory } from "../memory/session.ts";

/** One shown claim with the tool call that it cites. */
export interface SourceEntry {
  readonly claim: Claim;
  readonly call?: ToolCall;
}

/** The verified claims of a finished turn: those of the pass that its answer was written from, as the Verifier let them through. */
export function sourcesOf(turn: Turn): readonly SourceEntry[] {
  const written = turn.stages.findLast(({ stage }) => stage === "synthesize");
  const pass = (name: StageName) =>
    turn.stages.findLast(
      ({ stage, attempt }) => stage === name && (written === undefined || attempt === written.attempt),
    );
  const executed = pass("execute");
  if (executed === undefined) return [];
  // Recorded by the pipeline of this version or an older one.
  const { claims, trace } = executed.value as ExecuteRecord;
  const verified = pass("verify");
  const failures = (verified?.value as Verdict | undefined)?.failures ?? [];
  const withheld = new Set(failures.map(({ claim_index }) => claim_index));
  return claims.flatMap((claim, index): SourceEntry[] => {
    if (withheld.has(index)) return [];
    const { cite } = claim;
    const call =
      cite.kind === "tool" ? trace.find((row) => row.tool_call_id === cite.tool_call_id) : undefined;
    return [{ claim, ...(call === undefined ? {} : { call }) }];
  });
}

export interface SourceLookup {
  readonly journal: Pick<Journal, "read" | "quotes">;
  readonly memory: Pick<Memory, "recall">;
}

/** The turn a `/source` is about: the named one if it belongs to this chat, else the quoted one, else the conversation's last with numbers. */
export async function turnAskedAbout(
  { journal, memory }: SourceLookup,
  message: IncomingMessage,
  turnId: string,
): Promise<Turn | null> {
  if (turnId !== "") {
    const named = await journal.read(turnId);
    return named !== null && chatKey(named.message) === chatKey(message) ? named : null;
  }
  // Not the last one in its place: its numbers would be taken for the quoted ones.
  if (isQuoting(message)) return journal.quotes.find(message);
  const session = await memory.recall(sessionKey(message));
  const answered = session.filter((turn) => turn.answered === true || turn.claims.length > 0);
  // Small talk may carry on what an answer was about; the numbers stand in that answer's record.
  for (const id of new Set(answered.map((turn) => turn.turnId).toReversed())) {
    const turn = await journal.read(id);
    if (turn !== null && sourcesOf(turn).length > 0) return turn;
  }
  return null;
}

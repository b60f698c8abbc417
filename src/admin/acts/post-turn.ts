import type { OutboundPart } from "#contract";
import { type WholeTurn, wholeRun, wholeTurnSteps } from "../../journal/whole-turn.ts";
import type { Step } from "../../queue/step.ts";
import type { ActPorts } from "../ports.ts";

type Steps = readonly Step[];

/**
 * Records a turn that was done beforehand and puts its answer on its way, all in one script: a crash leaves nothing half-way. False: one of the
 * steps `before` stopped the rest, or there is a turn of this id; nothing was posted.
 */
export async function postTurn(
  { journal, outbox, together }: Pick<ActPorts, "journal" | "outbox" | "together">,
  turn: WholeTurn,
  parts: readonly OutboundPart[],
  /** What else is done in the script: before all of it, and once the answer is posted. */
  { before = [], beside = [] }: { readonly before?: Steps; readonly beside?: Steps } = {},
): Promise<boolean> {
  const { first, last } = wholeTurnSteps(journal, turn);
  const posting = outbox.posting({ id: turn.message.id, run: wholeRun }, parts);
  const steps = [...before, first, posting.first, ...beside, last];
  const replies = await together([...steps, ...posting.last]).catch((error: unknown) => {
    posting.drop();
    throw error;
  });
  if (replies.length < steps.length) {
    posting.drop();
    return false;
  }
  await posting.dispatch(replies[before.length + 1], replies.slice(steps.length));
  return true;
}

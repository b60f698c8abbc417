import { sessionKey, type Turn } from "#contract";
import type { Journal } from "../journal/journal.ts";
import type { Memory } from "../memory/session.ts";
import type { TurnOutcome } from "../pipeline/turn.ts";

/** What the answer says of its asker's watchlist and reminders is done with it, or not at all. */
export function changeSteps(
  { memory, journal }: { readonly memory: Memory; readonly journal: Journal },
  turn: Pick<Turn, "id" | "message">,
  { watchlist, reminders }: Pick<TurnOutcome, "watchlist" | "reminders">,
) {
  const key = journal.turnKey(turn.id);
  return [
    ...(watchlist.length === 0
      ? []
      : [memory.watchlists.changeStep(sessionKey(turn.message), key, watchlist)]),
    ...(reminders.length === 0 ? [] : [memory.reminders.changeStep(turn, key, reminders)]),
  ];
}

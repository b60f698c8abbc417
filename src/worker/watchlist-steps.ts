import { sessionKey, type Turn, type WatchlistChange } from "#contract";
import type { Journal } from "../journal/journal.ts";
import type { Memory } from "../memory/session.ts";

/** What the answer says of the asker's watchlist is done with it, or not at all; a replay says it without doing it. */
export const watchlistSteps = (
  { memory, journal }: { readonly memory: Memory; readonly journal: Journal },
  turn: Turn,
  changes: readonly WatchlistChange[],
) =>
  changes.length === 0 || turn.replay_of !== undefined
    ? []
    : [memory.watchlists.changeStep(sessionKey(turn.message), journal.turnKey(turn.id), changes)];

import { createJournal, type Journal } from "../../journal/journal.ts";
import { createTurnSearch, type TurnSearch } from "../../journal/search/search.ts";
import type { Store } from "../../store/redis.ts";
import type { Foundation } from "../foundation.ts";
import { openStore } from "../redis/open-store.ts";

/** Opens the journal for one use. */
export async function withJournal<Value>(
  foundation: Foundation,
  use: (journal: Journal, search: TurnSearch, store: Store) => Promise<Value>,
): Promise<Value> {
  const { config, clock } = foundation;
  const opened = await openStore(foundation);
  try {
    const journal = createJournal(opened.store, { days: config.core.JOURNAL_DAYS, wallMs: clock.wallMs });
    return await use(journal, createTurnSearch(opened.store), opened.store);
  } finally {
    await opened.close();
  }
}

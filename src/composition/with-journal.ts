import { createJournal, type Journal } from "../journal/journal.ts";
import { type Foundation, openStore } from "./foundation.ts";

/** Opens the journal for one use. */
export async function withJournal<Value>(
  foundation: Foundation,
  use: (journal: Journal) => Promise<Value>,
): Promise<Value> {
  const { config, clock } = foundation;
  const opened = await openStore(foundation);
  try {
    return await use(createJournal(opened.store, { days: config.core.JOURNAL_DAYS, wallMs: clock.wallMs }));
  } finally {
    await opened.close();
  }
}

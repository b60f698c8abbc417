import { AppError, endStates } from "#contract";
import { createAuditLog } from "../../journal/audit-log.ts";
import { createJournal, type Journal } from "../../journal/journal.ts";
import { inBatches } from "../../store/in-batches.ts";
import type { Store } from "../../store/redis.ts";
import { readBackup } from "./backup-file.ts";
import { holdsRecords, isAtWork, openAside, queuesOf } from "./stored-keys.ts";

export interface RestoreOptions {
  /** Whether what is there may be removed. */
  readonly replace: boolean;
  readonly journalDays: number;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
}

export interface Restored {
  /** When the backup was made, ISO 8601. */
  readonly from: string;
  readonly keys: number;
  /** Turns that were open then and are not answered again. */
  readonly ended: number;
  /** Files that stood beside the backed-up Redis and are not in the backup. */
  readonly leftOut: readonly string[];
}

async function refuseAtWork(store: Store): Promise<void> {
  if (await isAtWork(store))
    throw new AppError("INVALID_ARGS", "a service is at work on this Redis: stop it, then restore");
}

/**
 * The turns that were open when a running service was backed up have been answered since: they are not answered again. Of two keys that were
 * read moments apart the list of the open turns may name one whose record has ended.
 */
async function endOpen({ redis, keys }: Store, journal: Journal, nowMs: number): Promise<number> {
  let count = 0;
  for (;;) {
    const page = await journal.list({ limit: 200, state: "open" });
    if (page.length === 0) return count;
    for (const { id, state } of page) {
      if (endStates.has(state)) continue;
      count += 1;
      if (await journal.cancel(id)) continue;
      // Its answer was on its way.
      const turn = await journal.read(id);
      if (turn !== null)
        await journal.end(id, turn.run, { state: "completed", models: turn.models, endedMs: nowMs });
    }
    await redis.zrem(keys.turnsIn("open"), ...page.map(({ id }) => id));
  }
}

/**
 * Puts what a backup holds in the place of what is there. Throws AppError, and then nothing is changed, where a service is at work,
 * where there are records and `replace` is not said, and for a file that is not whole.
 */
export async function restore(
  store: Store,
  path: string,
  { replace, journalDays, wallMs }: RestoreOptions,
): Promise<Restored> {
  await refuseAtWork(store);
  if (!replace && (await holdsRecords(store)))
    throw new AppError(
      "INVALID_ARGS",
      "there are records already: --replace removes all of them in favour of the backup's (make a backup of them first)",
    );
  const aside = await openAside(store, wallMs());
  try {
    const queues = queuesOf(store);
    const waiting = new Set<string>();
    const head = await readBackup(path, async (key) => {
      if (queues.some((prefix) => key.key.startsWith(prefix))) waiting.add(key.key);
      await aside.put(key);
    });
    await refuseAtWork(store);
    await aside.moveIn();
    const journal = createJournal(store, { days: journalDays, wallMs });
    if (head.running) for (const keys of inBatches([...waiting], 200)) await store.redis.unlink(...keys);
    const ended = head.running ? await endOpen(store, journal, wallMs()) : 0;
    const restored = { from: head.at, keys: aside.count(), ended, leftOut: head.left_out ?? [] };
    const after = { ...restored, leftOut: [...restored.leftOut] };
    await createAuditLog(store).write({ atMs: wallMs(), who: "cli", act: "restore", what: head.at, after });
    return restored;
  } finally {
    await aside.drop();
  }
}

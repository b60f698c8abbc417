import { setTimeout as sleep } from "node:timers/promises";
import type { AdapterHost } from "#contract";

type PendingHost = Pick<AdapterHost<object>, "store" | "clock" | "log">;

const group = "pending";
const keptMs = 24 * 3_600_000;
const recallMs = 1000;

/**
 * Ids of messages that the puppet has announced and Redis does not hold yet: wechaty announces once and waits for no
 * acknowledgement, so a process that dies in between asks again for what stands here.
 */
export interface Pending {
  /** Never throws. */
  add(messageId: string): Promise<void>;
  /** Never throws. */
  remove(messageId: string): Promise<void>;
  /**
   * Hands over what is left, oldest first. Resolves after the first try; while the store is away it goes on until the signal aborts. Never
   * rejects.
   */
  recall(take: (messageIds: readonly string[]) => void, signal: AbortSignal): Promise<void>;
}

export function createPending({ store, clock, log }: PendingHost): Pending {
  const away = (): void => log.debug({}, "wechat: nothing is known of pending messages");
  const remove = (messageId: string) => store.deleteEntry(group, messageId).catch(away);
  const isOld = (noted: string) => clock.wallMs() - Number(noted) > keptMs;
  async function left(): Promise<readonly string[]> {
    const entries = [...(await store.entries(group))];
    await Promise.all(entries.filter(([, noted]) => isOld(noted)).map(([id]) => remove(id)));
    const young = entries.filter(([, noted]) => !isOld(noted));
    return young.toSorted((a, b) => Number(a[1]) - Number(b[1])).map(([id]) => id);
  }
  const recall: Pending["recall"] = async (take, signal) => {
    if (signal.aborted) return;
    try {
      take(await left());
    } catch {
      away();
      const later = sleep(recallMs, undefined, { signal }).catch(() => undefined);
      void later.then(() => recall(take, signal));
    }
  };
  return {
    add: (messageId) => store.setEntry(group, messageId, String(clock.wallMs())).catch(away),
    remove,
    recall,
  };
}

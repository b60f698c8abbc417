import type { AdapterHost } from "#contract";

type PendingHost = Pick<AdapterHost<object>, "store" | "clock" | "log">;

const group = "pending";
const keptMs = 24 * 3_600_000;

/**
 * Ids of messages that the puppet has announced and Redis does not hold yet: wechaty announces once and waits for no
 * acknowledgement, so a process that dies in between asks again for what stands here.
 */
export interface Pending {
  /** Never throws. */
  add(messageId: string): Promise<void>;
  /** Never throws. */
  remove(messageId: string): Promise<void>;
  /** Oldest first; empty while the store is away. */
  left(): Promise<readonly string[]>;
}

export function createPending({ store, clock, log }: PendingHost): Pending {
  const away = (): void => log.debug({}, "wechat: pending messages not noted");
  const remove = (messageId: string) => store.deleteEntry(group, messageId).catch(away);
  const isOld = (noted: string) => clock.wallMs() - Number(noted) > keptMs;
  return {
    add: (messageId) => store.setEntry(group, messageId, String(clock.wallMs())).catch(away),
    remove,
    async left() {
      const entries = [...(await store.entries(group).catch(() => new Map<string, string>()))];
      await Promise.all(entries.filter(([, noted]) => isOld(noted)).map(([id]) => remove(id)));
      const young = entries.filter(([, noted]) => !isOld(noted));
      return young.toSorted((a, b) => Number(a[1]) - Number(b[1])).map(([id]) => id);
    },
  };
}

import { createLedger, type Ledger } from "../../src/gateway/ledger.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../../src/queue/outbox.ts";
import type { Store } from "../../src/store/redis.ts";
import { silent, startRedis } from "../store/redis-server.ts";

/** Answers on their way to Telegram, over a real Redis; nobody delivers them by himself. */
export interface DeliveryHarness {
  readonly store: Store;
  readonly journal: Journal;
  readonly queue: OrderedQueue;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** `wallMs`: the clock of ledger and journal. */
export async function openDeliveryHarness(wallMs: () => number): Promise<DeliveryHarness> {
  const server = await startRedis();
  const store = server.store();
  const journal = createJournal(store, { days: 30, wallMs });
  const queue = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
  return {
    ...{ store, journal, queue },
    outbox: createOutbox({ store, queueOf: () => queue }),
    ledger: createLedger(store, wallMs, journal.quotes),
    async close() {
      await queue.close();
      await server.stop();
    },
  };
}

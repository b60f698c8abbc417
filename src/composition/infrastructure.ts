import type { Clock, Log } from "#contract";
import { createLedger, type Ledger } from "../gateway/ledger.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import { createMemory, type Memory } from "../memory/session.ts";
import { createOrderedQueue, type OrderedQueue } from "../queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../queue/outbox.ts";
import { inboundName, outboundName } from "../queue/queue-names.ts";
import { createSignals, type Signals } from "../queue/signals.ts";
import type { Store } from "../store/redis.ts";

/** Everything that carries and remembers, over one connection to Redis: an impatient one at the door, a patient one in the worker. */
export interface Infrastructure {
  readonly store: Store;
  readonly journal: Journal;
  readonly memory: Memory;
  readonly inbound: OrderedQueue;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  readonly signals: Signals;
  queueOf(platform: string): OrderedQueue;
  closeQueues(): Promise<void>;
}

export interface InfrastructureOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly journalDays: number;
  /** Those that are open already over the same Redis, to be shared: what a queue works in this process it must know of. */
  readonly queues?: Map<string, OrderedQueue>;
}

export function createInfrastructure(services: InfrastructureOptions): Infrastructure {
  const { store, clock, log, journalDays, queues = new Map<string, OrderedQueue>() } = services;
  const wallMs = () => clock.wallMs();
  const open = (name: string): OrderedQueue => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const queue = createOrderedQueue({ store, name, log, wallMs });
    queues.set(name, queue);
    return queue;
  };
  const journal = createJournal(store, { days: journalDays, wallMs });
  const queueOf = (platform: string) => open(outboundName(platform));
  return {
    store,
    journal,
    memory: createMemory(store, journalDays),
    inbound: open(inboundName),
    outbox: createOutbox({ store, queueOf }),
    ledger: createLedger(store, wallMs, journal.quotes),
    signals: createSignals(store, log),
    queueOf,
    async closeQueues() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

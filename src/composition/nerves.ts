import type { Clock, IncomingMessage, Log, OutboundPart, Reply } from "#contract";
import { createLedger, type Ledger } from "../gateway/ledger.ts";
import { partsOf } from "../gateway/parts.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import { createMemory, type Memory } from "../memory/session.ts";
import { createOrderedQueue, type OrderedQueue } from "../queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../queue/outbox.ts";
import { createSignals, type Signals } from "../queue/signals.ts";
import type { Store } from "../store/redis.ts";

/** Everything that carries and remembers, over one connection's temper: impatient at the door, patient in the worker. */
export interface Nerves {
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

export interface NervesServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly journalDays: number;
}

export function createNerves({ store, clock, log, journalDays }: NervesServices): Nerves {
  const wallMs = () => clock.wallMs();
  const queues = new Map<string, OrderedQueue>();
  const open = (name: string): OrderedQueue => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const queue = createOrderedQueue({ store, name, log, wallMs });
    queues.set(name, queue);
    return queue;
  };
  const queueOf = (platform: string) => open(`outbound-${platform}`);
  return {
    store,
    journal: createJournal(store, { days: journalDays, wallMs }),
    memory: createMemory(store),
    inbound: open("inbound"),
    outbox: createOutbox({ store, queueOf }),
    ledger: createLedger(store, wallMs),
    signals: createSignals(store, log),
    queueOf,
    async closeQueues() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** The longest message of a platform whose adapter is not in this process: short enough for every platform known. */
const cautiousCharacters = 1800;

/** Splits replies as their platforms need it. */
export function createPartsOf(maxCharacters: ReadonlyMap<string, number>) {
  return (message: IncomingMessage, reply: Reply): readonly OutboundPart[] =>
    partsOf(message, reply, maxCharacters.get(message.platform) ?? cautiousCharacters);
}

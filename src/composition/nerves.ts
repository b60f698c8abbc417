import type { Adapter, Clock, IncomingMessage, Log, OutboundPart, Reply } from "#contract";
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
  /** Those that are open already over the same Redis, to be shared: what a queue works in this process it must know of. */
  readonly queues?: Map<string, OrderedQueue>;
}

export function createNerves(services: NervesServices): Nerves {
  const { store, clock, log, journalDays, queues = new Map<string, OrderedQueue>() } = services;
  const wallMs = () => clock.wallMs();
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
export function createPartsOf(adapters: ReadonlyMap<string, Pick<Adapter, "maxCharacters" | "maxParts">>) {
  return (message: IncomingMessage, reply: Reply): readonly OutboundPart[] => {
    const { maxCharacters = cautiousCharacters, maxParts } = adapters.get(message.platform) ?? {};
    return partsOf(message, reply, maxCharacters, maxParts);
  };
}

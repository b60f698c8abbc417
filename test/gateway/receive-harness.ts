import { chatKey, type IncomingMessage } from "#contract";
import { createAccess } from "../../src/gateway/access.ts";
import { partsOf } from "../../src/gateway/parts.ts";
import { createRateLimit, type RateLimits } from "../../src/gateway/rate-limit.ts";
import { createReceive, type Receive, type ReceiveOptions } from "../../src/gateway/receive.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import type { TurnObservation } from "../../src/journal/observation.ts";
import { createMemory, type Memory } from "../../src/memory/session.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../../src/queue/outbox.ts";
import { createSignals, type Signal } from "../../src/queue/signals.ts";
import type { Store } from "../../src/store/redis.ts";
import { question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

export const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: Date.now };

/** The door over a real Redis; nobody works off what it takes in. */
export interface ReceiveHarness {
  readonly server: RedisServer;
  readonly store: Store;
  readonly journal: Journal;
  readonly memory: Memory;
  readonly inbound: OrderedQueue;
  /** Open to everybody. */
  readonly receive: Receive;
  /** Signals that were published since this was emptied. */
  readonly published: Signal[];
  /** What the metrics were told. */
  readonly observed: TurnObservation[];
  /** How often the door has waited for a replica. */
  replicaWaits: number;
  /** What every question is told that it has to wait. */
  waitSeconds: number;
  /** Another door of the same house. */
  open(
    isAllowed: (message: IncomingMessage) => boolean,
    journal?: Journal,
    limits?: RateLimits,
    strangers?: Pick<ReceiveOptions, "claim" | "greet">,
  ): Receive;
  /** What the outbox holds for a turn, as one text. */
  said(turnId: string): Promise<string>;
  stateOf(turnId: string): Promise<string | undefined>;
  isQueued(message: IncomingMessage): Promise<boolean>;
  close(): Promise<void>;
}

const amplyMany: RateLimits = { perUser: 600, perChat: 1200 };

let chats = 0;
/** Messages of one chat that no other test uses. */
export function freshChat() {
  const chatId = `chat${chats++}`;
  return (over: Partial<IncomingMessage> = {}) => question({ chatId, senderId: chatId, ...over });
}

export async function openReceiveHarness(): Promise<ReceiveHarness> {
  const server = await startRedis();
  const store = server.store();
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const memory = createMemory(store);
  const queue = (name: string) => createOrderedQueue({ store, name, log: silent, wallMs: Date.now });
  const [inbound, outbound] = [queue("inbound"), queue("outbound-telegram")];
  const outbox: Outbox = createOutbox({ store, queueOf: () => outbound });
  const signals = createSignals(store, silent);
  const published: Signal[] = [];
  const open: ReceiveHarness["open"] = (isAllowed, journalOf = journal, limits = amplyMany, strangers = {}) =>
    createReceive({
      ...strangers,
      journal: journalOf,
      memory,
      inbound,
      outbox,
      locks: store.locks,
      limit: createRateLimit(store.keys, limits, Date.now),
      async replicated() {
        await store.replicated();
        harness.replicaWaits += 1;
      },
      pressure: { waitSeconds: () => harness.waitSeconds },
      isAllowed,
      clock,
      log: silent,
      observe: (observation) => void harness.observed.push(observation),
      signals: {
        publish(signal) {
          published.push(signal);
          return signals.publish(signal);
        },
      },
      partsOf: (message, reply) => partsOf(message, reply, 4096),
      renderSources: (entries, language) =>
        entries.map(({ call }) => `${language} ${call?.tool_call_id} ${call?.fallback_from}`).join("\n"),
    });
  const harness: ReceiveHarness = {
    ...{ server, store, journal, memory, inbound, published, open },
    observed: [],
    receive: open(createAccess({ mode: "open", allow: [], privatePlatforms: [] })),
    replicaWaits: 0,
    waitSeconds: 0,
    said: async (turnId) => (await outbox.rows(turnId)).map(({ part }) => part.text).join("|"),
    stateOf: async (turnId) => (await journal.read(turnId))?.state,
    isQueued: async (message) => (await inbound.waiting(chatKey(message))).includes(message.id),
    async close() {
      await inbound.close();
      await outbound.close();
      await server.stop();
    },
  };
  return harness;
}

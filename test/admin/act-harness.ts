import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatKey, type IncomingMessage, type Turn } from "#contract";
import { type Acts, createActs } from "../../src/admin/acts/acts.ts";
import type { ActPorts } from "../../src/admin/ports.ts";
import { createActPorts } from "../../src/composition/admin/act-ports.ts";
import { createAgent } from "../../src/composition/agent/agent.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import { createInfrastructure } from "../../src/composition/infrastructure.ts";
import { createPairingFor } from "../../src/composition/roles/live-pairing.ts";
import { createPartsOf } from "../../src/composition/roles/parts-of.ts";
import type { TurnObservation } from "../../src/journal/observation.ts";
import type { Memory } from "../../src/memory/session.ts";
import { runTurn } from "../../src/pipeline/turn.ts";
import type { OrderedQueue } from "../../src/queue/ordered-queue.ts";
import type { Store } from "../../src/store/redis.ts";
import { question } from "../journal/messages.ts";
import { silent, startRedis } from "../store/redis-server.ts";

/** The administrator's acts over a real Redis and sample data, with no worker and no platform running. */
export interface ActHarness {
  readonly acts: Acts;
  readonly ports: ActPorts;
  readonly store: Store;
  readonly memory: Memory;
  /** What the metrics were told. */
  readonly observed: readonly TurnObservation[];
  queueOf(platform: string): OrderedQueue;
  /** Market time from now on. */
  setNow(now: string): void;
  /** A message that waits in its chat. */
  waiting(over?: Partial<IncomingMessage>): Promise<IncomingMessage>;
  /** A message that was answered, its parts in the ledger. */
  answered(over?: Partial<IncomingMessage>): Promise<Turn>;
  /** A message whose turn failed. */
  failed(over?: Partial<IncomingMessage>): Promise<Turn>;
  read(turnId: string): Promise<Turn>;
  /** What the person was or will be told, oldest first. */
  said(turnId: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const marketNow = "2026-05-07T10:32:05+08:00";
export const actor = { who: "cli:mei" };
let chats = 500;

export async function openActHarness(): Promise<ActHarness> {
  const folder = mkdtempSync(join(tmpdir(), "qm-acts-"));
  const env = { DATA_SOURCES: "sample", QIANMEN_DATA: folder, LOG_LEVEL: "silent" };
  const foundation = await layFoundation(join(import.meta.dirname, "../.."), env);
  const server = await startRedis();
  const store = server.store();
  let now = marketNow;
  const clock = { market: () => now, wallMs: Date.now };
  const infra = createInfrastructure({ store, clock, log: silent, journalDays: 30 });
  const agent = await createAgent({ ...foundation, clock }, store);
  const observed: TurnObservation[] = [];
  const ports = createActPorts({
    foundation: { ...foundation, clock, log: silent },
    infra,
    pairing: createPairingFor(foundation, store),
    pipeline: async () => agent.ports,
    partsOf: createPartsOf(new Map(), []),
    observe: (observation) => void observed.push(observation),
  });
  const { journal, inbound, outbox } = infra;
  const fresh = (over: Partial<IncomingMessage> = {}) => {
    const chatId = `${++chats}`;
    return question({ chatId, senderId: chatId, ...over });
  };
  const read = async (turnId: string): Promise<Turn> => {
    const turn = await journal.read(turnId);
    if (turn === null) throw new Error(`no turn ${turnId}`);
    return turn;
  };
  const begin = async (over?: Partial<IncomingMessage>) => {
    const message = fresh(over);
    await journal.create(message, { acceptedMs: Date.now() });
    const begun = await journal.begin(message.id, { marketNow: now, startedMs: Date.now() });
    if (typeof begun === "string") throw new Error(begun);
    return { message, ...begun };
  };
  return {
    acts: createActs(ports),
    ports,
    store,
    memory: infra.memory,
    observed,
    queueOf: infra.queueOf,
    read,
    setNow(next) {
      now = next;
    },
    async waiting(over) {
      const message = fresh(over);
      const place = inbound.place(message.id, chatKey(message));
      const created = await journal.create(message, { acceptedMs: Date.now(), place });
      await inbound.add(message.id, chatKey(message), created.outcome === "created" ? created.position : 0);
      return message;
    },
    async answered(over) {
      const { message, log, run } = await begin(over);
      const context = { message, session: [], language: "zh" as const, now };
      const signal = AbortSignal.timeout(120_000);
      const outcome = await runTurn({ ports: agent.ports, ...context, journal: log, signal });
      const { state, reply, models, error } = outcome;
      await outbox.post({ id: message.id, run }, ports.partsOf(message, reply));
      const fault = error === undefined ? {} : { error };
      const ending = { state, reply, models, endedMs: Date.now(), ...fault };
      await store.together([journal.endStep(message.id, run, ending, log.leave())]);
      return read(message.id);
    },
    async failed(over) {
      const { message, run } = await begin(over);
      await journal.end(message.id, run, {
        state: "failed",
        error: "SOURCE_DOWN",
        models: [],
        endedMs: Date.now(),
      });
      return read(message.id);
    },
    said: async (turnId) => (await outbox.rows(turnId)).map(({ part }) => part.text),
    async close() {
      await infra.closeQueues();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatKey, type IncomingMessage, type Turn } from "#contract";
import { type Agent, createAgent } from "../../src/composition/agent/agent.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import { partsOf } from "../../src/gateway/parts.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import type { TurnObservation } from "../../src/journal/observation.ts";
import { createMemory, type Memory } from "../../src/memory/session.ts";
import type { PipelinePorts } from "../../src/pipeline/ports.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../../src/queue/outbox.ts";
import { createSignals } from "../../src/queue/signals.ts";
import type { Store } from "../../src/store/redis.ts";
import { startWorker } from "../../src/worker/worker.ts";
import { silent, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

/** A worker over a real Redis and the sample data; no platform takes its answers. */
export interface WorkerHarness {
  readonly agent: Agent;
  readonly journal: Journal;
  readonly memory: Memory;
  readonly inbound: OrderedQueue;
  readonly outbox: Outbox;
  readonly store: Store;
  /** What the worker answers by. */
  readonly pipeline: PipelinePorts;
  /** What the metrics were told. */
  readonly observed: readonly TurnObservation[];
  /** Scripts that the worker has sent so far. */
  scripts(): number;
  /** Puts a message in line; resolves with its turn once that has ended. */
  ask(message: IncomingMessage, acceptedMs?: number): Promise<Turn>;
  close(): Promise<void>;
}

/** `ports`: what stands in the place of the agent's own. */
export async function openWorkerHarness(
  ports: (own: PipelinePorts) => PipelinePorts = (own) => own,
): Promise<WorkerHarness> {
  const folder = mkdtempSync(join(tmpdir(), "qm-worker-"));
  const server = await startRedis();
  const store = server.store().patient();
  const queue = (name: string) => createOrderedQueue({ store, name, log: silent, wallMs: Date.now });
  const [inbound, outbound] = [queue("inbound"), queue("outbound-telegram")];
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const memory = createMemory(store);
  const env = { LOG_LEVEL: "silent", QIANMEN_DATA: folder, DATA_SOURCES: "sample" };
  const agent = await createAgent(await layFoundation(join(import.meta.dirname, "../.."), env), store);
  const pipeline = ports(agent.ports);
  const outbox = createOutbox({ store, queueOf: () => outbound });
  let scripts = 0;
  const observed: TurnObservation[] = [];
  const work = startWorker({
    inbound,
    together: (steps) => {
      scripts += 1;
      return store.together(steps);
    },
    journal,
    memory,
    outbox,
    signals: createSignals(store, silent),
    pipeline,
    partsOf: (message, reply) => partsOf(message, reply, 4096),
    maxTurnMs: 20_000,
    concurrency: 8,
    observe: (observation) => void observed.push(observation),
  });
  return {
    ...{ agent, journal, memory, inbound, outbox, store, pipeline, observed },
    scripts: () => scripts,
    async ask(message, acceptedMs = Date.now()) {
      const chat = chatKey(message);
      const place = inbound.place(message.id, chat);
      const created = await journal.create(message, { acceptedMs, place });
      assert.equal(created.outcome, "created");
      await inbound.add(message.id, chat, 0);
      return eventually(`the end of ${message.id}`, async () => {
        const turn = await journal.read(message.id);
        return turn?.ended_ms !== undefined && turn;
      });
    },
    async close() {
      await work.close({ graceMs: 500 });
      await inbound.close();
      await outbound.close();
      await agent.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

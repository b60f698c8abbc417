import {
  type Adapter,
  type AdapterStore,
  type Artifact,
  type Clock,
  chatKey,
  type Log,
  type OutboundPart,
} from "#contract";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import { againJobId, againLane, readPartJobId, readTurnJobId } from "../queue/outbox.ts";
import type { Signals } from "../queue/signals.ts";
import type { Work } from "../queue/work.ts";
import { createDeliver } from "./deliver.ts";
import type { Ledger } from "./ledger.ts";
import { createProgress } from "./progress.ts";
import { createSentParts } from "./sent-parts.ts";
import { workWhileHolding } from "./while-holding.ts";

export interface GatewayOptions {
  /** By platform. */
  readonly adapters: ReadonlyMap<string, Adapter>;
  /** The outbound queue of a platform. */
  readonly queueOf: (platform: string) => OrderedQueue;
  readonly ledger: Ledger;
  readonly inbound: Pick<OrderedQueue, "enqueue"> & Partial<Pick<OrderedQueue, "waiting">>;
  readonly signals: Signals;
  /** Remembers which turns waited beside another one; shared by all gateways. Without it the last of several is not told apart. */
  readonly beside?: Pick<AdapterStore, "get" | "set">;
  /** Draws a part's pictures anew; undefined where that cannot be done. */
  readonly redraw?: (part: OutboundPart) => Promise<readonly Artifact[] | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  /** Parts in flight at once, per platform. */
  readonly concurrency?: number;
}

export interface Gateway {
  /** Begins to receive and to deliver. Throws AppError CONFIG_INVALID of an adapter; then nothing is left running. */
  start(): Promise<void>;
  /** Receives no more, gives what is in flight up to `graceMs`, leaves the rest to the next gateway. */
  stop(options: { graceMs: number }): Promise<void>;
}

/** Longer than any answer waits to be sent. */
const besideMs = 72 * 3_600_000;

export function createGateway(options: GatewayOptions): Gateway {
  const { adapters, queueOf, ledger, inbound, signals, beside, redraw, clock, log } = options;
  const { concurrency = 64 } = options;
  let works: Work[] = [];
  let unsubscribe: (() => void) | undefined;
  const stopAdapters = () => Promise.allSettled([...adapters.values()].map((adapter) => adapter.stop()));
  const reenter = (turnId: string, part: OutboundPart) =>
    inbound.enqueue(againJobId(turnId), againLane(chatKey(part)));
  /**
   * Whether the question waited beside another: now, in work, in line or with an answer that waits to be sent, or before, the other
   * being answered by now. One that was answered when the next came waited alone.
   */
  const othersWait = async (part: OutboundPart): Promise<boolean> => {
    const chat = chatKey(part);
    const lines = await Promise.all([inbound.waiting?.(chat) ?? [], queueOf(part.platform).waiting(chat)]);
    const turns = [
      ...lines[0].map((id) => readTurnJobId(id).turnId),
      ...lines[1].map((id) => readPartJobId(id).turnId),
    ];
    const others = new Set(turns.filter((turnId) => turnId !== part.turnId));
    if (others.size === 0) return (await beside?.get(part.turnId)) !== undefined;
    await Promise.all([...others].map((turnId) => beside?.set(turnId, "1", { ttlMs: besideMs })));
    return true;
  };
  const answersHeld = async (part: OutboundPart): Promise<number> => {
    const waiting = await queueOf(part.platform).waiting(chatKey(part));
    return new Set(waiting.map((id) => readPartJobId(id).turnId)).size;
  };
  const sent = createSentParts();
  const startDelivery = (platform: string, adapter: Adapter): Work => {
    const { handle, openStep } = createDeliver({
      adapter,
      ledger,
      sent,
      clock,
      log,
      reenter,
      othersWait,
      answersHeld,
      ...(redraw === undefined ? {} : { redraw }),
    });
    return queueOf(platform).work(handle, {
      concurrency,
      ownGate: true,
      direct: { openStep },
      giveUp: async ({ id }, reason) => {
        const { turnId, part } = readPartJobId(id);
        await ledger.bury(turnId, part, reason);
      },
    });
  };
  return {
    async start() {
      const started = await Promise.allSettled([...adapters.values()].map((adapter) => adapter.start()));
      const failed = started.find((result) => result.status === "rejected");
      if (failed !== undefined) {
        await stopAdapters();
        throw failed.reason;
      }
      unsubscribe = signals.subscribe(createProgress({ adapters, ledger, log }));
      works = [...adapters].map(([platform, adapter]) =>
        workWhileHolding(adapter, () => startDelivery(platform, adapter)),
      );
    },
    async stop({ graceMs }) {
      unsubscribe?.();
      unsubscribe = undefined;
      await Promise.all(works.map((work) => work.close({ graceMs })));
      works = [];
      // Last: deliveries in flight still need their connection to the platform.
      await stopAdapters();
    },
  };
}

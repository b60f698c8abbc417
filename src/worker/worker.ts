import { createLimit } from "../pipeline/execute/limit.ts";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import type { Work } from "../queue/work.ts";
import { answer, giveUp } from "./answer.ts";
import type { AnswerParts } from "./answer-parts.ts";
import { createCancellations } from "./cancellations.ts";

export interface WorkerOptions extends Omit<AnswerParts, "cancellations" | "room"> {
  readonly inbound: OrderedQueue;
  /** Turns at once in this process; they mostly wait for models and sources. */
  readonly concurrency: number;
}

/**
 * For so many turns under way one more job is picked up: a turn that is being posted leaves its place to one that is here already.
 * No more than that, so that few jobs wait here which another worker could take.
 */
const turnsPerSpareJob = 8;

/** Takes turns off the inbound queue: one at a time per chat, many chats at once. */
export function startWorker({ inbound, concurrency, ...options }: WorkerOptions): Work {
  const cancellations = createCancellations();
  const parts: AnswerParts = { ...options, cancellations, room: createLimit(concurrency) };
  const unsubscribe = options.signals.subscribe((signal) => {
    if (signal.kind === "cancel") cancellations.cancel(signal.turnId);
  });
  const work = inbound.work((job) => answer(parts, job), {
    concurrency: concurrency + Math.floor(concurrency / turnsPerSpareJob),
    ownGate: true,
    giveUp: ({ id }) => giveUp(parts, id),
  });
  return {
    async close(closing) {
      await work.close(closing);
      unsubscribe();
    },
  };
}

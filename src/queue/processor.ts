import { DelayedError, type Job, UnrecoverableError } from "bullmq";
import { AppError, type Log } from "#contract";
import type { Store } from "../store/redis.ts";
import type { Order } from "./order.ts";
import type { JobData } from "./ordered-queue.ts";
import type { GiveUp, SweepReport } from "./sweep.ts";

/** What a handler sees of a job. */
export interface OrderedJob {
  readonly id: string;
  readonly chat: string;
  /** Unique to this pick-up: what it writes can be fenced by it. */
  readonly token: string;
  /** Aborted when the process must stop before the job is done; another worker will take the job. */
  readonly signal: AbortSignal;
}

/** `done` lets the chat go on; `laterMs` tries the same job again after that time, which is no failure. */
export type JobOutcome = "done" | { readonly laterMs: number };

/** May run twice for one job (after a crash), so it must be idempotent. What it throws is retried, then given up. */
export type Handler = (job: OrderedJob) => Promise<JobOutcome>;

export interface WorkOptions {
  /** Jobs at once in this process. */
  readonly concurrency: number;
  /** Called once a job has used up its attempts, before its chat goes on. It may run twice, too. */
  readonly giveUp: GiveUp;
  /** Between two sweeps. */
  readonly sweepMs?: number;
  /** How long the lock of a dead worker blocks its job. */
  readonly lockMs?: number;
}

export interface WorkParts {
  readonly store: Store;
  readonly name: string;
  readonly prefix: string;
  readonly order: Order;
  readonly promote: (id: string) => Promise<void>;
  readonly healChat: (chat: string) => Promise<void>;
  readonly sweepAll: (giveUp?: GiveUp) => Promise<SweepReport>;
  readonly log: Log;
  readonly wallMs: () => number;
  readonly attempts: number;
  readonly parkMs: number;
}

/** A job whose worker died this often is taken for the cause of it. */
const maxStalls = 8;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Ends this run of a job without releasing it: it is due again at `dueMs`. */
async function delay(job: Job<JobData>, token: string, dueMs: number): Promise<never> {
  await job.moveToDelayed(dueMs, token);
  throw new DelayedError();
}

/** Not its turn: back to its parking place, unless it has become the head meanwhile. */
async function park(parts: WorkParts, job: Job<JobData>, id: string, token: string): Promise<never> {
  await job.moveToDelayed(parts.wallMs() + parts.parkMs, token);
  if ((await parts.order.head(job.data.chat)) === id) await parts.promote(id);
  throw new DelayedError();
}

async function release({ order, promote }: WorkParts, id: string, chat: string, token: string) {
  const released = await order.release(id, chat, token);
  if (released !== "fenced" && released.next !== null) await promote(released.next);
}

/** One pick-up of one job: gate, handler, release. */
export function createProcessor(
  parts: WorkParts,
  handler: Handler,
  options: WorkOptions,
  signal: AbortSignal,
) {
  return async (job: Job<JobData>, token = ""): Promise<void> => {
    const { id = "", data } = job;
    const { chat } = data;
    const place = await parts.order.gate(id, chat, token);
    if (place === "waits") return park(parts, job, id, token);
    // Done before, but perhaps the next one was not told.
    if (place === "gone") return parts.healChat(chat);
    if (job.stalledCounter > maxStalls) {
      await options.giveUp({ id, chat }, "its workers died");
      await release(parts, id, chat, token);
      throw new UnrecoverableError("its workers died");
    }
    let outcome: JobOutcome;
    try {
      outcome = await handler({ id, chat, token, signal });
    } catch (error) {
      // Whoever fenced us off has the job, or it has ended: either way this run is over.
      if (error instanceof AppError && error.code === "FENCED") outcome = "done";
      else {
        // Stopping is no failure of the job: it is due at once for another worker.
        if (signal.aborted) return delay(job, token, parts.wallMs());
        if (job.attemptsMade + 1 < parts.attempts) throw error;
        await options.giveUp({ id, chat }, reasonOf(error));
        await release(parts, id, chat, token);
        throw new UnrecoverableError(reasonOf(error));
      }
    }
    if (outcome !== "done") return delay(job, token, parts.wallMs() + outcome.laterMs);
    await release(parts, id, chat, token);
  };
}

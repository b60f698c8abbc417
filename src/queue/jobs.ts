import { Job, Queue } from "bullmq";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { addLua } from "./add-scripts.ts";

/** What stands in a job beside its id. Message text never does. */
export interface JobData {
  readonly chat: string;
}

/** The jobs of one queue, which BullMQ keeps. It knows nothing of the order in which they may be done. */
export interface Jobs {
  /** BullMQ's own key of this queue. */
  key(type: string): string;
  /** Due at once at position 0, else parked. Twice is once. */
  add(id: string, chat: string, position: number): Promise<void>;
  /** The same as a step behind one that writes the place, whose order is at `orderKey`. */
  addStep(id: string, chat: string, orderKey: string): Step;
  /** Due after this time. */
  addLater(id: string, chat: string, delayMs: number): Promise<void>;
  /** Sets a parked job free. False for one that is not parked (any more, or yet). */
  promote(id: string): Promise<boolean>;
  /** Fails for one that a worker holds. */
  remove(id: string): Promise<unknown>;
  isHeld(id: string): Promise<boolean>;
  counts(...states: readonly JobState[]): Promise<Record<string, number>>;
  close(): Promise<void>;
}

type JobState = "wait" | "active" | "delayed" | "failed" | "completed";

export interface JobsOptions {
  readonly store: Store;
  readonly name: string;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
  readonly attempts: number;
  readonly backoffMs: number;
}

/** Parked jobs are due after this: never in practice, and within what BullMQ's scores can hold (until 2039). */
export const parkMs = 1000 * 86_400_000;

const addKind = { lua: addLua } as const;

/** What `promote` needs of a job is its id alone; reading the rest would cost a round trip. */
const blankJob = {
  data: "{}",
  opts: {},
  progress: 0,
  attemptsMade: 0,
  attemptsStarted: 0,
  stalledCounter: 0,
  failedReason: "",
  returnvalue: "null",
  timestamp: 0,
};

export function createJobs({ store, name, wallMs, attempts, backoffMs }: JobsOptions): Jobs {
  const jobOptions = {
    attempts,
    backoff: { type: "exponential", delay: backoffMs, jitter: 0.2 },
    stackTraceLimit: 1,
  };
  const jobOptionsJson = JSON.stringify(jobOptions);
  const queue = new Queue<JobData>(name, {
    connection: store.redis,
    prefix: store.keys.queuePrefix,
    skipVersionCheck: true,
    skipMetasUpdate: true,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: jobOptions,
  });
  queue.on("error", () => {
    // The store reports lost connections; every command reports its own failure to its caller.
  });
  const key = (type: string) => queue.toKey(type);
  return {
    key,
    async add(id, chat, position) {
      // Where the one before is done before this job is there to be promoted, whoever misses it adds it.
      const parked = position === 0 ? {} : { delay: parkMs };
      await queue.add(name, { chat }, { jobId: id, ...parked });
    },
    addStep(id, chat, orderKey) {
      const args = [id, key(""), name, JSON.stringify({ chat }), jobOptionsJson, wallMs(), parkMs];
      return { kind: addKind, keys: [orderKey], args };
    },
    async addLater(id, chat, delayMs) {
      await queue.add(name, { chat }, { jobId: id, delay: delayMs });
    },
    async promote(id) {
      const job = Job.fromJSON<JobData>(queue, { ...blankJob, id, name }, id);
      try {
        await job.promote();
        return true;
      } catch (error) {
        if (error instanceof Error && /not in the delayed state/.test(error.message)) return false;
        throw error;
      }
    },
    remove: (id) => queue.remove(id),
    // BullMQ's own key of the worker's lock.
    isHeld: async (id) => (await store.guarded((redis) => redis.exists(`${key(id)}:lock`))) === 1,
    counts: (...states) => queue.getJobCounts(...states),
    close: () => queue.close(),
  };
}

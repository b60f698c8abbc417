import { Job, Queue } from "bullmq";
import { AppError, type Log } from "#contract";
import { asIntakeDown } from "../store/fault.ts";
import type { Placement } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { afterWaiting } from "../store/waiting-time.ts";
import { addLua } from "./add-scripts.ts";
import type { Direct } from "./direct.ts";
import { createOrder } from "./order.ts";
import type { Handler, JobData, WorkOptions } from "./processor.ts";
import { createSweep, type SweepReport } from "./sweep.ts";
import { type StartedWork, startWork, type Work } from "./work.ts";

/**
 * Strict first-in first-out per chat over BullMQ, parallel across chats. Every message is a job of its own. Only the
 * head of a chat is ever due; the others are parked (delayed far ahead) until the one before them is done. What must
 * not be lost stands in the order (a sorted set a chat), so that a job lost between two writes is found again.
 */
export interface OrderedQueue {
  readonly name: string;
  /** The place in the order, for a caller that writes it together with something else. `add` must follow. */
  place(id: string, chat: string): Placement;
  /** Adds the job of an entry that stands in the order. Idempotent. Throws AppError INTAKE_DOWN. */
  add(id: string, chat: string, position: number): Promise<void>;
  /**
   * In place of `add`, as a step behind the one that writes the place. Undefined where the job may not be worked on before a replica
   * holds the entry: there `add` must follow.
   */
  addStep(id: string, chat: string): Step | undefined;
  /**
   * For a job that is put into the order next: by this it is worked in this process at once, without `add`. Undefined where that cannot
   * be, see `WorkOptions.direct`.
   */
  readonly open: Direct["open"];
  /** Both steps, for callers that have nothing to write along. Throws AppError INTAKE_DOWN. */
  enqueue(id: string, chat: string): Promise<void>;
  /** The same for a job that may have ended before: it is done once more, behind those that wait. */
  renew(id: string, chat: string): Promise<void>;
  /** Takes a job out, be it waiting, done or unknown; the chat goes on. One that is being worked on stays until it ends. */
  drop(id: string, chat: string): Promise<void>;
  /** Sets a chat going again whose head stands still, e.g. after a crash between the two steps. */
  heal(chat: string): Promise<void>;
  /** Makes the chat's head due at once where it waits for a time. */
  hurry(chat: string): Promise<void>;
  /** Ids of the chat's jobs, the running one first. */
  waiting(chat: string): Promise<readonly string[]>;
  /** What stands in the queue now and what has ever come in, for estimates. Throws AppError INTAKE_DOWN. */
  load(): Promise<QueueLoad>;
  /** Jobs by BullMQ's states, for health and metrics. */
  counts(): Promise<Record<string, number>>;
  /** Starts to work off jobs in this process, and to sweep. */
  work(handler: Handler, options: WorkOptions): Work;
  /** One pass over all chats; `work` does it regularly. */
  sweep(): Promise<SweepReport>;
  close(): Promise<void>;
}

export interface QueueLoad {
  /** Jobs whose turn it is in their chats, running ones included. */
  readonly due: number;
  /** Jobs that wait behind another one of their chat, or for a time. */
  readonly parked: number;
  readonly arrived: number;
}

export interface OrderedQueueOptions {
  readonly store: Store;
  /** `inbound`, `outbound-<platform>`. */
  readonly name: string;
  readonly log: Log;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
  /** Starts of one job before it is given up. */
  readonly attempts?: number;
  /** First wait after a failure, doubled each time. */
  readonly backoffMs?: number;
  /** How long `add` may wait while Redis is away. */
  readonly failAfterMs?: number;
}

/** Parked jobs are due after this: never in practice, and within what BullMQ's scores can hold (until 2039). */
const parkMs = 1000 * 86_400_000;

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

/** What has not settled in time is reported as AppError INTAKE_DOWN; it may still happen, which does no harm. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let callOff = () => {};
  const late = new Promise<never>((_, reject) => {
    callOff = afterWaiting(ms, () => reject(new AppError("INTAKE_DOWN", "Redis did not answer in time")));
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw asIntakeDown(error);
  } finally {
    callOff();
  }
}

export function createOrderedQueue(options: OrderedQueueOptions): OrderedQueue {
  const { name, log, wallMs, attempts = 4, backoffMs = 500, failAfterMs = 2000 } = options;
  const store = options.store.patient();
  const prefix = store.keys.queuePrefix;
  const jobOptions = {
    attempts,
    backoff: { type: "exponential", delay: backoffMs, jitter: 0.2 },
    stackTraceLimit: 1,
  };
  const jobOptionsJson = JSON.stringify(jobOptions);
  const queue = new Queue<JobData>(name, {
    connection: store.redis,
    prefix,
    skipVersionCheck: true,
    skipMetasUpdate: true,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: jobOptions,
  });
  queue.on("error", () => {
    // The store reports lost connections; every command reports its own failure to its caller.
  });
  const bull = { key: (type: string) => queue.toKey(type), parkedAtLeastMs: parkMs / 2 };
  const order = createOrder(store, name, bull);

  /** Sets a parked job free. False for one that is not parked (any more, or yet). */
  const promote = async (id: string): Promise<boolean> => {
    const job = Job.fromJSON<JobData>(queue, { ...blankJob, id, name }, id);
    try {
      await job.promote();
      return true;
    } catch (error) {
      if (error instanceof Error && /not in the delayed state/.test(error.message)) return false;
      throw error;
    }
  };

  const addJob = async (id: string, chat: string, position: number): Promise<void> => {
    if (position === 0) {
      await queue.add(name, { chat }, { jobId: id });
      return;
    }
    // Where the one before is done before this job is there to be promoted, `goOn` brings the job itself.
    await queue.add(name, { chat }, { jobId: id, delay: parkMs });
  };
  const add = (id: string, chat: string, position: number) => within(failAfterMs, addJob(id, chat, position));

  /** For what is under way in this process: it waits for Redis as long as it takes. */
  const addLater = async (id: string, chat: string, delay: number): Promise<void> => {
    await queue.add(name, { chat }, { jobId: id, delay });
  };
  let working: StartedWork | undefined;
  const goOn = async (id: string, chat: string): Promise<void> => {
    if (!(await promote(id))) await healChat(chat);
  };
  const { sweepAll, healChat } = createSweep({ order, queue, add, promote, goOn, log, name });
  return {
    name,
    place: order.place,
    add,
    addStep(id, chat) {
      if (store.hasReplicas) return undefined;
      const [key] = order.place(id, chat).keys;
      const args = [id, bull.key(""), name, JSON.stringify({ chat }), jobOptionsJson, wallMs(), parkMs];
      return { kind: addKind, keys: [key], args };
    },
    open: (id, chat) => working?.open(id, chat),
    enqueue: (id, chat) =>
      within(
        failAfterMs,
        order.enter(id, chat).then((position) => addJob(id, chat, position)),
      ),
    renew: (id, chat) =>
      within(
        failAfterMs,
        queue
          .remove(id)
          .then(() => order.enter(id, chat))
          .then((position) => addJob(id, chat, position)),
      ),
    async drop(id, chat) {
      // Fails for one that a worker holds; its turn is canceled before, so it ends by itself.
      await queue.remove(id).catch(() => 0);
      const released = await order.release(id, chat);
      if (released !== "fenced" && released.next !== null) await goOn(released.next, chat);
    },
    heal: (chat) => within(failAfterMs, healChat(chat)),
    hurry: (chat) =>
      within(
        failAfterMs,
        order.head(chat).then(async (id) => {
          if (id !== undefined) await promote(id);
        }),
      ),
    waiting: (chat) => within(failAfterMs, order.waiting(chat)),
    load: () =>
      within(
        failAfterMs,
        Promise.all([
          queue.getJobCounts("wait", "active", "delayed"),
          store.redis.get(store.keys.arrivals(name)),
        ]).then(([{ wait = 0, active = 0, delayed = 0 }, arrived]) => ({
          due: wait + active,
          parked: delayed,
          arrived: Number(arrived ?? 0),
        })),
      ),
    counts: () => queue.getJobCounts("wait", "active", "delayed", "failed", "completed"),
    work(handler, workOptions) {
      const parts = { store, name, prefix, order, promote, goOn, healChat, sweepAll, addLater };
      const work = startWork({ ...parts, log, wallMs, attempts, parkMs }, handler, workOptions);
      working = work;
      return work;
    },
    sweep: () => sweepAll(),
    close: () => queue.close(),
  };
}

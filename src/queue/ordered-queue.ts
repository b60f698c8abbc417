import { AppError, type Log } from "#contract";
import { asIntakeDown } from "../store/fault.ts";
import type { Placement } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { afterWaiting } from "../store/waiting-time.ts";
import type { Direct } from "./direct.ts";
import { createJobs, parkMs } from "./jobs.ts";
import { createOrder } from "./order.ts";
import type { Handler, WorkOptions } from "./processor.ts";
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
  /**
   * For a job that may have ended before: it is done once more, behind those that wait. `enter` writes its place together with something
   * else and returns the script's answer; undefined: it is not to be done. False then. Fails for one that a worker holds.
   */
  renew(id: string, chat: string, enter: () => Promise<number | undefined>): Promise<boolean>;
  /** Takes a job out, be it waiting, done or unknown; the chat goes on. One that is being worked on stays until it ends. */
  drop(id: string, chat: string): Promise<void>;
  /** Whether somebody works this job just now. */
  isHeld(id: string): Promise<boolean>;
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
  const jobs = createJobs({ store, name, wallMs, attempts, backoffMs });
  const order = createOrder(store, name, { key: jobs.key, parkedAtLeastMs: parkMs / 2 });
  const timely = <Value>(work: () => Promise<Value>): Promise<Value> => within(failAfterMs, work());
  const add: OrderedQueue["add"] = (id, chat, position) => timely(() => jobs.add(id, chat, position));
  const enter = async (id: string, chat: string): Promise<void> =>
    jobs.add(id, chat, await order.enter(id, chat));
  const sweep = createSweep({ order, jobs, add, log, name });
  let working: StartedWork | undefined;
  return {
    name,
    place: order.place,
    add,
    addStep(id, chat) {
      const [key] = order.place(id, chat).keys;
      return store.hasReplicas ? undefined : jobs.addStep(id, chat, key);
    },
    open: (id, chat) => working?.open(id, chat),
    enqueue: (id, chat) => timely(() => enter(id, chat)),
    renew: (id, chat, enterAnew) =>
      timely(async () => {
        // First: what a job has left that failed would end the new one.
        await jobs.remove(id);
        const position = await enterAnew();
        if (position === undefined) await sweep.healChat(chat);
        else await jobs.add(id, chat, position);
        return position !== undefined;
      }),
    async drop(id, chat) {
      // Fails for one that a worker holds; its turn is canceled before, so it ends by itself.
      await jobs.remove(id).catch(() => 0);
      await sweep.release({ id, chat });
    },
    isHeld: (id) =>
      timely(async () => (await Promise.all([jobs.isHeld(id), order.isHeldDirectly(id)])).includes(true)),
    heal: (chat) => timely(() => sweep.healChat(chat)),
    hurry: (chat) =>
      timely(async () => {
        const id = await order.head(chat);
        if (id !== undefined) await jobs.promote(id);
      }),
    waiting: (chat) => timely(() => order.waiting(chat)),
    load: () =>
      timely(async () => {
        const [counts, arrived] = await Promise.all([
          jobs.counts("wait", "active", "delayed"),
          store.redis.get(store.keys.arrivals(name)),
        ]);
        const { wait = 0, active = 0, delayed = 0 } = counts;
        return { due: wait + active, parked: delayed, arrived: Number(arrived ?? 0) };
      }),
    counts: () => jobs.counts("wait", "active", "delayed", "failed", "completed"),
    work(handler, workOptions) {
      const parts = { store, name, order, jobs, sweep, log, wallMs, attempts };
      working = startWork(parts, handler, workOptions);
      return working;
    },
    sweep: () => sweep.sweepAll(),
    close: () => jobs.close(),
  };
}

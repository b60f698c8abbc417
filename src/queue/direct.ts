import { AppError } from "#contract";
import type { Step } from "../store/steps.ts";
import { readGate } from "./order.ts";
import { directMark } from "./order-scripts.ts";
import { type Handler, isFenced, ownSteps, promoteNext, storeFaultMs, type WorkParts } from "./processor.ts";
import { reasonOf } from "./reason-of.ts";

/**
 * Works a chat's head in the process that puts it into the order, without a job of BullMQ between: what must not be lost stands in
 * the order already. A job is added only where the work has to wait; that of a process which dies is added by the sweep.
 */
export interface Direct {
  /** Undefined where there is no room, or where it would not be known that this process lives: then a job is needed. */
  open(id: string, chat: string): Opening | undefined;
  close(): void;
}

/** A job that is taken up in the script that puts it into its chat's order. */
export interface Opening {
  /** To stand behind the step that places the job. */
  readonly steps: readonly Step[];
  /**
   * Told the replies of these steps. False where the job is not the chat's head: then its BullMQ job is needed. `unknown` where the script
   * may have run without its answer coming back.
   */
  take(replies: readonly unknown[] | "unknown"): boolean;
  /** In place of `take` where the script failed. */
  drop(): void;
}

export interface DirectOptions {
  /** Unique among the processes; what holds a job by it is left alone by the sweep while its process lives. */
  readonly owner: string;
  readonly concurrency: number;
  /** The handler's own first step; its reply is the job's `opened`. */
  readonly openStep: (id: string, token: string) => Step;
  /** How long a process that died counts as alive. */
  readonly lockMs: number;
  readonly signal: AbortSignal;
  /** Waited for at a stop. */
  readonly running: Set<Promise<void>>;
}

/** A failure gives its job this rest before the first of its attempts. */
const failedMs = 500;

/** What a process holds in name only, because a script of its ran without its answer coming back, is let go after this. */
const forgottenMs = 10_000;

/** By token. */
type Doubtful = Map<string, { readonly id: string; readonly sinceMs: number }>;

/** Says every so often that this process lives; `isKnown` once Redis has heard it and will not forget it yet. */
function startBeating(parts: WorkParts, { owner, lockMs }: DirectOptions, doubtful: Doubtful) {
  const { store, wallMs, order } = parts;
  let knownUntilMs = 0;
  const beat = async (): Promise<void> => {
    const sentMs = wallMs();
    await store.redis.set(store.keys.alive(owner), "1", "PX", lockMs);
    knownUntilMs = sentMs + lockMs / 2;
    for (const [token, { id, sinceMs }] of doubtful) {
      if (sinceMs > sentMs - forgottenMs) continue;
      await order.disown(id, token);
      doubtful.delete(token);
    }
  };
  const say = () => void beat().catch(() => undefined);
  say();
  const timer = setInterval(say, lockMs / 4);
  timer.unref();
  return {
    isKnown: () => wallMs() < knownUntilMs,
    end: () => clearInterval(timer),
  };
}

export function createDirect(parts: WorkParts, handler: Handler, options: DirectOptions): Direct {
  const { owner, concurrency, signal, running, openStep } = options;
  const { order, jobs, sweep, log, name, wallMs } = parts;
  /** Of scripts that failed: they may have run all the same. */
  const doubtful: Doubtful = new Map();
  const beating = startBeating(parts, options, doubtful);
  let opened = 0;
  let held = 0;
  let isClosed = false;
  const waitAfter = (id: string, error: unknown): number => {
    if (signal.aborted) return 0;
    if (error instanceof AppError && error.code === "INTAKE_DOWN") return storeFaultMs;
    log.warn({ queue: name, job: id, reason: reasonOf(error) }, "job failed");
    return failedMs;
  };
  const work = async (id: string, chat: string, token: string, reply: unknown): Promise<void> => {
    const steps = ownSteps(parts, id, chat, token);
    const outcome = await handler({ id, chat, token, signal, steps, opened: { reply } }).catch(
      (error: unknown) => (isFenced(error) ? "done" : { laterMs: waitAfter(id, error) }),
    );
    if (outcome === "done") return promoteNext(parts, chat, await order.release(id, chat, token));
    if ("released" in outcome) return promoteNext(parts, chat, outcome.released);
    if ("laterMs" in outcome) return jobs.addLater(id, chat, outcome.laterMs);
    // Done before, or another one's turn, whose end will be told to this one's job.
    return outcome.stopped === "gone" ? sweep.healChat(chat) : jobs.addLater(id, chat, 0);
  };
  const start = (id: string, chat: string, token: string, reply: unknown): void => {
    const run: Promise<void> = work(id, chat, token, reply)
      // What Redis could not be told is found by the sweep.
      .catch((error: unknown) => {
        doubtful.set(token, { id, sinceMs: wallMs() });
        log.warn({ queue: name, job: id, reason: reasonOf(error) }, "job left");
      })
      .finally(() => {
        held -= 1;
        running.delete(run);
      });
    running.add(run);
  };
  return {
    open(id, chat) {
      if (isClosed || held >= concurrency || !beating.isKnown()) return undefined;
      held += 1;
      const token = `${directMark}/${owner}/${opened++}`;
      return {
        steps: [order.gateStep(id, chat, token), openStep(id, token)],
        take(replies) {
          const [gate, reply] = replies === "unknown" ? [1] : replies;
          if (readGate(gate) === "head") {
            start(id, chat, token, reply);
            return true;
          }
          held -= 1;
          return false;
        },
        drop() {
          held -= 1;
          doubtful.set(token, { id, sinceMs: wallMs() });
        },
      };
    },
    close() {
      isClosed = true;
      beating.end();
    },
  };
}

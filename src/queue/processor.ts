import { DelayedError, type Job, UnrecoverableError } from "bullmq";
import { AppError, type Log } from "#contract";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { type JobData, type Jobs, parkMs } from "./jobs.ts";
import { type Order, type Released, readGate } from "./order.ts";
import { reasonOf } from "./reason-of.ts";
import type { GiveUp, Sweep } from "./sweep.ts";

/** What a handler sees of a job. */
export interface OrderedJob {
  readonly id: string;
  readonly chat: string;
  /** Unique to this pick-up: what it writes can be fenced by it. */
  readonly token: string;
  /** The reply of `WorkOptions.direct`'s step, which has run behind the gate; undefined in it where it is not known. */
  readonly opened?: { readonly reply: unknown };
  /** Only for a handler that gates and releases by itself (`WorkOptions.ownGate`). */
  readonly steps?: OwnSteps;
  /** Aborted when the process must stop before the job is done; another worker will take the job. */
  readonly signal: AbortSignal;
}

/**
 * The gate and the release of one pick-up as steps of the handler's own scripts: passing the gate and taking the work up are then
 * one moment, so a worker that was stalled between the two cannot take it away from the one that came after it.
 */
export interface OwnSteps {
  readonly gate: Step;
  /** Undefined when the gate let the job pass; else the outcome to return at once. */
  stopped(reply: unknown): { readonly stopped: "waits" | "gone" } | undefined;
  readonly release: Step;
  /** The outcome to return once the release step has run. */
  released(reply: unknown): JobOutcome;
}

/**
 * `done` lets the chat go on; `laterMs` tries the same job again after that time, which is no failure. `stopped` and `released`
 * come from `OwnSteps`.
 */
export type JobOutcome =
  | "done"
  | { readonly laterMs: number }
  | { readonly stopped: "waits" | "gone" }
  | { readonly released: Released };

/** May run twice for one job (after a crash), so it must be idempotent. What it throws is retried, then given up. */
export type Handler = (job: OrderedJob) => Promise<JobOutcome>;

export interface WorkOptions {
  /** Jobs at once in this process. */
  readonly concurrency: number;
  /** Called once a job has used up its attempts, before its chat goes on. It may run twice, too. */
  readonly giveUp: GiveUp;
  /** The handler runs the gate and the release in scripts of its own, see `OrderedJob.steps`. */
  readonly ownGate?: boolean;
  /** With `ownGate` only: the head of a chat that this process puts into the order is worked in it at once, see `Direct`. */
  readonly direct?: { readonly openStep: (id: string, token: string) => Step };
  /** Between two sweeps. */
  readonly sweepMs?: number;
  /** How long the lock of a dead worker blocks its job. */
  readonly lockMs?: number;
}

/** A queue, as those that work it off see it. */
export interface WorkParts {
  readonly store: Store;
  readonly name: string;
  readonly order: Order;
  readonly jobs: Jobs;
  readonly sweep: Sweep;
  readonly log: Log;
  readonly wallMs: () => number;
  /** Starts of one job before it is given up. */
  readonly attempts: number;
}

/** Before a job is tried again that has met a Redis which takes no writes. */
export const storeFaultMs = 1000;
/** A job whose worker died this often is taken for the cause of it. */
const maxStalls = 8;

/** Whoever fenced a run off has the job, or it has ended: either way that run is over. */
export const isFenced = (error: unknown): boolean => error instanceof AppError && error.code === "FENCED";

/** Ends this run of a job without releasing it: it is due again at `dueMs`. */
async function delay(job: Job<JobData>, token: string, dueMs: number): Promise<never> {
  await job.moveToDelayed(dueMs, token);
  throw new DelayedError();
}

/** Not its turn: back to its parking place, unless it has become the head meanwhile. */
async function park(parts: WorkParts, job: Job<JobData>, id: string, token: string): Promise<never> {
  await job.moveToDelayed(parts.wallMs() + parkMs, token);
  if ((await parts.order.head(job.data.chat)) === id) await parts.jobs.promote(id);
  throw new DelayedError();
}

/** `fenced` may also be the answer to a release that the connection sent twice: then the next one was not told. */
export async function promoteNext(parts: WorkParts, chat: string, released: Released): Promise<void> {
  if (released === "fenced") await parts.sweep.healChat(chat);
  else if (released.next !== null) await parts.sweep.goOn(released.next, chat);
}

async function release(parts: WorkParts, id: string, chat: string, token: string): Promise<void> {
  await promoteNext(parts, chat, await parts.order.release(id, chat, token));
}

export function ownSteps({ order }: WorkParts, id: string, chat: string, token: string): OwnSteps {
  return {
    gate: order.gateStep(id, chat, token),
    stopped(reply) {
      const place = readGate(reply);
      return place === "head" ? undefined : { stopped: place };
    },
    release: order.releaseStep(id, chat, token),
    released: (reply) => ({ released: order.readRelease(reply) }),
  };
}

/** One pick-up of one job: gate, handler, release. */
export function createProcessor(
  parts: WorkParts,
  handler: Handler,
  options: WorkOptions,
  signal: AbortSignal,
) {
  const giveUp = async (id: string, chat: string, token: string, reason: string): Promise<never> => {
    await options.giveUp({ id, chat }, reason);
    await release(parts, id, chat, token);
    throw new UnrecoverableError(reason);
  };
  /** What the handler threw, as an outcome, or thrown on for a retry. */
  const failed = async (
    job: Job<JobData>,
    id: string,
    token: string,
    error: unknown,
  ): Promise<JobOutcome> => {
    if (isFenced(error)) return "done";
    // Stopping is no failure of the job: it is due at once for another worker.
    if (signal.aborted) return { laterMs: 0 };
    // Nor is a Redis that takes no writes: the job waits for it as long as it takes.
    if (error instanceof AppError && error.code === "INTAKE_DOWN") return { laterMs: storeFaultMs };
    if (job.attemptsMade + 1 < parts.attempts) throw error;
    return giveUp(id, job.data.chat, token, reasonOf(error));
  };
  /** Not the head, or done before (but perhaps the next one was not told). */
  const turnedAway = (job: Job<JobData>, id: string, token: string, place: "waits" | "gone") =>
    place === "waits" ? park(parts, job, id, token) : parts.sweep.healChat(job.data.chat);

  return async (job: Job<JobData>, token = ""): Promise<void> => {
    const { id = "", data } = job;
    const { chat } = data;
    const isSuspect = job.stalledCounter > maxStalls;
    if (options.ownGate !== true || isSuspect) {
      const place = await parts.order.gate(id, chat, token);
      if (place !== "head") return turnedAway(job, id, token, place);
    }
    if (isSuspect) return giveUp(id, chat, token, "its workers died");
    const steps = options.ownGate === true ? { steps: ownSteps(parts, id, chat, token) } : {};
    const outcome = await handler({ id, chat, token, signal, ...steps }).catch((error: unknown) =>
      failed(job, id, token, error),
    );
    if (outcome === "done") return release(parts, id, chat, token);
    if ("released" in outcome) return promoteNext(parts, chat, outcome.released);
    if ("stopped" in outcome) return turnedAway(job, id, token, outcome.stopped);
    return delay(job, token, parts.wallMs() + outcome.laterMs);
  };
}

import { Worker } from "bullmq";
import { createDirect, type Direct } from "./direct.ts";
import type { JobData } from "./jobs.ts";
import { createProcessor, type Handler, type WorkOptions, type WorkParts } from "./processor.ts";
import { reasonOf } from "./reason-of.ts";

export interface Work {
  /** Takes no more jobs, waits up to `graceMs` for those in progress, then hands the rest over. */
  close(options: { graceMs: number }): Promise<void>;
}

/** Finished jobs BullMQ keeps for its own views; the journal keeps all of them. Said by the worker, so that no job has to hold it. */
const keptJobs = { removeOnComplete: { count: 500 }, removeOnFail: { count: 2000 } };

/** Repeats the sweep until stopped; one process at a time does it. */
function startSweeping(
  { store, name, sweep, log }: WorkParts,
  options: WorkOptions,
  owner: string,
): () => void {
  const everyMs = options.sweepMs ?? 5000;
  const lock = `sweep:${store.namespace}:${name}`;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    try {
      const unlock = await store.locks.acquire(lock, owner, everyMs * 4);
      if (unlock !== undefined) await sweep.sweepAll(options.giveUp).finally(unlock);
    } catch (error) {
      if (!stopped) log.warn({ queue: name, reason: reasonOf(error) }, "sweep failed");
    }
    if (!stopped) timer = setTimeout(run, everyMs);
  };
  timer = setTimeout(run, 0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** See `Direct`; without `WorkOptions.direct` nothing is opened. */
export type StartedWork = Work & Pick<Direct, "open">;

export function startWork(parts: WorkParts, handler: Handler, options: WorkOptions): StartedWork {
  const lockMs = options.lockMs ?? 5000;
  const aborter = new AbortController();
  const running = new Set<Promise<void>>();
  const pickUp = createProcessor(parts, handler, options, aborter.signal);
  const worker = new Worker<JobData>(
    parts.name,
    (job, token) => {
      const run = pickUp(job, token).finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    {
      // Shared, so that its commands leave together with all others; it waits for jobs on a connection of its own.
      connection: parts.store.redis,
      prefix: parts.store.keys.queuePrefix,
      concurrency: options.concurrency,
      ...keptJobs,
      lockDuration: lockMs,
      lockRenewTime: lockMs * 0.4,
      stalledInterval: lockMs / 2,
      // Stalls are counted in the processor, so that giving up has one way.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      // Not skipVersionCheck: without the version it blocks in whole seconds and delayed jobs come late.
      runRetryDelay: 1000,
    },
  );
  worker.on("error", (error) => {
    if (!aborter.signal.aborted)
      parts.log.debug({ queue: parts.name, reason: error.message }, "queue worker");
  });
  worker.on("failed", (job, error) =>
    parts.log.warn(
      { queue: parts.name, job: job?.id, attempt: job?.attemptsMade, reason: error.message },
      "job failed",
    ),
  );
  const stopSweeping = startSweeping(parts, options, worker.id);
  const { concurrency, ownGate } = options;
  const direct =
    options.direct !== undefined && ownGate === true
      ? createDirect(parts, handler, {
          owner: worker.id,
          ...{ concurrency, lockMs, running, signal: aborter.signal, openStep: options.direct.openStep },
        })
      : undefined;
  return {
    open: (id, chat) => direct?.open(id, chat),
    async close({ graceMs }) {
      stopSweeping();
      direct?.close();
      await worker.pause(true);
      const isAway = () => parts.store.redis.status !== "ready";
      await settledUnlessAway(running, graceMs, isAway);
      aborter.abort();
      // A last moment for handlers that heed the signal; the lock of the others runs out by itself.
      const stuck = await settledWithin(running, Math.min(graceMs, lastMomentMs));
      const closed = worker.close(stuck || isAway()).then(() => undefined);
      // Without Redis it cannot say goodbye.
      await (isAway() ? settledWithin(new Set([closed]), lastMomentMs) : closed);
    },
  };
}

const lastMomentMs = 500;
/** What is under way cannot end without Redis: after it has been away for so long there is nothing to wait for. */
const awayMs = 2000;
const lookMs = 100;

/** Waits until all have settled, at most `graceMs`. */
async function settledUnlessAway(
  running: ReadonlySet<Promise<void>>,
  graceMs: number,
  isAway: () => boolean,
): Promise<void> {
  let away = 0;
  for (let left = graceMs; left > 0 && away < awayMs; left -= lookMs) {
    if (!(await settledWithin(running, Math.min(left, lookMs)))) return;
    away = isAway() ? away + lookMs : 0;
  }
}

/** True when some are still running after the time. */
async function settledWithin(running: ReadonlySet<Promise<void>>, ms: number): Promise<boolean> {
  if (running.size === 0) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ms, true);
  });
  const settled = Promise.allSettled(running).then(() => false);
  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}

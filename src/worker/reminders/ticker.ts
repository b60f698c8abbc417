import { putDueInLine } from "./due-reminders.ts";
import type { DueOptions } from "./put-in-line.ts";

export interface TickerOptions extends Omit<DueOptions, "onFault"> {
  /** Only one process at a time looks: what is due is accepted once anyway, so this only saves work. */
  readonly lease: { hold(): Promise<boolean>; giveBack(): Promise<void> };
}

/** Between two looks; an alert is told of within a minute of its price. */
const everyMs = 15_000;
/** One look may take no longer. */
const lookMs = 45_000;

export interface Ticker {
  /** Looks once, where no other process does. */
  look(): Promise<void>;
  /** Looks again and again until closed. What goes wrong is told, and tried again with the next look. */
  start(): void;
  close(): Promise<void>;
}

export function createTicker(options: TickerOptions): Ticker {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const said = new Set<string>();
  /** Said once: the next look comes in seconds. */
  const onFault: DueOptions["onFault"] = (reminder, reason) => {
    const fault = `${reminder} ${reason}`;
    if (said.has(fault)) return;
    said.add(fault);
    options.pipeline.log.warn({ reminder, reason }, "reminder not looked at, others are");
  };
  const look = async (): Promise<void> => {
    if (!(await options.lease.hold())) return;
    await putDueInLine({ ...options, onFault }, AbortSignal.any([stop.signal, AbortSignal.timeout(lookMs)]));
  };
  const lookAgain = async (): Promise<void> => {
    await look().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : "error";
      if (!stop.signal.aborted) options.pipeline.log.warn({ reason }, "reminders not looked at");
    });
    if (stop.signal.aborted) return;
    timer = setTimeout(begin, everyMs);
    timer.unref();
  };
  const begin = () => {
    looking = lookAgain();
  };
  return {
    look,
    start: begin,
    async close() {
      stop.abort();
      clearTimeout(timer);
      await looking;
      await options.lease.giveBack().catch(() => undefined);
    },
  };
}

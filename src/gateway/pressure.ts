import type { QueueLoad } from "../queue/ordered-queue.ts";

/** How long a message that is taken in now is likely to wait, from what the queue has got through lately. */
export interface Pressure {
  /** Seconds; 0 while nothing waits long or nothing is known yet. `position`: messages of its own chat before it. */
  waitSeconds(position: number): number;
}

export interface PressureOptions {
  readonly load: () => Promise<QueueLoad>;
  readonly wallMs: () => number;
}

/** Between two looks at the queue, which happen only while messages come in. */
const lookEveryMs = 1000;
/** Below so many waiting jobs nobody is told to wait, however slow the last second was. */
const manyJobs = 200;
/** What is got through in a second falls with the load as well: what could be done is the most of late, forgotten by this a look. */
const memory = 0.97;

/** Looks are taken behind the messages that ask for them and never hold one up; what fails leaves the last estimate. */
export function createPressure({ load, wallMs }: PressureOptions): Pressure {
  let last: (QueueLoad & { readonly atMs: number }) | undefined;
  let perSecond = 0;
  let lookedMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const now = { ...(await load()), atMs: wallMs() };
    if (last !== undefined && now.atMs > last.atMs) {
      const done = now.arrived - last.arrived - (now.due + now.parked - last.due - last.parked);
      perSecond = Math.max((done * 1000) / (now.atMs - last.atMs), perSecond * memory);
    }
    last = now;
  };
  return {
    waitSeconds(position) {
      if (wallMs() - lookedMs >= lookEveryMs) {
        lookedMs = wallMs();
        look().catch(() => undefined);
      }
      if (last === undefined || perSecond === 0 || last.due + last.parked < manyJobs) return 0;
      // Chats take turns: one round over all that have something due, for each message before it and for itself.
      return ((position + 1) * Math.max(1, last.due)) / perSecond;
    },
  };
}

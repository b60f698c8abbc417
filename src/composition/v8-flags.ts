import { getCompileCacheDir } from "node:module";
import { setFlagsFromString } from "node:v8";

/**
 * What a start loads makes V8 double its space for young objects until it takes 64 MB, which it hardly ever gives back. Held small
 * until the service runs, it grows only as far as the messages need it.
 *
 * V8 refuses code that was compiled under other flags, and Node keeps a folder of compiled code for each set of them, chosen when
 * the cache is switched on. So this comes before that, or not at all: a service and the other verbs would throw out each other's code.
 */
export function holdYoungHeap(): void {
  if (getCompileCacheDir() === undefined) setFlagsFromString("--semi-space-growth-factor=1");
}

/** V8's own way again. */
export const letYoungHeapGrow = (): void => setFlagsFromString("--semi-space-growth-factor=2");

/**
 * For a process that times short pieces of work. Young objects are cleared by the main thread itself: few of them live on, so that it is
 * done in a millisecond, where with helper threads it waits for these to be given a processor. And a function is optimised after a hundred
 * calls instead of four hundred, for the warm-up gives most of them no more. Comes as early as `holdYoungHeap`, for the same reason.
 */
export function readyToBeTimed(): void {
  if (getCompileCacheDir() !== undefined) return;
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--invocation-count-for-maglev=100");
}

const optimisers = ["turbofan", "maglev"] as const;

/** What is compiled stays as it is: on one processor a compiler takes its time from the text that is being judged, on two it waits for the other. */
export function stopOptimising(): void {
  for (const each of optimisers) setFlagsFromString(`--no-${each}`);
}

/** V8's own way again: over some ten thousand texts it comes to judge them in little more than half the time. */
export function optimise(): void {
  for (const each of optimisers) setFlagsFromString(`--${each}`);
}

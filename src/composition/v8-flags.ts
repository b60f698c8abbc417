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
 * Has the main thread clear the young objects by itself: few of them live on, so that it is done in a third of a millisecond, where
 * with helper threads it waits for these to be given a processor. Comes as early as `holdYoungHeap`, for the same reason.
 */
export function scavengeAlone(): void {
  if (getCompileCacheDir() === undefined) setFlagsFromString("--no-parallel-scavenge");
}

/**
 * What is compiled stays as it is from here on: on one processor a compiler takes its time from the text that is being judged, on two
 * it waits for the other. Code that has to be given up is not compiled again, which costs a long run about a tenth.
 */
export function stopOptimising(): void {
  setFlagsFromString("--no-turbofan");
  setFlagsFromString("--no-maglev");
}

import { setFlagsFromString } from "node:v8";

/**
 * What a start loads makes V8 double its space for young objects until it takes 64 MB, which it hardly ever gives back. Held small
 * until the service runs, it grows only as far as the messages need it.
 */
export const holdYoungHeap = (): void => setFlagsFromString("--semi-space-growth-factor=1");

/** V8's own way again. */
export const letYoungHeapGrow = (): void => setFlagsFromString("--semi-space-growth-factor=2");

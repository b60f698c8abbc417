/** What does not heed its signal is left to itself after this: its chat must go on, and its writes are refused. */
const heedMs = 50;

/** Rejects a moment after the signal. */
export function leftAlone(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => setTimeout(() => reject(signal.reason), heedMs).unref();
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/**
 * Resolves when the work has settled or the signal aborts, whichever is first: for leaving a wait without ending what is
 * waited for. The signal keeps nothing of it afterwards.
 */
export const settledOrAborted = (work: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const leave = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", leave, { once: true });
    work.then(leave, leave);
  });

/** How long what has to come may take; long, since a busy machine is no fault. */
const patienceMs = 120_000;

/** Lets a test wait for a state that some other party brings about, without polling. */
export interface Waiting {
  /** Call after every change. */
  changed(): void;
  /** Resolves with the first truthy value of `predicate`; rejects after `timeoutMs`, naming `what`. */
  waitFor<T>(predicate: () => T, timeoutMs?: number, what?: string): Promise<NonNullable<T>>;
}

export function createWaiting(): Waiting {
  const checks = new Set<() => void>();
  return {
    changed() {
      for (const check of checks) check();
    },
    waitFor<T>(predicate: () => T, timeoutMs = patienceMs, what = "the awaited state") {
      return new Promise<NonNullable<T>>((resolve, reject) => {
        const finish = (settle: () => void): void => {
          clearTimeout(timer);
          checks.delete(check);
          settle();
        };
        const check = (): void => {
          try {
            const value = predicate();
            if (value) finish(() => resolve(value));
          } catch (error) {
            finish(() => reject(error));
          }
        };
        const timer = setTimeout(
          () => finish(() => reject(new Error(`waited ${timeoutMs} ms in vain for ${what}`))),
          timeoutMs,
        );
        checks.add(check);
        check();
      });
    },
  };
}

export interface KeyedQueue {
  run<Value>(key: string, task: () => Promise<Value>): Promise<Value>;
  /** Resolves once all that have been asked for have ended. */
  settled(): Promise<void>;
}

/** One task at a time for each key, in the order of the calls, whatever becomes of them; those of other keys run beside them. */
export function createKeyedQueue(): KeyedQueue {
  const lasts = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const mine = (lasts.get(key) ?? Promise.resolve()).then(task);
      const settled = mine.catch(() => undefined);
      lasts.set(key, settled);
      try {
        return await mine;
      } finally {
        if (lasts.get(key) === settled) lasts.delete(key);
      }
    },
    async settled() {
      await Promise.all(lasts.values());
    },
  };
}

/** One task at a time for each name, in the order of the calls; those of other names run beside them. */
export function createLanes() {
  const lasts = new Map<string, Promise<unknown>>();
  return {
    async run<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
      const mine = (lasts.get(name) ?? Promise.resolve()).then(task);
      const settled = mine.catch(() => undefined);
      lasts.set(name, settled);
      try {
        return await mine;
      } finally {
        if (lasts.get(name) === settled) lasts.delete(name);
      }
    },
  };
}

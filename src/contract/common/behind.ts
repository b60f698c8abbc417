/** Work that nobody waits for but the end, and whose failure has been told where it happened. */
export function createBehind() {
  const pending = new Set<Promise<void>>();
  return {
    run(work: Promise<unknown>): void {
      const settled = work.then(
        () => undefined,
        () => undefined,
      );
      pending.add(settled);
      void settled.then(() => pending.delete(settled));
    },
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Lets at most so many through at once. */
export interface Limit {
  /** Runs the work as soon as there is room, in the order of asking; settles as the work does. */
  pass<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async pass(work) {
      // Who leaves hands the place on, so that nobody who came later is first.
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

/** Lets at most so many through at once. */
export interface Lane {
  /** Runs the work as soon as there is room, in the order of asking; settles as the work does. */
  pass<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createLane(most: number): Lane {
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

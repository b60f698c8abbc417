/** Faults that wait for their turn: the next N requests to a target get them, first planned first used. */
export interface FaultPlan<Fault> {
  /** Plans `fault` for the next `times` requests to `target`. `times` may be Infinity. */
  plan(target: string, fault: Fault, times?: number): void;
  /** Takes the fault that is due for the first of these names that has one: give the most specific first, `*` last. */
  take(...targets: readonly string[]): Fault | undefined;
  clear(): void;
}

export function createFaultPlan<Fault>(): FaultPlan<Fault> {
  const planned = new Map<string, { fault: Fault; left: number }[]>();
  return {
    plan(target, fault, times = 1) {
      const rows = planned.get(target) ?? [];
      rows.push({ fault, left: times });
      planned.set(target, rows);
    },
    take(...targets) {
      if (planned.size === 0) return undefined;
      for (const target of targets) {
        const rows = planned.get(target);
        const first = rows?.[0];
        if (rows === undefined || first === undefined) continue;
        first.left -= 1;
        if (first.left <= 0) rows.shift();
        if (rows.length === 0) planned.delete(target);
        return first.fault;
      }
      return undefined;
    },
    clear: () => planned.clear(),
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

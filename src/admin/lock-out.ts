import type { AdapterStore } from "#contract";

/** After so many wrong tokens from one address nothing is compared any more for a while. */
const mostFailures = 5;
export const lockOutMs = 15 * 60_000;

/** Counts wrong log-ins by address, in Redis, so that a restart or a second process forgives nothing. */
export function createLockOut(keep: Pick<AdapterStore, "get" | "increment" | "delete">) {
  const name = (address: string) => `failures:${address}`;
  return {
    isLocked: async (address: string): Promise<boolean> =>
      Number((await keep.get(name(address))) ?? 0) >= mostFailures,
    /** True when this one was the last. */
    fail: async (address: string): Promise<boolean> =>
      (await keep.increment(name(address), lockOutMs)) >= mostFailures,
    forgive: (address: string) => keep.delete(name(address)),
  };
}

import type { AdapterStore } from "#contract";

/** After so many wrong tokens from one address nothing is compared any more for a while. */
const mostFailures = 5;
/**
 * And after so many through one proxy, from whatever addresses: one that hands on what callers write lets them write any. Behind one that
 * tells no address this is the only limit, or any stranger could lock the administrator out.
 */
const mostThrough = 100;
export const lockOutMs = 15 * 60_000;

/** Where a log-in comes from. */
interface Origin {
  readonly remoteAddress: string;
  readonly through?: string;
  readonly isShared?: true;
}

/** Counts wrong log-ins by address, in Redis, so that a restart or a second process forgives nothing. */
export function createLockOut(keep: Pick<AdapterStore, "get" | "increment" | "delete">) {
  const ownName = ({ remoteAddress, isShared }: Origin) =>
    `${isShared === true ? "failures-shared" : "failures"}:${remoteAddress}`;
  const limits = (from: Origin): readonly (readonly [name: string, most: number])[] => [
    [ownName(from), from.isShared === true ? mostThrough : mostFailures],
    ...(from.through === undefined ? [] : [[`failures-through:${from.through}`, mostThrough] as const]),
  ];
  return {
    async isLocked(from: Origin): Promise<boolean> {
      const counts = limits(from).map(async ([name, most]) => Number((await keep.get(name)) ?? 0) >= most);
      return (await Promise.all(counts)).includes(true);
    },
    /** True when this one was the last. */
    async fail(from: Origin): Promise<boolean> {
      const counts = limits(from).map(
        async ([name, most]) => (await keep.increment(name, lockOutMs)) >= most,
      );
      return (await Promise.all(counts)).includes(true);
    },
    forgive: (from: Origin) => keep.delete(ownName(from)),
  };
}

import { refused } from "./check-rows.ts";
import { type FeedFailure, feedFailure } from "./feed.ts";
import type { NameProof } from "./name-proof.ts";

interface Named {
  readonly code: string;
  /** The name cell, as it came. */
  readonly name: unknown;
}

/** For what holds no code, so that the name has to prove it: why it must be refused, or null. */
export async function unprovenFault(
  identify: NameProof | undefined,
  { code, name }: Named,
  signal: AbortSignal,
): Promise<FeedFailure | null> {
  const identity = (await identify?.(code, typeof name === "string" ? name : "", signal)) ?? "unknown";
  if (identity === "own") return null;
  // Ours is the gap, not the feed's.
  if (identity === "unknown") return feedFailure("NO_DATA", "no name is known to prove the line with");
  return refused("its name is none of this security's");
}

/** For what holds its code: a name that is another security's contradicts it. Any other name, or none, does not. */
export async function foreignFault(
  identify: NameProof | undefined,
  { code, name }: Named,
  signal: AbortSignal,
): Promise<FeedFailure | null> {
  if (identify === undefined || typeof name !== "string" || name === "") return null;
  const isForeign = (await identify(code, name, signal)) === "foreign";
  return isForeign ? refused("it bears another security's name") : null;
}

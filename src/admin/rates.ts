import { type ActivityCounts, latencyBucketsMs } from "../journal/activity.ts";
import { costOf } from "./cost.ts";
import type { ModelPrice } from "./ports.ts";

/** Sums of several hours. */
export function sumCounts(all: Iterable<ActivityCounts>): ActivityCounts {
  const sum: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** All messages that came to an end: answered by the worker, at the door, or canceled; undefined of an hour without any. */
export const messagesOf = ({ turns, aside }: ActivityCounts): number | undefined =>
  turns === undefined && aside === undefined ? undefined : (turns ?? 0) + (aside ?? 0);

/** The time, from acceptance to end, within which that share of the turns ended, by its histogram; undefined without turns. */
export function latencyMs(counts: ActivityCounts, share: number): number | undefined {
  const held = latencyBucketsMs.map((bucket) => counts[`ms:${bucket}`] ?? 0);
  const total = held.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = total * share;
  for (const [at, count] of held.entries()) {
    const [from, to] = [latencyBucketsMs[at - 1] ?? 0, latencyBucketsMs[at] ?? 0];
    if (left <= count && count > 0) return from + ((to - from) * left) / count;
    left -= count;
  }
  return latencyBucketsMs.at(-1);
}

/** A share from 0 to 1; undefined of nothing. */
export const shareOf = (part = 0, whole = 0): number | undefined => (whole === 0 ? undefined : part / whole);

/** Claims of the first attempt that all passed, of the turns with claims. */
export const firstPassShare = (counts: ActivityCounts): number | undefined =>
  shareOf(counts["first:true"], (counts["first:true"] ?? 0) + (counts["first:false"] ?? 0));

/** Tokens by model, as `[provider:model, in, out]`. */
export function tokensOf(
  counts: ActivityCounts,
): readonly (readonly [model: string, prompt: number, completion: number])[] {
  const models = new Set(
    Object.keys(counts).flatMap((name) =>
      /^(in|out):/.test(name) ? [name.slice(name.indexOf(":") + 1)] : [],
    ),
  );
  return [...models].sort().map((model) => [model, counts[`in:${model}`] ?? 0, counts[`out:${model}`] ?? 0]);
}

/** What the models of some hours cost; undefined where a price is missing. */
export const costOfCounts = (
  counts: ActivityCounts,
  prices: ReadonlyMap<string, ModelPrice>,
): number | undefined =>
  costOf(
    tokensOf(counts).map(([name, prompt_tokens, completion_tokens]) => {
      const at = name.indexOf(":");
      return {
        provider: name.slice(0, at),
        model: name.slice(at + 1),
        usage: { prompt_tokens, completion_tokens },
      };
    }),
    prices,
  );

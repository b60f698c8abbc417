import type { Store } from "../../store/redis.ts";
import { scanKeys } from "../../store/scan-keys.ts";

/**
 * Takes what the queues' streams of events say of these turns out of them: a job's name begins with its turn's, which holds who wrote. Of every
 * namespace, for each writes streams of its own. Resolves with how many lines went.
 */
export async function eraseEvents(
  store: Pick<Store, "keys" | "namespace" | "guarded">,
  isTheirs: (jobId: string) => boolean,
): Promise<number> {
  const { keys, namespace, guarded } = store;
  const pattern = `${keys.queuePrefix.slice(0, -namespace.length)}*:events`;
  let count = 0;
  for await (const streams of scanKeys(store, pattern))
    for (const stream of streams) {
      const lines = await guarded((redis) => redis.xrange(stream, "-", "+"));
      const theirs = lines.filter(([, fields]) => isTheirs(fields[fields.indexOf("jobId") + 1] ?? ""));
      const [first, ...rest] = theirs.map(([line]) => line);
      if (first !== undefined) count += await guarded((redis) => redis.xdel(stream, first, ...rest));
    }
  return count;
}

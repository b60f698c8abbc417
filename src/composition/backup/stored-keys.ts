import { AppError } from "#contract";
import { inBatches } from "../../store/in-batches.ts";
import type { Store } from "../../store/redis.ts";
import { scanKeys } from "../../store/scan-keys.ts";
import type { StoredKey } from "./backup-file.ts";

/** Everything of ours, whatever the namespace; and where a restore lays things down before they take their places. */
const ours = "qm:";
const aside = "qm-restore:";
const keysAtOnce = 200;

const pagesOf = (store: Store, prefix: string) => scanKeys(store, `${prefix}*`, keysAtOnce);

async function erase(store: Store, prefix: string): Promise<void> {
  for await (const page of pagesOf(store, prefix)) await store.redis.unlink(...page);
}

/** Whether a gateway or a worker is at work anywhere on this Redis: each listens to the signals of its namespace. */
export async function isAtWork({ redis, keys, namespace }: Store): Promise<boolean> {
  const every = keys.signals.slice(0, keys.signals.length - namespace.length);
  const channels = await redis.pubsub("CHANNELS", `${every}*`);
  return Array.isArray(channels) && channels.length > 0;
}

/** What nobody misses: it is there for minutes at most, or is made anew. */
const passingOf = ({ keys }: Store) => [keys.cache(""), keys.lock(""), keys.rate(""), keys.pictures("")];

/** What waits and who holds it, as prefixes of all namespaces; the records of the turns are no part of it. */
export function queuesOf({ keys, namespace }: Store): readonly string[] {
  const all = [
    keys.queuePrefix,
    keys.order("", ""),
    keys.orderedChats(""),
    keys.arrivals(""),
    keys.holders(""),
  ];
  return all.map((key) => key.slice(0, key.indexOf(`:${namespace}`) + 1));
}

const startsWithOne = (key: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => key.startsWith(prefix));

/** Whether there are records; an empty queue is none. */
export async function holdsRecords(store: Store): Promise<boolean> {
  const others = [...passingOf(store), ...queuesOf(store)];
  for await (const page of pagesOf(store, ours))
    if (page.some((key) => !startsWithOne(key, others))) return true;
  return false;
}

/** What stands in Redis of ours, caches, locks and allowances aside. Each key is whole; two of them may be moments apart. */
export async function* storedKeys(store: Store): AsyncGenerator<StoredKey> {
  const { redis } = store;
  const passing = passingOf(store);
  const seen = new Set<string>();
  for await (const page of pagesOf(store, ours)) {
    const fresh = page.filter((key) => !seen.has(key) && !startsWithOne(key, passing));
    for (const key of fresh) seen.add(key);
    const rows = await Promise.all(
      fresh.map(async (key) => {
        const [dump, endsMs] = await Promise.all([redis.dumpBuffer(key), redis.pexpiretime(key)]);
        return { key, dump, endsMs };
      }),
    );
    // Gone meanwhile: nothing to keep.
    for (const { key, dump, endsMs } of rows)
      if (dump !== null) yield { key, dump, endsMs: Math.max(0, endsMs) };
  }
}

/** Lays keys aside and puts them in the place of all that is there, once all of them are known to be good. */
export interface KeysAside {
  /** One that has ended meanwhile is left out. Throws AppError REDIS_UNFIT for what this Redis does not take. */
  put(key: StoredKey): Promise<void>;
  /** How many lie aside. */
  count(): number;
  /** Removes what is there and moves these in. A crash in between is mended by restoring once more. */
  moveIn(): Promise<void>;
  drop(): Promise<void>;
}

export async function openAside(store: Store, nowMs: number): Promise<KeysAside> {
  const { redis } = store;
  const held: string[] = [];
  await erase(store, aside);
  return {
    async put({ key, endsMs, dump }) {
      if (!key.startsWith(ours))
        throw new AppError("INVALID_ARGS", `${JSON.stringify(key)} is no key of ours`);
      if (endsMs !== 0 && endsMs <= nowMs) return;
      try {
        await redis.call("RESTORE", aside + key, endsMs, dump, "ABSTTL");
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new AppError(
          "REDIS_UNFIT",
          `this Redis does not take what is in the backup (${reason}): use the version that it was made with, or a newer one`,
        );
      }
      held.push(key);
    },
    count: () => held.length,
    async moveIn() {
      await erase(store, ours);
      for (const page of inBatches(held, keysAtOnce))
        await Promise.all(
          page.map((key) =>
            redis.rename(aside + key, key).catch((error: Error) => {
              // It has ended since it was laid aside.
              if (!/no such key/i.test(error.message)) throw error;
            }),
          ),
        );
    },
    drop: () => erase(store, aside),
  };
}

import type { ChatAddress, OutboundPart } from "#contract";
import { inBatches } from "../../store/in-batches.ts";
import type { Store } from "../../store/redis.ts";
import { scanKeys } from "../../store/scan-keys.ts";
import type { Whose } from "./own-keys.ts";

/** What still stands of a turn whose record Redis has let go. */
export interface Remnant {
  readonly id: string;
  /** Where its answer went, as far as that can still be told. */
  readonly message?: ChatAddress;
}

/** Ids of the turns in whatever lists of turns there are, page by page. */
async function* listedTurns(store: Store, platform: string): AsyncIterable<readonly string[]> {
  for await (const page of scanKeys(store, `${store.keys.turns}*`))
    for (const key of page) {
      let cursor = "0";
      do {
        const [next, rows] = await store.guarded((redis) =>
          redis.zscan(key, cursor, "MATCH", `${platform}-*`, "COUNT", 1000),
        );
        cursor = next;
        yield rows.filter((_, at) => at % 2 === 0);
      } while (cursor !== "0");
    }
}

/** Where the answer of each turn went that has a delivery ledger. */
async function* ledgers(store: Store): AsyncIterable<Remnant> {
  const prefix = store.keys.ledger("");
  for await (const page of scanKeys(store, `${prefix}*`)) {
    const parts = await store.guarded((redis) => Promise.all(page.map((key) => redis.hget(key, "0:part"))));
    for (const [at, key] of page.entries()) {
      const text = parts[at] ?? undefined;
      // Written by the outbox.
      const message = text === undefined ? {} : { message: JSON.parse(text) as OutboundPart };
      yield { id: key.slice(prefix.length), ...message };
    }
  }
}

/** The turns of the jobs that the queues of every namespace hold: a job's name is its turn's, for a part of its answer with its number. */
async function* turnsOfJobs({ keys, namespace, guarded }: Store): AsyncIterable<readonly string[]> {
  const prefix = keys.queuePrefix.slice(0, -namespace.length);
  for await (const page of scanKeys({ guarded }, `${prefix}*`))
    yield page.map((key) => (key.slice(prefix.length).split(":")[2] ?? "").replace(/-(?:p\d+|again)$/, ""));
}

/** Whether a turn's or a job's id has the chat in its middle: `<platform>-<account>-<chat>-…`, as most platforms' ids are made. */
export function isIdOfChat(turnId: string, { platform, id }: Whose): boolean {
  if (!turnId.startsWith(`${platform}-`)) return false;
  const account = turnId.indexOf("-", platform.length + 1);
  return account > 0 && turnId.startsWith(`${id}-`, account + 1);
}

/**
 * Turns of a person or a group that the journal holds no more, though a list, a delivery ledger or a job still names them: by the lists of
 * the person (among the `own` keys), by the chat within the turn's id, by the chat that the answer went to.
 */
export async function remnantsOf(
  store: Store,
  whose: Whose,
  own: readonly string[],
): Promise<readonly Remnant[]> {
  const { keys } = store;
  const found = new Map<string, Remnant>();
  for await (const page of listedTurns(store, whose.platform))
    for (const id of page) if (isIdOfChat(id, whose)) found.set(id, { id });
  for await (const page of turnsOfJobs(store))
    for (const id of page) if (isIdOfChat(id, whose)) found.set(id, { id });
  const sure = new Set<string>();
  for (const list of own.filter((key) => key.startsWith(`${keys.turns}:`)))
    for (const id of await store.guarded((redis) => redis.zrange(list, "0", "-1"))) sure.add(id);
  for (const id of sure) found.set(id, { id });
  for await (const turn of ledgers(store)) {
    const { id, message } = turn;
    const isTheirs =
      message === undefined
        ? isIdOfChat(id, whose)
        : message.platform === whose.platform && message.chatId === whose.id;
    if (isTheirs || sure.has(id)) found.set(id, turn);
    else found.delete(id);
  }
  const gone: Remnant[] = [];
  for (const turn of found.values())
    if ((await store.guarded((redis) => redis.exists(keys.turn(turn.id)))) === 0) gone.push(turn);
  return gone;
}

/** Takes remnants out of all lists of turns, with their ledgers and what leads to them from a quoted message. */
export async function eraseRemnants(store: Store, turns: readonly Remnant[]): Promise<void> {
  const ids = new Set(turns.map(({ id }) => id));
  if (ids.size === 0) return;
  const { keys, guarded } = store;
  const batches = [...inBatches([...ids])];
  for (const batch of batches)
    await guarded((redis) => redis.del(...batch.flatMap((id) => [keys.ledger(id), keys.pictures(id)])));
  for await (const page of scanKeys(store, `${keys.turns}*`))
    for (const batch of batches)
      await guarded((redis) => Promise.all(page.map((key) => redis.zrem(key, ...batch))));
  const [said = ""] = keys.said("\n", "").split("\n");
  for await (const page of scanKeys(store, `${said}*`)) {
    const means = await guarded((redis) => redis.mget(...page));
    const theirs = page.filter((_, at) => ids.has(means[at] ?? ""));
    if (theirs.length > 0) await guarded((redis) => redis.del(...theirs));
  }
}

/** Jobs that BullMQ keeps of turns that are gone: their names begin with the turn's. Resolves with how many went. */
export async function eraseJobs(store: Store, turns: readonly Remnant[]): Promise<number> {
  const { keys, namespace, guarded } = store;
  const ids = turns.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const prefix = keys.queuePrefix.slice(0, -namespace.length);
  let count = 0;
  for await (const page of scanKeys(store, `${prefix}*`))
    for (const key of page) {
      const [space, queue, job = ""] = key.slice(prefix.length).split(":");
      const isTheirs = ids.some((id) => job === id || job.startsWith(`${id}-`));
      if (!isTheirs) continue;
      const keysOf = (states: readonly string[]) =>
        states.map((state) => `${prefix}${space}:${queue}:${state}`);
      await guarded((redis) =>
        Promise.all([
          ...keysOf(["completed", "failed", "delayed"]).map((set) => redis.zrem(set, job)),
          // One that a worker holds all the same: it finds nothing to end.
          ...keysOf(["wait", "active"]).map((list) => redis.lrem(list, 0, job)),
          ...keysOf(["stalled"]).map((set) => redis.srem(set, job)),
          redis.del(key),
        ]),
      );
      count += 1;
    }
  return count;
}

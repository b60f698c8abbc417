import type { UnderWay, UnderWayRow } from "../../admin/ports.ts";
import { directMark } from "../../queue/order-scripts.ts";
import { readPartJobId, readTurnJobId } from "../../queue/outbox.ts";
import { inboundName, outboundName, queueNames } from "../../queue/queue-names.ts";
import type { Store } from "../../store/redis.ts";
import type { Infrastructure } from "../infrastructure.ts";

type Platforms = readonly { readonly platform: string }[];
type QueueParts = Pick<Infrastructure, "inbound" | "queueOf" | "store">;

type UnderWayStore = Pick<Store, "keys" | "guarded">;

const isDirect = (token: string | null | undefined): boolean => token?.startsWith(`${directMark}/`) === true;

/**
 * Jobs by queue and state, of the questions and of each platform's answers. `direct`: worked right where they came in, without a job
 * of BullMQ.
 */
export async function queueCounts(
  { inbound, queueOf, store }: QueueParts,
  platforms: Platforms,
): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
  const { keys, guarded } = store;
  const countsOf = async (name: string, counts: Promise<Record<string, number>>) => {
    const [own, tokens] = await Promise.all([counts, guarded((redis) => redis.hvals(keys.holders(name)))]);
    return [name, { ...own, direct: tokens.filter(isDirect).length }] as const;
  };
  const rows = await Promise.all([
    countsOf(inboundName, inbound.counts()),
    ...platforms.map(({ platform }) => countsOf(outboundName(platform), queueOf(platform).counts())),
  ]);
  return Object.fromEntries(rows);
}

const mostChats = 100;
const mostOfChat = 5;

/** How its chat's head stands. One that is tried again later is still held by the worker that tried it last. */
async function standingOf(
  redis: Store["redis"],
  keys: Store["keys"],
  queue: string,
  head: string,
): Promise<UnderWayRow["held"]> {
  const [token, dueMs] = await Promise.all([
    redis.hget(keys.holders(queue), head),
    // BullMQ's own key: the jobs that are due later.
    redis.zscore(`${keys.queuePrefix}:${queue}:delayed`, head),
  ]);
  if (token === null) return "waits";
  if (dueMs !== null) return "again";
  return isDirect(token) ? "direct" : "job";
}

/** The first chats of a queue with what stands in them, the head first. */
async function waysOf({ keys, guarded }: UnderWayStore, queue: string): Promise<UnderWay> {
  const [total, chats] = await guarded((redis) =>
    Promise.all([
      redis.scard(keys.orderedChats(queue)),
      redis.srandmember(keys.orderedChats(queue), mostChats),
    ]),
  );
  const rows = await guarded((redis) =>
    Promise.all(
      chats.map(async (chat): Promise<UnderWayRow[]> => {
        const order = keys.order(queue, chat);
        const [ids, length] = await Promise.all([
          redis.zrange(order, "0", String(mostOfChat - 1)),
          redis.zcard(order),
        ]);
        const [head] = ids;
        const stand = head === undefined ? "waits" : await standingOf(redis, keys, queue, head);
        return ids.map((id, at) => {
          const { turnId, part } =
            queue === inboundName ? { ...readTurnJobId(id), part: undefined } : readPartJobId(id);
          const held = at > 0 ? "waits" : stand;
          return { queue, chat, turnId, held, ahead: at, length, ...(part === undefined ? {} : { part }) };
        });
      }),
    ),
  );
  return { chats: total, rows: rows.flat() };
}

/** What is in line or in work now, in the queues' own order: what a process works without a job is there too. */
export async function underWay(
  { store }: { readonly store: UnderWayStore },
  platforms: Platforms,
): Promise<UnderWay> {
  const all = await Promise.all(queueNames(platforms).map((name) => waysOf(store, name)));
  return {
    chats: all.reduce((sum, { chats }) => sum + chats, 0),
    rows: all.flatMap(({ rows }) => rows),
  };
}

import type { WaitingAnswer } from "../../admin/ports.ts";
import { readPartJobId } from "../../queue/outbox.ts";
import { outboundName } from "../../queue/queue-names.ts";
import type { Store } from "../../store/redis.ts";
import { turnField } from "../../store/turn-fields.ts";

const chatsAtOnce = 200;

interface Head {
  readonly id: string;
  /** Its number among all that came into the queue. */
  readonly arrival: number;
}

/** Chat by chat in pages, so that nobody waits long for Redis meanwhile. */
async function oldestHead({ keys, guarded }: OldestStore, queue: string): Promise<Head | undefined> {
  let oldest: Head | undefined;
  let cursor = "0";
  do {
    const [next, chats] = await guarded((redis) =>
      redis.sscan(keys.orderedChats(queue), cursor, "COUNT", chatsAtOnce),
    );
    cursor = next;
    const heads = await guarded((redis) =>
      Promise.all(chats.map((chat) => redis.zrange(keys.order(queue, chat), "0", "0", "WITHSCORES"))),
    );
    for (const [id, arrival] of heads)
      if (id !== undefined && Number(arrival) < (oldest?.arrival ?? Number.POSITIVE_INFINITY))
        oldest = { id, arrival: Number(arrival) };
  } while (cursor !== "0");
  return oldest;
}

type OldestStore = Pick<Store, "keys" | "guarded">;

/** The answer that has waited longest to be sent, what is being sent included, by when its question came in; undefined where none waits. */
export async function oldestAnswer(
  { store }: { readonly store: OldestStore },
  platforms: readonly { readonly platform: string }[],
): Promise<WaitingAnswer | undefined> {
  const { keys, guarded } = store;
  const waiting = await Promise.all(
    platforms.map(async ({ platform }): Promise<WaitingAnswer[]> => {
      const head = await oldestHead(store, outboundName(platform));
      if (head === undefined) return [];
      const { turnId: id } = readPartJobId(head.id);
      const accepted = await guarded((redis) => redis.hget(keys.turn(id), turnField.acceptedMs));
      // Sent, and its record gone, since it was looked up.
      return accepted === null ? [] : [{ id, platform, acceptedMs: Number(accepted) }];
    }),
  );
  return waiting.flat().sort((one, other) => one.acceptedMs - other.acceptedMs)[0];
}

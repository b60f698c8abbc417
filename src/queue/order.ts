import type { Placement } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { directMark, enterLua, gateLua, inspectLua, releaseLua } from "./order-scripts.ts";

/** The next head, where its job is still to be set going; null where it has been, or there is none. */
export type Released = { readonly next: string | null } | "fenced";

/** A head that nothing will move by itself. */
export interface Standstill {
  readonly chat: string;
  readonly id: string;
  readonly fault: "missing" | "parked" | "failed" | "completed" | "empty";
}

/** Who is next in each chat. Knows ids only; the jobs themselves are BullMQ's. */
export interface Order {
  place(id: string, chat: string): Placement;
  /** Number of jobs before it; 0 is the head. Entering twice keeps the first place. */
  enter(id: string, chat: string): Promise<number>;
  /** `head`: go on, the token holds it. `waits`: not yet. `gone`: it has been done. */
  gate(id: string, chat: string, token: string): Promise<"head" | "waits" | "gone">;
  /** The same two as steps of a handler's own scripts; `readRelease` reads the reply of the second. */
  gateStep(id: string, chat: string, token: string): Step;
  releaseStep(id: string, chat: string, token: string): Step;
  readRelease(reply: unknown): Released;
  /** Sets the next one going, where its job is there; `fenced` when another worker has the job. Without a token: by force. */
  release(id: string, chat: string, token?: string): Promise<Released>;
  /** Whether a process has taken the job up without a job of BullMQ. */
  isHeldDirectly(id: string): Promise<boolean>;
  head(chat: string): Promise<string | undefined>;
  /** Ids in order, the head first. */
  waiting(chat: string): Promise<readonly string[]>;
  /** All chats with jobs, in pages of a few hundred. */
  chats(): AsyncIterable<readonly string[]>;
  inspect(chats: readonly string[]): Promise<readonly Standstill[]>;
}

/** Where BullMQ keeps the jobs of this queue. */
export interface BullKeys {
  key(type: string): string;
  readonly parkedAtLeastMs: number;
}

/** What the gate's reply means. */
export function readGate(reply: unknown): "head" | "waits" | "gone" {
  if (reply === 1) return "head";
  return reply === 0 ? "waits" : "gone";
}

function readRelease(reply: unknown): Released {
  const [released, head, freed] = Array.isArray(reply) ? reply : [];
  if (released !== 1) return "fenced";
  return { next: head === "" || freed === 0 ? null : String(head) };
}

const gateKind = { lua: gateLua, goOn: 1 } as const;
const releaseKind = { lua: releaseLua } as const;

export function createOrder(store: Store, queue: string, bull: BullKeys): Order {
  const { keys } = store;
  const scripts = {
    enter: store.script("qmOrderEnter", enterLua),
    inspect: store.script("qmOrderInspect", inspectLua),
  };
  const placeKeys = (chat: string) =>
    [keys.order(queue, chat), keys.orderedChats(queue), keys.arrivals(queue)] as const;
  const gateStep = (id: string, chat: string, token: string): Step => ({
    kind: gateKind,
    keys: [keys.order(queue, chat), keys.holders(queue)],
    args: [id, token],
  });
  const releaseStep = (id: string, chat: string, token: string): Step => ({
    kind: releaseKind,
    keys: [keys.order(queue, chat), keys.orderedChats(queue), keys.holders(queue)],
    args: [id, token, chat, bull.key("")],
  });
  return {
    gateStep,
    releaseStep,
    readRelease,
    place: (id, chat) => ({ keys: placeKeys(chat), chat, id }),
    async enter(id, chat) {
      return Number(await scripts.enter(placeKeys(chat), [chat, id]));
    },
    async gate(id, chat, token) {
      const [reply] = await store.together([gateStep(id, chat, token)]);
      return readGate(reply);
    },
    async release(id, chat, token = "") {
      const [reply] = await store.together([releaseStep(id, chat, token)]);
      return readRelease(reply);
    },
    async isHeldDirectly(id) {
      const token = await store.guarded((redis) => redis.hget(keys.holders(queue), id));
      return token?.startsWith(`${directMark}/`) === true;
    },
    async head(chat) {
      const [first] = await store.guarded((redis) => redis.zrange(keys.order(queue, chat), "0", "0"));
      return first;
    },
    waiting: (chat) => store.guarded((redis) => redis.zrange(keys.order(queue, chat), "0", "-1")),
    async *chats() {
      let cursor = "0";
      do {
        const [next, page] = await store.redis.sscan(keys.orderedChats(queue), cursor, "COUNT", 200);
        cursor = next;
        if (page.length > 0) yield page;
      } while (cursor !== "0");
    },
    async inspect(chats) {
      const { key, parkedAtLeastMs } = bull;
      const bullKeys = [key("delayed"), key("failed"), key("completed")];
      const reply = await scripts.inspect(
        [...bullKeys, keys.holders(queue), ...chats.map((chat) => keys.order(queue, chat))],
        [key(""), parkedAtLeastMs, keys.alive(""), directMark, ...chats],
      );
      // Rows as the script above builds them.
      const rows = (reply ?? []) as [string, string, Standstill["fault"]][];
      return rows.map(([chat, id, fault]) => ({ chat, id, fault }));
    },
  };
}

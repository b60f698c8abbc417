/** Turns that can be asked for at once. `open`: not ended · `dead`: a part could not be delivered, by the time it was given up · `refused`: a platform would not take a part, by that time · `sent-since`: failed or canceled, and answered by a replay since; it is in neither of these sets any more. */
export type TurnSet = "open" | "failed" | "canceled" | "sent-since" | "input-required" | "dead" | "refused";

/**
 * Every Redis key of the product, in one place. The journal, ledger and sessions are shared by all roles of an
 * installation; queues carry the namespace, so that a one-call local run has queues of its own beside a shared journal.
 */
export interface Keys {
  /** Hash: one turn. */
  turn(turnId: string): string;
  /** Sorted set: turn ids by acceptance, epoch milliseconds. */
  readonly turns: string;
  /** Sorted set: those of them in one state; `open` holds all that have not ended. Completed ones have no set of their own. */
  turnsIn(state: TurnSet): string;
  /** The same as `turnsIn("dead")`. */
  readonly deadLetters: string;
  /** Sorted set: those of them that have something in common, e.g. `("code", "600519.SH")`. */
  turnsBy(dimension: string, value: string): string;
  /** Hash: what people wrote on one day, by its number since 1970; see `journal/text-slots.ts`. */
  texts(day: number): string;
  /** Stream: what administrators did. */
  readonly audit: string;
  /** Hash: counts of one hour, by its number since 1970. */
  activity(hour: number): string;
  /** Hash: the delivery ledger of one turn. */
  ledger(turnId: string): string;
  /** Hash: the bytes of the pictures of one turn that wait to be sent, by part. */
  pictures(turnId: string): string;
  /** List: what one conversation remembers. */
  session(sessionKey: string): string;
  /** Sorted set: one person's watchlist in one conversation, in the order in which it was made. */
  watchlist(sessionKey: string): string;
  /** Hash: the alerts and digests of each person, by `sessionKey`. */
  readonly reminders: string;
  /** Counter: how often a conversation was begun anew. */
  epoch(sessionKey: string): string;
  /** String: the turn that takes in the rest of a long paste. */
  paste(sessionKey: string): string;
  /** String: the turn that a message of a chat belongs to; `name` is what the message is known by when it is quoted. */
  said(chat: string, name: string): string;
  /** Hash: what is left of a sender's or a chat's allowance. */
  rate(bucket: string): string;
  /** Hash: what a person, or `all`, has used of the day's limits, with what is set aside for calls under way. */
  spent(payer: string): string;
  cache(name: string): string;
  lock(name: string): string;
  /** What an adapter keeps. */
  adapter(platform: string, name: string): string;
  /** Prefix of BullMQ's own keys. */
  readonly queuePrefix: string;
  /** Sorted set: the waiting and running job ids of one chat, by arrival. Ends in the chat's key. */
  order(queue: string, chat: string): string;
  /** Set: chats that have at least one job. */
  orderedChats(queue: string): string;
  /** Counter of arrivals. */
  arrivals(queue: string): string;
  /** Hash: job id → token of the worker that last passed the gate with it. */
  holders(queue: string): string;
  /** String: there while this process lives, see `queue/direct.ts`. */
  alive(owner: string): string;
  /** Pub/sub channel of the lossy signals. */
  readonly signals: string;
}

export function createKeys(namespace: string): Keys {
  return {
    turn: (turnId) => `qm:turn:${turnId}`,
    turns: "qm:turns",
    deadLetters: "qm:turns:dead",
    turnsIn: (state) => `qm:turns:${state}`,
    turnsBy: (dimension, value) => `qm:turns:by:${dimension}:${value}`,
    texts: (day) => `qm:texts:${day}`,
    audit: "qm:audit",
    activity: (hour) => `qm:activity:${hour}`,
    ledger: (turnId) => `qm:ledger:${turnId}`,
    pictures: (turnId) => `qm:pictures:${turnId}`,
    session: (sessionKey) => `qm:session:${sessionKey}`,
    watchlist: (sessionKey) => `qm:watchlist:${sessionKey}`,
    reminders: "qm:reminders",
    epoch: (sessionKey) => `qm:epoch:${sessionKey}`,
    paste: (sessionKey) => `qm:paste:${sessionKey}`,
    said: (chat, name) => `qm:said:${chat}/${name}`,
    rate: (bucket) => `qm:rate:${bucket}`,
    spent: (payer) => `qm:spent:${payer}`,
    cache: (name) => `qm:cache:${name}`,
    lock: (name) => `qm:lock:${name}`,
    adapter: (platform, name) => `qm:adapter:${platform}:${name}`,
    queuePrefix: `qm:q:${namespace}`,
    order: (queue, chat) => `qm:order:${namespace}:${queue}:${chat}`,
    orderedChats: (queue) => `qm:chats:${namespace}:${queue}`,
    arrivals: (queue) => `qm:arrivals:${namespace}:${queue}`,
    holders: (queue) => `qm:holders:${namespace}:${queue}`,
    alive: (owner) => `qm:alive:${namespace}:${owner}`,
    signals: `qm:signals:${namespace}`,
  };
}

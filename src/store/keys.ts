/**
 * Every Redis key of the product, in one place. The journal, ledger and sessions are shared by all roles of an
 * installation; queues carry the namespace, so that a one-call local run has queues of its own beside a shared journal.
 */
export interface Keys {
  /** Hash: one turn. */
  turn(turnId: string): string;
  /** Sorted set: turn ids by acceptance, epoch milliseconds. */
  readonly turns: string;
  /** Sorted set: the failed ones of them. */
  readonly failedTurns: string;
  /** Hash: the delivery ledger of one turn. */
  ledger(turnId: string): string;
  /** List: what one conversation remembers. */
  session(sessionKey: string): string;
  cache(name: string): string;
  lock(name: string): string;
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
  /** Pub/sub channel of the lossy signals. */
  readonly signals: string;
}

export function createKeys(namespace: string): Keys {
  return {
    turn: (turnId) => `qm:turn:${turnId}`,
    turns: "qm:turns",
    failedTurns: "qm:turns:failed",
    ledger: (turnId) => `qm:ledger:${turnId}`,
    session: (sessionKey) => `qm:session:${sessionKey}`,
    cache: (name) => `qm:cache:${name}`,
    lock: (name) => `qm:lock:${name}`,
    queuePrefix: `qm:q:${namespace}`,
    order: (queue, chat) => `qm:order:${namespace}:${queue}:${chat}`,
    orderedChats: (queue) => `qm:chats:${namespace}:${queue}`,
    arrivals: (queue) => `qm:arrivals:${namespace}:${queue}`,
    holders: (queue) => `qm:holders:${namespace}:${queue}`,
    signals: `qm:signals:${namespace}`,
  };
}

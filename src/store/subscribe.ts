import type { Redis } from "ioredis";

/** Listens on a channel until the returned function is called. */
export type Subscribe = (channel: string, listen: (text: string) => void) => Promise<() => Promise<void>>;

/** One connection for all subscriptions of a store, opened at the first of them: Redis allows it nothing else. */
export function openChannel(open: () => Redis): { subscribe: Subscribe; close(): void } {
  const listeners = new Map<string, Set<(text: string) => void>>();
  let connection: Redis | undefined;
  const connected = (): Redis => {
    if (connection !== undefined) return connection;
    connection = open();
    connection.on("message", (channel: string, text: string) => {
      for (const listen of listeners.get(channel) ?? []) listen(text);
    });
    return connection;
  };
  return {
    async subscribe(channel, listen) {
      const redis = connected();
      const known = listeners.get(channel);
      if (known === undefined) {
        listeners.set(channel, new Set([listen]));
        await redis.subscribe(channel);
      } else known.add(listen);
      return async () => {
        const left = listeners.get(channel);
        left?.delete(listen);
        if (left?.size !== 0) return;
        listeners.delete(channel);
        await redis.unsubscribe(channel);
      };
    },
    close() {
      connection?.disconnect();
    },
  };
}

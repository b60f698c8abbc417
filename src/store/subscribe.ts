import type { Redis } from "ioredis";

/** Listens on a channel until the returned function is called. */
export type Subscribe = (channel: string, listen: (text: string) => void) => Promise<() => Promise<void>>;

type Listen = (text: string) => void;

/** One connection for all subscriptions of a store, opened at the first of them: Redis allows it nothing else. */
export function openChannel(open: () => Redis): { subscribe: Subscribe; close(): void } {
  /** `heard` resolves once Redis has taken the subscription. */
  const channels = new Map<string, { readonly listeners: Set<Listen>; readonly heard: Promise<unknown> }>();
  let connection: Redis | undefined;
  const connected = (): Redis => {
    if (connection !== undefined) return connection;
    connection = open();
    connection.on("message", (channel: string, text: string) => {
      for (const listen of channels.get(channel)?.listeners ?? []) listen(text);
    });
    return connection;
  };
  return {
    async subscribe(channel, listen) {
      const redis = connected();
      const own = channels.get(channel) ?? { listeners: new Set(), heard: redis.subscribe(channel) };
      channels.set(channel, own);
      own.listeners.add(listen);
      try {
        await own.heard;
      } catch (error) {
        // The next one to come subscribes anew.
        if (channels.get(channel) === own) channels.delete(channel);
        throw error;
      }
      return async () => {
        own.listeners.delete(listen);
        if (own.listeners.size > 0 || channels.get(channel) !== own) return;
        channels.delete(channel);
        await redis.unsubscribe(channel);
      };
    },
    close() {
      connection?.disconnect();
    },
  };
}

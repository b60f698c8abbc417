import { z } from "zod";
import type { Log } from "#contract";
import type { Store } from "../store/redis.ts";

/** Says something about a turn in progress. Lossy: nobody may depend on its arrival. */
const signalSchema = z.object({
  /** `typing`: work goes on · `progress`: it takes longer, say so · `cancel`: stop the turn, its record says why. */
  kind: z.enum(["typing", "progress", "cancel"]),
  turnId: z.string(),
  platform: z.string(),
  accountId: z.string(),
  chatId: z.string(),
  /** The platform's id of the question. */
  replyTo: z.string().optional(),
  language: z.enum(["zh", "en"]).optional(),
  /** With `progress`: how long the question is likely to wait before work on it begins. */
  waitSeconds: z.number().optional(),
});

export type Signal = z.infer<typeof signalSchema>;

export interface Signals {
  /** Never throws. */
  publish(signal: Signal): Promise<void>;
  /** Hears every signal until the returned function is called. `listen` must not throw. */
  subscribe(listen: (signal: Signal) => void): () => void;
}

/** Between two tries to hear them. */
const retryMs = 1000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One subscription of the process, opened when somebody first listens. */
export function createSignals(store: Pick<Store, "keys" | "publish" | "subscribe">, log: Log): Signals {
  const channel = store.keys.signals;
  const listeners = new Set<(signal: Signal) => void>();
  const hear = (text: string): void => {
    const parsed = signalSchema.safeParse(parse(text));
    if (!parsed.success) return;
    for (const listen of listeners) listen(parsed.data);
  };
  let isOpen = false;
  let isRefused = false;
  const open = (): void => {
    if (isOpen || listeners.size === 0) return;
    isOpen = true;
    store.subscribe(channel, hear).then(
      () => {
        isRefused = false;
      },
      (error: unknown) => {
        isOpen = false;
        // Whoever may not listen is refused at every try: said once.
        if (!isRefused) log.warn({ error }, "signals cannot be heard, tried again every second");
        isRefused = true;
        setTimeout(open, retryMs).unref();
      },
    );
  };
  return {
    async publish(signal) {
      try {
        await store.publish(channel, JSON.stringify(signal));
      } catch (error) {
        log.debug({ turn: signal.turnId, kind: signal.kind, error }, "signal lost");
      }
    },
    subscribe(listen) {
      listeners.add(listen);
      open();
      return () => {
        listeners.delete(listen);
      };
    },
  };
}

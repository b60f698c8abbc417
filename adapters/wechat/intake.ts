import { setTimeout as sleep } from "node:timers/promises";
import { type AdapterHost, createKeyedQueue, type IncomingMessage, untilHeld } from "#contract";
import { readFailure } from "./failure.ts";
import type { Pending } from "./pending.ts";
import type { Reading } from "./read-message.ts";

export interface IntakeOptions {
  readonly host: Pick<AdapterHost<object>, "receive" | "log" | "count">;
  /** `isEarlier`: an earlier process was told of it. */
  readonly read: (messageId: string, isEarlier: boolean) => Promise<Reading>;
  readonly pending: Pending;
  /** A message sent then is held. */
  readonly onHeld: (sentMs: number) => void;
  readonly signal: AbortSignal;
}

export interface Intake {
  /** A message has been announced. Nobody waits for it: wechaty knows no acknowledgement. */
  take(messageId: string, options?: { readonly isEarlier: boolean }): void;
  /** Resolves once no message is half-way in. After the signal has aborted that is soon. */
  settled(): Promise<void>;
}

type Message = Extract<Reading, { message: IncomingMessage }>;

const firstDelayMs = 200;
const maxDelayMs = 5000;
/** The puppet may take a moment to know what it has announced. */
const mostReads = 5;

/**
 * Takes messages in as they are announced: what they say is asked for at once and side by side, but they are handed on in the order
 * of their announcement, one at a time in each chat, retries included.
 */
export function createIntake(options: IntakeOptions): Intake {
  const { host, pending, signal } = options;
  const { log } = host;
  const chats = createKeyedQueue();
  let announced: Promise<void> = Promise.resolve();
  const pause = (delayMs: number) => sleep(delayMs, undefined, { signal }).catch(() => undefined);

  /** Undefined: nobody can tell, or the signal has aborted. */
  async function readPatiently(id: string, isEarlier: boolean): Promise<Reading | undefined> {
    for (let reads = 0, delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
      try {
        return await options.read(id, isEarlier);
      } catch (error) {
        // What is still marked as pending is asked for again at the next start.
        if (signal.aborted) return undefined;
        const { kind, reason } = readFailure(error);
        // A connection that is down comes back; else it is this message that nobody knows.
        if (kind === "unknown" || kind === "refused") reads += 1;
        if (reads >= mostReads) {
          log.error({ message: id, reason }, "wechat message could not be read");
          host.count?.("unreadable");
          await pending.remove(id);
          return undefined;
        }
      }
      await pause(delayMs);
    }
  }

  /** False where it has to be handed in at the next start. */
  async function handIn({ message, sentMs }: Message): Promise<boolean> {
    const hand = async () => {
      const outcome = await host.receive(message);
      log.debug({ message: message.id, ...outcome }, "wechat message taken");
      options.onHeld(sentMs);
    };
    try {
      await untilHeld(hand, { platform: "wechat", message: message.id, log }, signal);
      return true;
    } catch {
      log.error({ message: message.id }, "wechat message not taken before the stop");
      return false;
    }
  }

  /** Behind the chat's earlier ones. */
  function queue(id: string, noted: Promise<void>, reading: Message): void {
    void chats.run(reading.message.chatId, async () => {
      const isDone = await handIn(reading);
      await noted;
      if (isDone) await pending.remove(id);
    });
  }

  return {
    take(id, { isEarlier } = { isEarlier: false }) {
      if (signal.aborted) return;
      const noted = pending.add(id);
      const reading = readPatiently(id, isEarlier);
      announced = announced.then(async () => {
        const read = await reading;
        if (read === undefined) return;
        if ("message" in read) return queue(id, noted, read);
        log.debug({ message: id, reason: read.ignored }, "wechat message ignored");
        void noted.then(() => pending.remove(id));
      });
    },
    async settled() {
      await announced;
      await chats.settled();
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { type AdapterHost, AppError, type IncomingMessage } from "#contract";
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
/** A message that trips over a defect must not stop its chat for ever. */
const mostFaults = 5;

const codeOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "UNKNOWN";
};

/**
 * Takes messages in as they are announced: what they say is asked for at once and side by side, but they are handed on in the order
 * of their announcement, one at a time in each chat, retries included.
 */
export function createIntake(options: IntakeOptions): Intake {
  const { host, pending, signal } = options;
  const { log } = host;
  const lasts = new Map<string, Promise<void>>();
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

  async function handUntilHeld({ message, sentMs }: Message): Promise<boolean> {
    let faults = 0;
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
      try {
        const outcome = await host.receive(message);
        log.debug({ message: message.id, ...outcome }, "wechat message taken");
        options.onHeld(sentMs);
        return true;
      } catch (error) {
        if (!(error instanceof AppError && error.action === "retry")) faults += 1;
        const fields = { message: message.id, reason: codeOf(error) };
        if (faults >= mostFaults) {
          log.error(fields, "wechat message given up");
          return true;
        }
        if (signal.aborted) {
          log.error(fields, "wechat message not taken before the stop");
          return false;
        }
        log.warn({ ...fields, delayMs }, "wechat message not taken, trying again");
      }
      await pause(delayMs);
    }
  }

  /** Behind the chat's earlier ones. */
  function queue(id: string, noted: Promise<void>, reading: Message): void {
    const { chatId } = reading.message;
    const before = lasts.get(chatId) ?? Promise.resolve();
    const mine = before.then(async () => {
      const isDone = await handUntilHeld(reading);
      await noted;
      if (isDone) await pending.remove(id);
    });
    lasts.set(chatId, mine);
    void mine.then(() => {
      if (lasts.get(chatId) === mine) lasts.delete(chatId);
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
      await Promise.all(lasts.values());
    },
  };
}

import {
  createKeyedQueue,
  type IncomingMessage,
  type Log,
  type Patience,
  type ReceiveOutcome,
  untilHeld,
} from "#contract";
import { readUpdate, type UpdateView } from "./read-update.ts";

export interface IntakeOptions {
  readonly view: () => UpdateView;
  readonly receive: (message: IncomingMessage) => Promise<ReceiveOutcome>;
  /** Stops the spinner on the pressed button; not waited for, must not throw. */
  readonly answerCallback: (callbackId: string) => void;
  readonly log: Log;
  readonly patience: Patience;
}

export interface Intake {
  /** Resolves once the update is held or is none of ours. Throws what `receive` throws: do not acknowledge then. */
  take(update: unknown): Promise<void>;
  /**
   * The same for a transport that cannot hand an update back: tries until it is held. Rejects only when the signal aborts;
   * the update must then stay unconfirmed.
   */
  takeUntilHeld(update: unknown, signal: AbortSignal): Promise<void>;
}

/** Chats run beside one another; within a chat one message at a time, retries included, so that none overtakes another. */
export function createIntake(options: IntakeOptions): Intake {
  const chats = createKeyedQueue();
  const hand = async (message: IncomingMessage) => {
    const outcome = await options.receive(message);
    options.log.debug({ message: message.id, event: message.event, ...outcome }, "telegram message taken");
  };
  const read = (update: unknown): IncomingMessage | undefined => {
    const { message, callbackId, ignored } = readUpdate(update, options.view());
    if (callbackId !== undefined) options.answerCallback(callbackId);
    if (message === undefined) options.log.debug({ reason: ignored }, "telegram update ignored");
    return message;
  };
  return {
    async take(update) {
      const message = read(update);
      if (message !== undefined) await chats.run(message.chatId, () => hand(message));
    },
    async takeUntilHeld(update, signal) {
      const message = read(update);
      if (message === undefined) return;
      const { log, patience } = options;
      await chats.run(message.chatId, async () => {
        signal.throwIfAborted();
        await untilHeld(
          () => hand(message),
          { platform: "telegram", message: message.id, log, patience },
          signal,
        );
      });
    },
  };
}

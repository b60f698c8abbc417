import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type IncomingMessage, type Log, type ReceiveOutcome } from "#contract";
import { readUpdate, type UpdateView } from "./read-update.ts";

export interface IntakeOptions {
  readonly view: () => UpdateView;
  readonly receive: (message: IncomingMessage) => Promise<ReceiveOutcome>;
  /** Stops the spinner on the pressed button; not waited for, must not throw. */
  readonly answerCallback: (callbackId: string) => void;
  readonly log: Log;
  readonly patience: Patience;
}

export interface Patience {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** How often a fault of our own, not INTAKE_DOWN, is tried before the update is given up. */
  readonly faultAttempts: number;
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
  const lanes = createLanes();
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
      if (message !== undefined) await lanes.run(message.chatId, () => hand(message));
    },
    async takeUntilHeld(update, signal) {
      const message = read(update);
      if (message === undefined) return;
      await lanes.run(message.chatId, () => untilHeld(() => hand(message), signal, options));
    },
  };
}

async function untilHeld(task: () => Promise<void>, signal: AbortSignal, options: IntakeOptions) {
  const { patience, log } = options;
  let faults = 0;
  for (let delayMs = patience.firstDelayMs; ; delayMs = Math.min(delayMs * 2, patience.maxDelayMs)) {
    signal.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      const mayHeal = error instanceof AppError && error.action === "retry";
      if (!mayHeal) faults += 1;
      // an update that trips over a defect would otherwise block every chat for ever
      if (faults >= patience.faultAttempts) {
        log.error({ reason: reasonOf(error), faults }, "telegram message given up");
        return;
      }
      log.warn({ reason: reasonOf(error), delayMs }, "telegram message not taken, trying again");
    }
    await sleep(delayMs, undefined, { signal });
  }
}

/** For logs: a code or a class name, no text. */
export function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "UNKNOWN";
}

/** One task at a time per key, in the order of the calls; tasks of other keys run beside them. */
function createLanes() {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(key: string, task: () => Promise<void>): Promise<void> {
      const before = tails.get(key);
      const mine = before === undefined ? task() : before.then(task, task);
      tails.set(key, mine);
      try {
        await mine;
      } finally {
        if (tails.get(key) === mine) tails.delete(key);
      }
    },
  };
}

import { type AdapterHost, untilHeld } from "#contract";
import type { Account } from "./accounts.ts";
import { type ReadMessage, readMessage } from "./read-message.ts";
import type { ReplyWindows } from "./reply-window.ts";

export interface IntakeOptions {
  readonly host: Pick<AdapterHost<object>, "store" | "log" | "clock" | "count" | "receive" | "wake">;
  readonly windows: ReplyWindows;
  /** Looks, before a message is received, for what shall be sent once it is; that is not waited for and must not throw. */
  readonly prepare: (account: Account) => Promise<() => void>;
}

export interface Intake {
  /**
   * Resolves once the message is held, or is none for us. Rejects only when the signal aborts: the cursor must then stay where it
   * is, and the channel hands the message out again.
   */
  take(raw: unknown, account: Account, signal: AbortSignal): Promise<void>;
}

/** The channel sometimes delivers one message twice under two ids, a few seconds apart. */
const sameWithinMs = 3000;
const sameKeptMs = 24 * 3_600_000;

/** What people write when they are asked to write anything. */
const justGoOn =
  /^(继续|接着[说发]?|好[的吧]?|嗯+|行|可以|要|ok(ay)?|go on|continue|more|next|yes|y|[\d\p{P}\p{S}])[。.!!~]*$/iu;

/** What happens with each message of a person before it counts as received. */
export function createIntake({ host, windows, prepare }: IntakeOptions): Intake {
  const { store, log, clock } = host;

  /**
   * Whether these words have come before: `again` under the same id, `double` under another as the second delivery of the message of
   * `key`; a real repetition comes later. How far apart they are is told by the channel's clock where both messages bring a time, else by ours.
   */
  async function lookBack(
    read: ReadMessage,
  ): Promise<{ readonly came: "new" | "again" | "double"; readonly key: string }> {
    const { message, key, content, cameMs, createdMs } = read;
    const name = `same:${message.chatId}:${content}`;
    const [knownKey = "", knownCame = "", knownCreated = ""] = ((await store.get(name)) ?? "").split("|");
    const isTold = createdMs !== undefined && knownCreated !== "";
    const apartMs = isTold ? createdMs - Number(knownCreated) : cameMs - Number(knownCame);
    if (knownKey === key) return { came: "again", key };
    if (knownCame !== "" && Math.abs(apartMs) <= sameWithinMs) return { came: "double", key: knownKey };
    await store.set(name, `${key}|${cameMs}|${createdMs ?? ""}`, { ttlMs: sameKeptMs });
    return { came: "new", key };
  }

  async function isAnswerToGoOn(account: Account, { key, message }: ReadMessage): Promise<boolean> {
    const window = await windows.read(account);
    return window?.key === key && window.asked && justGoOn.test(message.text.trim());
  }

  async function hand(account: Account, read: ReadMessage): Promise<void> {
    const { message, key, contextToken, orderMs } = read;
    const past = await lookBack(read);
    if (past.came === "double") {
      await windows.renew(account, { key: past.key, contextToken, sentMs: orderMs });
      host.count?.("duplicate");
      log.info({ message: message.id }, "weixin delivered a message twice under two ids, taken once");
      return;
    }
    await windows.open(account, { key, contextToken, sentMs: orderMs, isAgain: past.came === "again" });
    // Now: what becomes doubtful with the answer to this very message is left to the next one.
    const afterwards = await prepare(account);
    if (!(await isAnswerToGoOn(account, read))) {
      const outcome = await host.receive(message);
      log.debug({ message: message.id, ...outcome }, "weixin message taken");
    }
    await host.wake?.(message);
    afterwards();
  }

  return {
    async take(raw, account, signal) {
      const reading = readMessage(raw, account, clock.wallMs());
      if ("ignored" in reading) {
        if (reading.ignored === "stranger") host.count?.("stranger");
        log.debug({ account: account.accountId, reason: reading.ignored }, "weixin message ignored");
        return;
      }
      signal.throwIfAborted();
      const { read } = reading;
      await untilHeld(
        () => hand(account, read),
        { platform: "weixin", message: read.message.id, log },
        signal,
      );
    },
  };
}

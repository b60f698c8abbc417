import { setTimeout as sleep } from "node:timers/promises";
import {
  type AdapterHost,
  AppError,
  type Artifact,
  type OutboundPart,
  type SendOutcome,
  splitText,
} from "#contract";
import type { Account } from "./accounts.ts";
import type { Api, OutgoingItem } from "./api.ts";
import { clientIdOf } from "./client-id.ts";
import type { Doubtful } from "./doubtful.ts";
import { type GivenUp, withGivenUp } from "./given-up.ts";
import { judgeSend, type Sent } from "./judge-send.ts";
import { createLanes } from "./lanes.ts";
import type { createMedia } from "./media.ts";
import {
  contentBudget,
  heldForMs,
  nobodyReads,
  type ReplyWindow,
  type ReplyWindows,
  usedUp,
} from "./reply-window.ts";
import type { WeixinTimings } from "./timings.ts";
import { describe } from "./wire.ts";

export interface OutgoingOptions {
  readonly host: Pick<AdapterHost<object>, "store" | "log" | "count">;
  readonly api: Pick<Api, "sendMessage">;
  readonly windows: ReplyWindows;
  readonly doubtful: Doubtful;
  readonly givenUp: GivenUp;
  readonly upload: ReturnType<typeof createMedia>;
  readonly timings: Pick<WeixinTimings, "sendPaceMs" | "sendRetryMs" | "throttleMs">;
}

export interface PersonalOutgoing {
  /** Never throws. */
  send(account: Account, part: OutboundPart): Promise<SendOutcome>;
  /** Offers what may not have arrived once more: texts by the client ids of their first sends. Never throws. */
  offerAgain(account: Account, doubts: ReadonlyMap<string, string>): Promise<void>;
}

/** One message of ours; the item is made when it is known that it may go. */
interface Message {
  readonly clientId: string;
  readonly item: () => Promise<OutgoingItem | SendOutcome>;
}

const storeAwayMs = 2000;
/** Of one message; a little is left for the notice of answers that were given up. */
const mostCharacters = 1750;
const goOn = {
  zh: "内容还没发完,回复任意内容继续。",
  en: "There is more to come: write anything to go on.",
};

/** For a picture that cannot be sent: the text before it speaks of it. */
const lost = {
  zh: "图片没有发出去;还需要的话请再问一次。",
  en: "The picture could not be sent. Ask again if you still need it.",
};

const textItem = (text: string): OutgoingItem => ({ type: 1, text_item: { text } });

const isOutcome = (item: OutgoingItem | SendOutcome): item is SendOutcome => "status" in item;

const storeAway = (error: unknown): SendOutcome => {
  const reason = error instanceof AppError ? error.code : "UNKNOWN";
  return { status: "retry", afterMs: storeAwayMs, reason };
};

/** Sends to one person after another, each in order and not too fast, within what their window allows. */
export function createOutgoing(options: OutgoingOptions): PersonalOutgoing {
  const { host, api, windows, doubtful, givenUp, upload, timings } = options;
  const { store, log } = host;
  const lanes = createLanes();
  const lastMs = new Map<string, number>();

  async function transmit(account: Account, window: ReplyWindow, clientId: string, item: OutgoingItem) {
    const { userId: to } = account;
    const waitMs = (lastMs.get(to) ?? Number.NEGATIVE_INFINITY) + timings.sendPaceMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const answer = await api.sendMessage(account, { to, clientId, contextToken: window.contextToken, item });
    lastMs.set(to, performance.now());
    return { sent: judgeSend(answer), words: describe(answer) };
  }

  /** The one message that the window keeps back for it; then the window is closed, whatever came of it. */
  async function askToWrite(account: Account, window: ReplyWindow, language: "zh" | "en"): Promise<void> {
    await transmit(account, window, clientIdOf(window.id, "go on"), textItem(goOn[language]));
    await windows.close(window, usedUp);
  }

  async function outcomeOf(
    { window, clientId }: { window: ReplyWindow; clientId: string },
    sent: Sent,
    words: string,
  ): Promise<SendOutcome> {
    if (sent.kind === "taken") return { status: "delivered", receipt: sent.messageId };
    if (sent.kind === "silent") return { status: "unconfirmed", reason: "accepted without a message id" };
    if (sent.kind === "unknown" || sent.kind === "refused") return { status: sent.kind, reason: words };
    if (sent.kind === "unsent") return { status: "retry", afterMs: storeAwayMs, reason: words };
    const isThrottled = sent.kind === "throttled";
    // More tries are said to make it last longer.
    const isFirst =
      isThrottled && (await store.set(`throttled:${clientId}`, "1", { ttlMs: heldForMs, ifAbsent: true }));
    if (sent.kind === "stale_token" || isFirst)
      return { status: "retry", afterMs: timings.throttleMs, reason: words };
    await windows.close(window, words);
    return { status: "held", reason: words };
  }

  /** One message with its one unmarked repetition where no answer came: the channel knows it by its client id. */
  async function sendOne(account: Account, message: Message, language: "zh" | "en"): Promise<SendOutcome> {
    const { clientId } = message;
    const receipt = await store.get(`receipt:${clientId}`);
    if (receipt !== undefined) return { status: "delivered", receipt };
    const state = await windows.state(account);
    if (state.kind !== "open")
      return { status: state.kind === "closed" ? "held" : "refused", reason: state.reason };
    const { window } = state;
    if ((await windows.place(window, clientId)) > contentBudget) {
      await askToWrite(account, window, language);
      return { status: "held", reason: usedUp };
    }
    const item = await message.item();
    if (isOutcome(item)) return item;
    const tries = await store.increment(`tries:${clientId}`, heldForMs);
    let { sent, words } = await transmit(account, window, clientId, item);
    if (sent.kind === "unknown" && tries === 1) {
      await store.increment(`tries:${clientId}`, heldForMs);
      await sleep(timings.sendRetryMs);
      ({ sent, words } = await transmit(account, window, clientId, item));
    }
    const outcome = await outcomeOf({ window, clientId }, sent, words);
    // What has been sent is not sent again because Redis was away for a moment.
    if (outcome.status === "delivered")
      await store.set(`receipt:${clientId}`, outcome.receipt, { ttlMs: heldForMs }).catch(() => undefined);
    return outcome;
  }

  async function sendText(account: Account, part: OutboundPart, clientId: string): Promise<SendOutcome> {
    const unsaid = await givenUp.list(account.userId);
    const message = { clientId, item: async () => textItem(withGivenUp(part.text, unsaid.length)) };
    const outcome = await sendOne(account, message, languageOf(part.text));
    const isDoubtful = outcome.status === "unconfirmed" || outcome.status === "unknown";
    if (isDoubtful) await doubtful.keep(account.userId, clientId, part);
    else if (outcome.status === "delivered") {
      await doubtful.drop(account.userId, clientId);
      await givenUp.told(account.userId, unsaid);
    }
    // With the next answer the person is told that this one is missing.
    if (outcome.status === "refused" && outcome.reason === nobodyReads)
      await givenUp.add(account.userId, part.turnId);
    if (outcome.status === "unconfirmed") {
      host.count?.("unconfirmed");
      log.warn(
        { turn: part.turnId, account: account.accountId },
        "weixin took an answer without a message id",
      );
    }
    return outcome;
  }

  /**
   * A report that cannot be sent as a file, message by message; of a picture, that it is lost. What has to wait is answered; undefined:
   * all has been tried.
   */
  async function sayInstead(
    account: Account,
    fileId: string,
    { base64, mediaType }: Artifact,
    language: "zh" | "en",
  ): Promise<SendOutcome | undefined> {
    const isPicture = mediaType.startsWith("image/");
    const report = () =>
      Buffer.from(base64, "base64")
        .toString("utf8")
        .replace(/^\u{feff}/u, "");
    const text = isPicture ? lost[language] : report();
    for (const [at, piece] of splitText(text.trim(), mostCharacters).entries()) {
      const message = { clientId: clientIdOf(fileId, "text", at), item: async () => textItem(piece) };
      const outcome = await sendOne(account, message, languageOf(piece));
      if (outcome.status === "held" || outcome.status === "retry") return outcome;
    }
    return undefined;
  }

  /** The text, then each picture or file. What has gone out is known by its receipt when the rest is tried again. */
  async function sendAll(account: Account, part: OutboundPart): Promise<SendOutcome> {
    const { turnId, part: index, artifacts = [] } = part;
    const outcome = await sendText(account, part, clientIdOf(turnId, index));
    if (outcome.status !== "delivered" && outcome.status !== "unconfirmed") return outcome;
    for (const [number, artifact] of artifacts.entries()) {
      const clientId = clientIdOf(turnId, index, number);
      const item = async () => {
        const uploaded = await upload(account, account.userId, artifact);
        if (uploaded.ok) return uploaded.item;
        const { reason, mayWork } = uploaded;
        const tried = await store.increment(`uploads:${clientId}`, heldForMs);
        return mayWork && tried < 3
          ? ({ status: "retry", afterMs: timings.throttleMs, reason } as const)
          : ({ status: "refused", reason } as const);
      };
      const language = languageOf(part.text);
      const sent = await sendOne(account, { clientId, item }, language);
      if (sent.status === "held" || sent.status === "retry") return sent;
      if (sent.status === "refused" && artifact.mediaType !== "application/json") {
        const waiting = await sayInstead(account, clientId, artifact, language);
        if (waiting !== undefined) return waiting;
      }
      if (sent.status !== "delivered")
        log.warn({ turn: turnId, artifact: artifact.name, ...sent }, "weixin did not take a picture or file");
    }
    return outcome;
  }

  return {
    send: (account, part) =>
      lanes.run(account.userId, () => sendAll(account, part)).catch((error: unknown) => storeAway(error)),
    async offerAgain(account, doubts) {
      const { userId } = account;
      const offer = async () => {
        for (const [clientId, text] of doubts) {
          const again = { clientId: clientIdOf(clientId, "again"), item: async () => textItem(text) };
          const { status } = await sendOne(account, again, languageOf(text));
          if (status === "held" || status === "retry") return;
          // Without an answer it is offered the next time, under the same id, so that it is shown once.
          if (status !== "unknown") await doubtful.drop(userId, clientId);
        }
      };
      await lanes.run(userId, offer).catch((error: unknown) => {
        log.debug({ account: account.accountId, ...storeAway(error) }, "weixin: not offered again");
      });
    },
  };
}

const languageOf = (text: string): "zh" | "en" => (/\p{Script=Han}/u.test(text) ? "zh" : "en");

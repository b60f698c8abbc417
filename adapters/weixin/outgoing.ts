import { setTimeout as sleep } from "node:timers/promises";
import {
  type AdapterHost,
  AppError,
  type Artifact,
  createKeyedQueue,
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
/** Of one message: longer ones were seen cut, refused and lost. */
export const mostCharacters = 1800;
const goOn = {
  zh: "内容还没发完,回复任意内容继续。",
  en: "There is more to come: write anything to go on.",
};

/** For a picture that cannot be sent: the text before it speaks of it. */
const lost = {
  zh: "图片没有发出去;还需要的话请再问一次。",
  en: "The picture could not be sent. Ask again if you still need it.",
};

/** For a picture or file of which that is not known. */
const maybeLost = {
  zh: "刚才的图片或文件可能没有送达;没看到的话请再问一次。",
  en: "The picture or file may not have arrived. Ask again if you do not see it.",
};

const mostSends = 3;

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
  const people = createKeyedQueue();
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
    const waiting = await givenUp.list(account.userId);
    const withNotice = withGivenUp(part.text, waiting.length);
    // Where there is no room for the notice, the next text brings it.
    const isRoom = [...withNotice].length <= mostCharacters;
    const unsaid = isRoom ? waiting : [];
    const message = { clientId, item: async () => textItem(isRoom ? withNotice : part.text) };
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
    if (text.trim() === "") return undefined;
    for (const [at, piece] of splitText(text.trim(), mostCharacters).entries()) {
      const message = { clientId: clientIdOf(fileId, "text", at), item: async () => textItem(piece) };
      const outcome = await sendOne(account, message, languageOf(piece));
      if (outcome.status === "held" || outcome.status === "retry") return outcome;
    }
    return undefined;
  }

  /** One picture or file of a part. What has to wait is answered; undefined: all has been tried, and the person is told what they may miss. */
  async function sendArtifact(
    account: Account,
    { turnId, text }: OutboundPart,
    clientId: string,
    artifact: Artifact,
  ): Promise<SendOutcome | undefined> {
    const language = languageOf(text);
    const item = async () => {
      const uploaded = await upload(account, account.userId, artifact);
      if (uploaded.ok) return uploaded.item;
      const { reason, mayWork } = uploaded;
      const tried = await store.increment(`uploads:${clientId}`, heldForMs);
      return mayWork && tried < mostSends
        ? ({ status: "retry", afterMs: timings.throttleMs, reason } as const)
        : ({ status: "refused", reason } as const);
    };
    const sent = await sendOne(account, { clientId, item }, language);
    if (sent.status === "held" || sent.status === "retry") return sent;
    if (sent.status === "unknown") {
      // The first of them were two sends.
      const tried = 1 + (await store.increment(`unknown:${clientId}`, heldForMs));
      if (tried < mostSends) return { status: "retry", afterMs: storeAwayMs, reason: sent.reason };
    }
    if (sent.status === "unknown" || sent.status === "unconfirmed")
      await doubtful.keepNotice(account.userId, clientId, maybeLost[language]);
    else await doubtful.drop(account.userId, clientId);
    if (sent.status !== "delivered")
      log.warn({ turn: turnId, artifact: artifact.name, ...sent }, "weixin did not take a picture or file");
    return sent.status === "refused" && artifact.mediaType !== "application/json"
      ? sayInstead(account, clientId, artifact, language)
      : undefined;
  }

  /** The text, then each picture or file. What has gone out is known by its receipt when the rest is tried again. */
  async function sendAll(account: Account, part: OutboundPart): Promise<SendOutcome> {
    const { turnId, part: index, artifacts = [] } = part;
    const clientId = clientIdOf(turnId, index);
    const silent = `silent:${clientId}`;
    const wasSilent = artifacts.length > 0 ? await store.get(silent) : undefined;
    const outcome: SendOutcome =
      wasSilent === undefined
        ? await sendText(account, part, clientId)
        : { status: "unconfirmed", reason: wasSilent };
    if (artifacts.length > 0 && outcome.status === "unconfirmed")
      await store.set(silent, outcome.reason, { ttlMs: heldForMs });
    for (const [number, artifact] of artifacts.entries()) {
      const id = clientIdOf(turnId, index, number);
      // It may have been the last try, and these then never go out.
      if (outcome.status === "unknown")
        await doubtful.keepNotice(account.userId, id, maybeLost[languageOf(part.text)]);
      if (outcome.status !== "delivered" && outcome.status !== "unconfirmed") continue;
      const waiting = await sendArtifact(account, part, id, artifact);
      if (waiting !== undefined) return waiting;
    }
    return outcome;
  }

  return {
    send: (account, part) =>
      people.run(account.userId, () => sendAll(account, part)).catch((error: unknown) => storeAway(error)),
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
      await people.run(userId, offer).catch((error: unknown) => {
        log.debug({ account: account.accountId, ...storeAway(error) }, "weixin: not offered again");
      });
    },
  };
}

const languageOf = (text: string): "zh" | "en" => (/\p{Script=Han}/u.test(text) ? "zh" : "en");

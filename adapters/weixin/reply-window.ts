import { createHash } from "node:crypto";
import { z } from "zod";
import type { AdapterStore } from "#contract";
import { type Account, tokenId } from "./accounts.ts";

/** What the person's newest message allows: answers carry its token, are few, and end with its day. */
const windowShape = z.object({
  /** Of the message that opened it. */
  key: z.string(),
  contextToken: z.string(),
  /** By the channel's clock; absent where it told nothing that could be believed. */
  sentMs: z.number().optional(),
  openedMs: z.number(),
  /** The one before ended with the request to write anything, so this message may be no question. */
  asked: z.boolean(),
});

export interface ReplyWindow extends z.infer<typeof windowShape> {
  /** Names what is counted within it. */
  readonly id: string;
}

export type WindowState =
  | { readonly kind: "open"; readonly window: ReplyWindow }
  /** Until the person writes again, or the account has logged in anew. */
  | { readonly kind: "closed"; readonly reason: string }
  /** Nobody will read it any more. */
  | { readonly kind: "expired"; readonly reason: string };

const hourMs = 3_600_000;
/** The channel takes answers for a day after the person's last message. */
const openForMs = 24 * hourMs;
/** What could not go out in this time is given up. */
export const heldForMs = 48 * hourMs;
/** Why an answer is given up that could not go out in this time. */
export const nobodyReads = "nothing could be sent to the person for two days";
/** Messages for each one of the person's: ten are said to be possible; one of the eight asks for another message. */
export const contentBudget = 7;

/** Why a window is closed whose messages are used up. */
export const usedUp = "its messages are used up";

export type ReplyWindows = ReturnType<typeof createReplyWindows>;

const toldName = (account: Account): string => `login-told:${tokenId(account)}`;

const loginName = (account: Account): string => `login-required:${tokenId(account)}`;

/** A message of the person's, as their window sees it. */
export interface WindowOpener {
  readonly key: string;
  readonly contextToken: string | undefined;
  readonly sentMs: number | undefined;
  /** The very message has come before. */
  readonly isAgain: boolean;
}

/** What comes for the first time and claims to be older by more than this has been written after the channel's clock was set back. */
const setBackMs = 600_000;

function isOlder({ key, sentMs, isAgain }: WindowOpener, known: ReplyWindow | undefined): boolean {
  if (known === undefined || known.key === key) return false;
  if (sentMs === undefined || known.sentMs === undefined) return isAgain;
  const behindMs = known.sentMs - sentMs;
  return isAgain ? behindMs >= 0 : behindMs > 0 && behindMs <= setBackMs;
}

export function createReplyWindows(store: AdapterStore, wallMs: () => number) {
  const nameOf = (account: Account) => `window:${tokenId(account)}:${account.userId}`;
  const read = async (account: Account): Promise<ReplyWindow | undefined> => {
    const text = await store.get(nameOf(account));
    if (text === undefined) return undefined;
    const window = windowShape.parse(JSON.parse(text));
    const id = createHash("sha256")
      .update(`${nameOf(account)}|${window.key}`)
      .digest("hex")
      .slice(0, 24);
    return { ...window, id };
  };
  return {
    read,
    /** A message has come. An older one, handed out again, changes nothing; one without a token goes by the token that there is. */
    async open(account: Account, message: WindowOpener): Promise<void> {
      const { key, sentMs } = message;
      const known = await read(account);
      const contextToken = message.contextToken ?? known?.contextToken;
      if (contextToken === undefined || isOlder(message, known)) return;
      if (known?.key === key && known.contextToken === contextToken) return;
      const isSame = known?.key === key;
      const openedMs = isSame ? known.openedMs : wallMs();
      const asked = isSame
        ? known.asked
        : known !== undefined && (await store.get(`closed:${known.id}`)) === usedUp;
      const window = { key, contextToken, openedMs, asked, ...(sentMs === undefined ? {} : { sentMs }) };
      await store.set(nameOf(account), JSON.stringify(window), { ttlMs: 2 * heldForMs });
    },
    /** The message of `key` has come once more under another id: answers carry the newer token, what is counted stays. */
    async renew(
      account: Account,
      { key, contextToken, sentMs }: Omit<WindowOpener, "isAgain">,
    ): Promise<void> {
      const known = await read(account);
      if (known === undefined || contextToken === undefined || known.contextToken === contextToken) return;
      const { id: _, ...window } = known;
      // Without a time only that of the newest message itself is no old one.
      if (sentMs === undefined || known.sentMs === undefined ? known.key !== key : known.sentMs > sentMs)
        return;
      const renewed = {
        ...window,
        contextToken,
        ...(known.sentMs === undefined ? {} : { sentMs: sentMs ?? known.sentMs }),
      };
      await store.set(nameOf(account), JSON.stringify(renewed), { ttlMs: 2 * heldForMs });
    },
    async state(account: Account): Promise<WindowState> {
      const [window, login] = await Promise.all([read(account), store.get(loginName(account))]);
      const sinceMs = wallMs() - (window?.openedMs ?? account.savedAtMs);
      const lostMs = login === undefined ? 0 : wallMs() - Number(login);
      if (Math.max(sinceMs, lostMs) > heldForMs) return { kind: "expired", reason: nobodyReads };
      if (login !== undefined) return { kind: "closed", reason: "the account has to log in again" };
      if (window === undefined) return { kind: "closed", reason: "the person has not written yet" };
      if (sinceMs > openForMs) return { kind: "closed", reason: "the person has not written for a day" };
      const shut = await store.get(`closed:${window.id}`);
      return shut === undefined ? { kind: "open", window } : { kind: "closed", reason: shut };
    },
    /** No more goes out before the person writes again. */
    async close({ id }: ReplyWindow, reason: string): Promise<void> {
      await store.set(`closed:${id}`, reason, { ttlMs: heldForMs });
    },
    /** The place of a message among those of this window, from 1; the same for each try of it. */
    async place({ id }: ReplyWindow, clientId: string): Promise<number> {
      const name = `place:${id}:${clientId}`;
      const known = await store.get(name);
      if (known !== undefined) return Number(known);
      const place = await store.increment(`sent:${id}`, heldForMs);
      await store.set(name, String(place), { ttlMs: heldForMs });
      return place;
    },
    /** Undefined while the account's token is good. */
    async loginRequiredSince(account: Account): Promise<number | undefined> {
      const since = await store.get(loginName(account));
      return since === undefined ? undefined : Number(since);
    },
    /** Whether the operator has been told of the loss that `requireLogin` has noted. */
    async isLossTold(account: Account): Promise<boolean> {
      return (await store.get(toldName(account))) !== undefined;
    },
    async lossTold(account: Account): Promise<void> {
      await store.set(toldName(account), "1", { ttlMs: 30 * openForMs });
    },
    /** False where it was known; said again, the first time stands. */
    requireLogin: (account: Account): Promise<boolean> =>
      store.set(loginName(account), String(wallMs()), { ttlMs: 30 * openForMs, ifAbsent: true }),
    async loginWorks(account: Account): Promise<void> {
      await store.delete(loginName(account));
      await store.delete(toldName(account));
    },
  };
}

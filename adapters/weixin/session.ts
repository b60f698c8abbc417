import { setTimeout as sleep } from "node:timers/promises";
import {
  type AdapterHost,
  AppError,
  asRun,
  type ChatAddress,
  createBehind,
  type OutboundPart,
  type SendOutcome,
} from "#contract";
import { type Account, openAccounts } from "./accounts.ts";
import { createApi } from "./api.ts";
import { createDoubtful } from "./doubtful.ts";
import { createGivenUp } from "./given-up.ts";
import { createIntake } from "./intake.ts";
import { createMedia } from "./media.ts";
import { createOutgoing } from "./outgoing.ts";
import type { PollState } from "./poller.ts";
import { createPollers } from "./pollers.ts";
import { createReplyWindows } from "./reply-window.ts";
import type { WeixinConfig } from "./settings.ts";
import type { WeixinTimings } from "./timings.ts";
import { createTyping } from "./typing.ts";

/** The adapter from one start to its stop. */
export interface WeixinSession {
  send(part: OutboundPart): Promise<SendOutcome>;
  mayWrite(chat: ChatAddress): Promise<boolean>;
  /** See `Adapter.gaveUp`. */
  gaveUp(part: OutboundPart): Promise<void>;
  typing(chat: ChatAddress): void;
  health(): { readonly ok: boolean; readonly detail: string };
  close(): Promise<void>;
}

/** Throws AppError CONFIG_INVALID for accounts that cannot be read. */
export async function openSession(
  host: AdapterHost<WeixinConfig>,
  timings: WeixinTimings,
): Promise<WeixinSession> {
  const abort = new AbortController();
  const behind = createBehind();
  const api = createApi(host, timings);
  const windows = createReplyWindows(host.store, host.clock.wallMs);
  const typing = createTyping(api, windows, host);
  const doubtful = createDoubtful(host.store, host.clock);
  const givenUp = createGivenUp(host.store);
  const outgoing = createOutgoing({
    host,
    api,
    windows,
    doubtful,
    givenUp,
    upload: createMedia({ host, api, timeoutMs: timings.requestMs }),
    timings,
  });
  const prepare = async (account: Account) => {
    const doubts = await doubtful.list(account.userId);
    return () => {
      if (doubts.size > 0) behind.run(outgoing.offerAgain(account, doubts));
    };
  };
  const intake = createIntake({ host, windows, prepare });
  const pollers = createPollers({ host, api, windows, intake, timings });
  const roster = createRoster(host, (accounts) => pollers.follow(accounts));
  await roster.refresh();
  behind.run(roster.watch(timings.accountsMs, abort.signal));
  return {
    async send(part) {
      const account = roster.find(part);
      if (account === undefined) return roster.stranger();
      const outcome = await outgoing.send(account, part);
      behind.run(typing.hide(account));
      return outcome;
    },
    async mayWrite(chat) {
      const account = roster.find(chat);
      // `send` knows the better answer.
      if (account === undefined) return true;
      const state = await windows.state(account).catch(() => undefined);
      return state?.kind !== "closed";
    },
    async gaveUp({ chatId, turnId }) {
      await givenUp.add(chatId, turnId);
      host.count?.("given_up");
    },
    typing(chat) {
      const account = roster.find(chat);
      if (account !== undefined && !abort.signal.aborted) behind.run(typing.show(account));
    },
    health: () => healthOf(pollers.states()),
    async close() {
      abort.abort();
      await pollers.stop();
      await behind.settled();
    },
  };
}

/** The accounts as they were last seen, and a look now and then whether somebody has logged in. */
function createRoster(host: AdapterHost<WeixinConfig>, onChange: (accounts: readonly Account[]) => void) {
  const stored = openAccounts(host);
  let accounts: readonly Account[] | undefined;
  let seen: string | undefined;
  const refresh = async (): Promise<void> => {
    const version = await stored.version();
    if (version === seen) return;
    accounts = await stored.list();
    seen = version;
    onChange(accounts);
  };
  /** What a restart would not mend either is thrown; Redis comes back. */
  const refreshOrWait = async (): Promise<void> => {
    await refresh().catch((error: unknown) => {
      if (error instanceof AppError && error.action === "retry") return;
      throw error;
    });
  };
  return {
    refresh: refreshOrWait,
    async watch(everyMs: number, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await sleep(everyMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        await refresh().catch((error: Error) => host.log.warn({ reason: error.message }, "weixin accounts"));
      }
    },
    /** The person's present binding: a part of an earlier one goes out through it. */
    find: ({ chatId }: ChatAddress): Account | undefined => accounts?.find(({ userId }) => userId === chatId),
    stranger: (): SendOutcome =>
      accounts === undefined
        ? { status: "retry", afterMs: 2000, reason: "the accounts are not known yet" }
        : { status: "refused", reason: "nobody of this id has logged in" },
  };
}

/** Well while nobody's account is the cause of trouble, or at least one works: one person's phone is not the operator's outage. */
function healthOf(states: readonly PollState[]): { ok: boolean; detail: string } {
  if (states.length === 0) return { ok: true, detail: `no account yet: ${asRun("login weixin")}` };
  const toLogIn = states.filter((state) => state === "login_required").length;
  const failing = states.filter((state) => typeof state === "object");
  const words = [
    states.length === 1 ? "1 account" : `${states.length} accounts`,
    ...(toLogIn === 0 ? [] : [`${toLogIn} must log in again: ${asRun("login weixin")}`]),
    ...(failing[0] === undefined ? [] : [`${failing.length} failing (${failing[0].failing})`]),
  ];
  return { ok: toLogIn + failing.length < states.length, detail: words.join(", ") };
}

import { randomInt } from "node:crypto";
import { type AdapterHost, asRun } from "#contract";
import { type Account, tokenId } from "./accounts.ts";
import type { Api } from "./api.ts";
import type { Intake } from "./intake.ts";
import type { ReplyWindows } from "./reply-window.ts";
import type { WeixinTimings } from "./timings.ts";
import { waitBy } from "./wait-by.ts";
import { type Answer, describe, numberOf } from "./wire.ts";

export type PollState = "connecting" | "polling" | "login_required" | { readonly failing: string };

export interface PollerOptions {
  readonly account: Account;
  readonly host: Pick<AdapterHost<object>, "store" | "log" | "clock" | "count" | "loginLost">;
  readonly api: Pick<Api, "getUpdates" | "notify">;
  readonly windows: Pick<
    ReplyWindows,
    "requireLogin" | "loginWorks" | "loginRequiredSince" | "isLossTold" | "lossTold"
  >;
  readonly intake: Intake;
  readonly timings: WeixinTimings;
  readonly onState: (state: PollState) => void;
}

const usualHoldMs = 35_000;
const longestHoldMs = 120_000;
/**
 * An answer that brings nothing, or moves nothing on, and came faster than this was not held: without a pause, longer each time, it
 * would be asked for at once again, for ever.
 */
const heldAtLeastMs = 200;
const idlePauseMs = 2000;
const maxBackoffMs = 60_000;

const jittered = (ms: number): number =>
  Math.min(ms + randomInt(Math.max(1, Math.ceil(ms / 5))), maxBackoffMs);

const isStale = (answer: Answer): boolean => answer.kind === "failed" && answer.code === -14;

/** The client's own time for an empty poll is up: as good as an empty answer. */
const isEmptyPoll = (answer: Answer): boolean => answer.kind === "none" && answer.code === "TimeoutError";

const isGood = (answer: Answer): boolean => answer.kind === "ok" || isEmptyPoll(answer);

/**
 * The long poll of one account until the signal aborts. The cursor moves, and is kept, only once every message before it is held, so
 * that a crash has them handed out again.
 */
export async function poll(options: PollerOptions, signal: AbortSignal): Promise<void> {
  const { account, host, api, windows, timings, onState } = options;
  const wait = (ms: number) => waitBy(host.clock, ms, signal);
  const cursor = createCursor(options);
  let holdMs = usualHoldMs;
  let failures = 0;
  let idleAnswers = 0;

  const ask = async (): Promise<Answer> => {
    const answer = await api.getUpdates(account, await cursor.read(), holdMs + timings.pollMarginMs, signal);
    signal.throwIfAborted();
    return answer;
  };
  /** True where it brought something that will not come again by itself. */
  const digest = async (body: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const messages = Array.isArray(body.msgs) ? body.msgs : [];
    for (const message of messages) await options.intake.take(message, account, signal);
    const hasMoved = await cursor.move(body.get_updates_buf);
    const told = numberOf(body.longpolling_timeout_ms);
    if (told > 0) holdMs = Math.min(told, longestHoldMs);
    return hasMoved && messages.length > 0;
  };
  const probe = async (): Promise<Answer> => {
    await api.notify(account, "notifystart", signal);
    await wait(timings.staleProbeMs);
    const answer = await ask();
    if (answer.kind === "ok") await digest(answer.body);
    return answer;
  };
  /** Once for each loss, restarts and hourly tries included. */
  const tellLoss = async (): Promise<void> => {
    if (await windows.isLossTold(account)) return;
    await host.loginLost?.(account.accountId, signal);
    await windows.lossTold(account);
  };
  const awaitLogin = async (): Promise<void> => {
    onState("login_required");
    if (await windows.requireLogin(account)) {
      host.count?.("login_required");
      host.log.warn(
        { account: account.accountId },
        `weixin: this account has to log in again (${asRun("login weixin")}); its answers wait`,
      );
    }
    await tellLoss();
    do await wait(timings.loginProbeMs);
    while (!isGood(await probe()));
  };
  /** The token is called stale: it is tried once more, then nobody is asked again until somebody has logged in. */
  const recover = async (): Promise<void> => {
    const answer = await probe();
    if (isStale(answer)) await awaitLogin();
    else if (!isGood(answer)) return;
    await windows.loginWorks(account);
    onState("polling");
  };
  const backOff = async (answer: Answer): Promise<void> => {
    failures += 1;
    onState({ failing: describe(answer) });
    const isThird = failures % 3 === 0;
    await wait(jittered(isThird ? timings.pollPauseMs : timings.pollRetryMs));
  };

  const sinceMs = await windows.loginRequiredSince(account);
  let isLost = sinceMs !== undefined;
  if (sinceMs !== undefined) {
    onState("login_required");
    await tellLoss();
    // A restart is no reason to knock more often.
    await wait(
      Math.max(0, Math.min(sinceMs + timings.loginProbeMs - host.clock.wallMs(), timings.loginProbeMs)),
    );
  }
  await api.notify(account, "notifystart", signal);
  while (!signal.aborted) {
    const askedMs = performance.now();
    const answer = await ask();
    if (isStale(answer)) await recover();
    else if (!isGood(answer)) await backOff(answer);
    else {
      failures = 0;
      onState("polling");
      if (isLost) await windows.loginWorks(account);
      isLost = false;
      const hasNews = answer.kind === "ok" && (await digest(answer.body));
      const isIdle = !hasNews && performance.now() - askedMs < heldAtLeastMs;
      idleAnswers = isIdle ? idleAnswers + 1 : 0;
      if (isIdle) await wait(Math.min(heldAtLeastMs * idleAnswers, idlePauseMs));
    }
  }
}

/** Where the account stands in its stream; a new token begins anew. */
function createCursor({ account, host }: Pick<PollerOptions, "account" | "host">) {
  const name = `cursor:${tokenId(account)}`;
  let current: string | undefined;
  return {
    async read(): Promise<string> {
      current ??= (await host.store.get(name)) ?? "";
      return current;
    },
    /** False for one that says nothing new. */
    async move(next: unknown): Promise<boolean> {
      if (typeof next !== "string" || next === "" || next === current) return false;
      await host.store.set(name, next);
      current = next;
      return true;
    },
  };
}

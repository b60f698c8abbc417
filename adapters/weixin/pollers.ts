import { setTimeout as sleep } from "node:timers/promises";
import { type AdapterHost, AppError, createBehind } from "#contract";
import { type Account, tokenId } from "./accounts.ts";
import type { Api } from "./api.ts";
import type { Intake } from "./intake.ts";
import { type PollState, poll } from "./poller.ts";
import type { ReplyWindows } from "./reply-window.ts";
import type { WeixinTimings } from "./timings.ts";

export interface PollersOptions {
  readonly host: AdapterHost<object>;
  readonly api: Api;
  readonly windows: ReplyWindows;
  readonly intake: Intake;
  readonly timings: WeixinTimings;
}

export interface Pollers {
  /** Polls exactly these accounts from now on; who is gone, or has a new token, is polled no more. */
  follow(accounts: readonly Account[]): void;
  states(): readonly PollState[];
  stop(): Promise<void>;
}

/** One long poll for each account, in one process of the installation at a time. */
export function createPollers({ host, api, windows, intake, timings }: PollersOptions): Pollers {
  const running = new Map<string, { readonly abort: AbortController; state: PollState }>();
  const behind = createBehind();
  let isStopping = false;

  /** Redis away, or a defect: the poll begins anew, at the cursor that is kept. */
  async function pollOnAndOn(account: Account, onState: (state: PollState) => void, signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        await poll({ account, host, api, windows, intake, timings, onState }, signal);
      } catch (error) {
        if (signal.aborted) break;
        const failing = error instanceof AppError ? error.code : "a defect";
        onState({ failing });
        host.log.warn({ account: account.accountId, failing }, "weixin poll interrupted, trying again");
        await sleep(timings.pollRetryMs, undefined, { signal }).catch(() => undefined);
      }
    }
    if (isStopping) await api.notify(account, "notifystop");
  }

  function start(account: Account): void {
    const abort = new AbortController();
    const entry = { abort, state: "connecting" as PollState };
    const onState = (state: PollState) => {
      entry.state = state;
    };
    const work = (signal: AbortSignal) => pollOnAndOn(account, onState, signal);
    const name = tokenId(account);
    running.set(name, entry);
    behind.run(
      host.alone === undefined ? work(abort.signal) : host.alone(`weixin-${name}`, abort.signal, work),
    );
  }

  return {
    follow(accounts) {
      const wanted = new Map(accounts.map((account) => [tokenId(account), account]));
      for (const [name, { abort }] of running) {
        if (wanted.has(name)) continue;
        abort.abort();
        running.delete(name);
      }
      for (const [name, account] of wanted) if (!running.has(name)) start(account);
    },
    states: () => [...running.values()].map(({ state }) => state),
    async stop() {
      isStopping = true;
      for (const { abort } of running.values()) abort.abort();
      running.clear();
      await behind.settled();
    },
  };
}

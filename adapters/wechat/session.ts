import { setTimeout as sleep } from "node:timers/promises";
import { type AdapterHost, AppError, type OutboundPart, type SendOutcome } from "#contract";
import { createIntake } from "./intake.ts";
import { keepLinked, type LinkState } from "./link.ts";
import { loadPuppet } from "./load-puppet.ts";
import { createOperator } from "./operator.ts";
import { notConnected, sendPart } from "./outgoing.ts";
import { createPending } from "./pending.ts";
import { readMessage } from "./read-message.ts";
import type { WechatConfig } from "./settings.ts";
import { openSince } from "./since.ts";
import type { WechatTimings } from "./timings.ts";
import { within } from "./within.ts";

/** The adapter from one start to its stop. */
export interface WechatSession {
  send(part: OutboundPart): Promise<SendOutcome>;
  health(): { readonly ok: boolean; readonly detail: string };
  close(): Promise<void>;
}

/** States in which a start has nothing more to wait for. */
const settledKinds: ReadonlySet<LinkState["kind"]> = new Set(["in", "scan", "out", "scanned"]);

export interface SessionOptions {
  readonly host: AdapterHost<WechatConfig>;
  readonly timings: WechatTimings;
  /** The account is this process's from now on, or no more. */
  readonly onHolding: (isHolding: boolean) => void;
}

/** Throws AppError CONFIG_INVALID where wechaty is not installed, or the gateway refuses the token. */
export async function openSession({ host, timings, onHolding }: SessionOptions): Promise<WechatSession> {
  const { config, dataFolder, log } = host;
  const connect = await loadPuppet({ config, dataFolder });
  const since = await openSince(host);
  const pending = createPending(host);
  /** What whoever held the account before was told of, and has not handed in. */
  let earlier: readonly string[] = [];
  const operator = createOperator(host, config.WECHATY_PUPPET ?? "");
  const taking = new AbortController();
  const linking = new AbortController();
  const started = Promise.withResolvers<void>();

  const linked = () => {
    const state = operator.state();
    return state?.kind === "in" ? state : undefined;
  };
  const intake = createIntake({
    host,
    pending,
    signal: taking.signal,
    onHeld: since.reached,
    async read(messageId, isEarlier) {
      const link = linked();
      if (link === undefined) throw new Error("not logged in");
      const sinceMs = isEarlier ? 0 : since.sinceMs;
      return readMessage(messageId, { ...link, sinceMs, callMs: timings.callMs });
    },
  });
  const onState = (state: LinkState): void => {
    operator.report(state);
    if (settledKinds.has(state.kind)) started.resolve();
    if (state.kind === "in") takeEarlier();
  };
  const takeEarlier = (): void => {
    for (const messageId of earlier) intake.take(messageId, { isEarlier: true });
    earlier = [];
  };
  const { trouble: onTrouble } = operator;
  let isOurs = false;
  const work = async (signal: AbortSignal): Promise<void> => {
    isOurs = true;
    // Before anything new can be among it, where Redis is there.
    await pending.recall((left) => {
      earlier = left;
      if (linked() !== undefined) takeEarlier();
    }, signal);
    onHolding(true);
    const options = { connect, onState, onMessage: intake.take, onTrouble, timings };
    await keepLinked(options, signal).finally(() => {
      onHolding(false);
      return operator.standBy();
    });
  };
  const running = (host.alone?.("wechat", linking.signal, work) ?? work(linking.signal)).catch(
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      onState({ kind: "failing", reason: error.code });
      log.error({ reason: error.message }, "wechat cannot go on");
      started.reject(error);
    },
  );
  const close = async (): Promise<void> => {
    taking.abort();
    await within(timings.turnMs, intake.settled()).catch(() => undefined);
    linking.abort();
    await running;
    await operator.close();
  };

  const waiting = new AbortController();
  const { signal } = waiting;
  const patience = async (): Promise<void> => {
    await sleep(timings.standbyMs, undefined, { signal });
    if (isOurs) await sleep(Math.max(0, timings.startPatienceMs - timings.standbyMs), undefined, { signal });
  };
  try {
    await Promise.race([started.promise, running, patience().catch(() => undefined)]);
  } catch (error) {
    await close();
    throw error;
  } finally {
    waiting.abort();
    started.promise.catch(() => undefined);
  }
  return {
    async send(part) {
      const link = linked();
      if (link === undefined) return notConnected;
      if (link.accountId !== part.accountId)
        return { status: "refused", reason: "another account is logged in" };
      return sendPart(link.puppet, part, { sendMs: timings.sendMs, log });
    },
    health: operator.health,
    close,
  };
}

import {
  type Adapter,
  type AdapterHost,
  AppError,
  createLifecycle,
  type ReplyLimits,
  type SendOutcome,
} from "#contract";
import { describe, type Failure } from "./failure.ts";
import type { TelegramSession, TelegramTimings } from "./session.ts";
import { type TelegramConfig, webhookPath } from "./settings.ts";
import { createWebhook } from "./webhook.ts";

const usualTimings: TelegramTimings = {
  requestTimeoutMs: 15_000,
  pollSeconds: 30,
  startPatienceMs: 3000,
  firstDelayMs: 500,
  maxDelayMs: 15_000,
};

const notStarted: SendOutcome = { status: "retry", afterMs: 1000, reason: "telegram is not started" };

export const telegramLimits: ReplyLimits = { maxCharacters: 4096 };

/** The adapter around one session at a time. grammY is loaded at the start, not with this file. */
export function createTelegram(
  host: AdapterHost<TelegramConfig>,
  timings: TelegramTimings = usualTimings,
): Adapter {
  const { config, log } = host;
  const token = config.TELEGRAM_BOT_TOKEN ?? "";
  const mode = config.TELEGRAM_WEBHOOK_URL === undefined ? "long polling" : "webhook";
  const state = createState(host, token, mode);
  const inFlight = new Set<Promise<Response>>();

  const open = async (): Promise<TelegramSession> => {
    const webhook = webhookOf(config);
    if (token === "") throw new AppError("CONFIG_INVALID", "TELEGRAM_BOT_TOKEN is not set");
    const { openSession } = await import("./session.ts");
    return openSession({ host, token, webhook, timings, onState: state.report });
  };
  const lifecycle = createLifecycle(open);
  const session = lifecycle.current;
  const webhook = createWebhook({
    secret: config.TELEGRAM_WEBHOOK_SECRET ?? "",
    log,
    take: () => session()?.taker(),
  });
  const track = async (request: Request): Promise<Response> => {
    const answer = webhook(request);
    inFlight.add(answer);
    return answer.finally(() => inFlight.delete(answer));
  };

  return {
    ...telegramLimits,
    start: lifecycle.start,
    async stop() {
      await lifecycle.stop();
      await Promise.allSettled(inFlight);
      state.stopped();
    },
    send: async (part) => state.sent(await session()?.send(part)),
    edit: async (receipt, part) => state.sent(await session()?.edit(receipt, part)),
    typing: async (chat) => session()?.typing(chat.chatId),
    health: state.health,
    ...(mode === "webhook" ? { webhook: track } : {}),
  };
}

/** Throws AppError CONFIG_INVALID for a webhook that anybody could call. */
function webhookOf(config: TelegramConfig): { url: string; secret: string } | undefined {
  if (config.TELEGRAM_WEBHOOK_URL === undefined) return undefined;
  const secret = config.TELEGRAM_WEBHOOK_SECRET ?? "";
  if (secret === "")
    throw new AppError(
      "CONFIG_INVALID",
      "TELEGRAM_WEBHOOK_URL is set without TELEGRAM_WEBHOOK_SECRET; choose a long random one, or remove the URL for long polling",
    );
  const url = new URL(config.TELEGRAM_WEBHOOK_URL);
  // the bare public address means the path at which the service mounts this adapter
  if (url.pathname === "/") url.pathname = webhookPath;
  return { url: url.href, secret };
}

/** Once may be chance. */
const failedSendsToTell = 3;

/** What `health` tells; a failure is logged once, not at every attempt. */
function createState(host: AdapterHost<TelegramConfig>, token: string, mode: string) {
  let health = { ok: false, detail: "not started" };
  let failedSends = 0;
  let sendFault = "";
  return {
    // Messages may come in while no answer gets out.
    health: () =>
      health.ok && failedSends >= failedSendsToTell
        ? { ok: false, detail: `cannot send: ${sendFault}` }
        : health,
    /** Hands the outcome on; undefined is that of a session which is not open. */
    sent(outcome: SendOutcome | undefined): SendOutcome {
      if (outcome === undefined) return notStarted;
      if (outcome.status === "delivered" || outcome.status === "refused") failedSends = 0;
      // A flood is of one chat, and by itself over soon.
      else if (!/^429\b/.test(outcome.reason)) {
        failedSends += 1;
        sendFault = outcome.reason;
      }
      return outcome;
    },
    report(failure: Failure | undefined): void {
      const next =
        failure === undefined ? { ok: true, detail: mode } : { ok: false, detail: describe(failure, token) };
      if (next.detail === health.detail) return;
      health = next;
      if (next.ok) host.log.info({ mode }, "telegram connected");
      else host.log.warn({ reason: next.detail }, "telegram cannot be reached, trying again");
    },
    stopped(): void {
      health = { ok: false, detail: "stopped" };
    },
  };
}

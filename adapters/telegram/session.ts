import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "grammy";
import { type AdapterHost, AppError, createBehind, usualPatience } from "#contract";
import type { BotIdentity } from "./addressing.ts";
import { apiSignal, createBotApi } from "./bot-api.ts";
import { describe, type Failure, readFailure } from "./failure.ts";
import { createIntake, type Intake } from "./intake.ts";
import { keepTrying } from "./keep-trying.ts";
import { offerCommands } from "./menu.ts";
import { createMovedGroups } from "./moved-groups.ts";
import { createOutgoing, type Outgoing } from "./outgoing.ts";
import { startPolling } from "./polling.ts";
import type { TelegramConfig } from "./settings.ts";
import { readChatId } from "./shown.ts";
import { allowedUpdates } from "./update-shape.ts";

export interface TelegramTimings {
  readonly requestTimeoutMs: number;
  /** How long Telegram may hold an empty getUpdates open. */
  readonly pollSeconds: number;
  /** How long the start waits for Telegram before it goes on behind; a filtered network answers nothing for long. */
  readonly startPatienceMs: number;
  /** Waits after a failure double from the first to the longest. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

export interface SessionOptions {
  readonly host: AdapterHost<TelegramConfig>;
  readonly token: string;
  /** Where Telegram shall push updates to, and its secret; undefined: long polling. */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  readonly timings: TelegramTimings;
  /** Called with each failure, and with undefined when things work. */
  readonly onState: (failure: Failure | undefined) => void;
}

/** One run between `start` and `stop`. */
export interface TelegramSession extends Outgoing {
  typing(chatId: string): void;
  /** Undefined while Telegram has not yet said who the bot is, and once the session closes. */
  taker(): ((update: unknown) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/**
 * Connects. Resolves after the first attempt or `startPatienceMs`, whether or not Telegram could be reached; then goes on by itself.
 * Throws AppError CONFIG_INVALID when Telegram knows no such bot.
 */
export async function openSession(options: SessionOptions): Promise<TelegramSession> {
  const { host, token, timings, onState } = options;
  const abort = new AbortController();
  const signal = apiSignal(abort.signal);
  const behind = createBehind();
  const api = apiFor(options);
  const moved = createMovedGroups(host.store);
  let bot: BotIdentity | undefined;
  let intake: Intake | undefined;

  const connect = async (): Promise<void> => {
    bot ??= await identify(api, abort.signal);
    await chooseTransport(api, options.webhook, abort.signal);
    const ready = intakeFor(options, bot, (id) => behind.run(api.answerCallbackQuery(id, {}, signal)));
    intake = ready;
    onState(undefined);
    behind.run(offerCommands(api, host.commands, { ...timings, signal: abort.signal }));
    if (options.webhook !== undefined) return;
    const take = (update: unknown) => ready.takeUntilHeld(update, abort.signal);
    const poll = async (held: AbortSignal): Promise<void> => {
      const polling = startPolling({ api, ...timings, take, onState });
      await aborted(held);
      await polling.stop();
    };
    // Telegram refuses a second poller of the same bot.
    behind.run(
      host.alone === undefined ? poll(abort.signal) : host.alone(`telegram-${bot.id}`, abort.signal, poll),
    );
  };

  const showTyping = async (chat: number | string) =>
    api.sendChatAction(await moved.placeOf(chat), "typing", {}, signal);

  const connecting = connect().then(
    () => undefined,
    (error: unknown) => readFailure(error),
  );
  const goOn = async (): Promise<void> => {
    const failure = await connecting;
    if (failure === undefined || abort.signal.aborted) return;
    onState(failure);
    await keepTrying(connect, failure, { ...timings, signal: abort.signal, onFailure: onState });
  };
  const failure = await Promise.race([connecting, after(timings.startPatienceMs)]);
  if (failure !== undefined && bot === undefined && isUnknownBot(failure)) throw unknownBot(failure, token);
  behind.run(goOn());
  return {
    ...createOutgoing(api, { token, log: host.log, moved }),
    typing: (chatId) => behind.run(showTyping(readChatId(chatId))),
    taker: () => (abort.signal.aborted ? undefined : intake?.take),
    async close() {
      abort.abort();
      await behind.settled();
    },
  };
}

function apiFor({ host, token, timings }: SessionOptions): Api {
  return createBotApi({
    token,
    apiRoot: host.config.TELEGRAM_API_ROOT,
    fetch: host.fetch,
    requestTimeoutMs: timings.requestTimeoutMs,
    pollTimeoutMs: timings.pollSeconds * 1000 + timings.requestTimeoutMs,
  });
}

async function identify(api: Api, signal: AbortSignal): Promise<BotIdentity> {
  const me = await api.getMe(apiSignal(signal));
  return { id: me.id, username: me.username ?? "" };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Telegram pushes to a webhook or answers getUpdates, never both. */
async function chooseTransport(api: Api, webhook: SessionOptions["webhook"], signal: AbortSignal) {
  if (webhook === undefined) {
    await api.deleteWebhook({}, apiSignal(signal)).catch((error: unknown) => {
      // a Bot API server without webhooks has none to take away
      const failure = readFailure(error);
      if (failure.kind === "none" || failure.code !== 404) throw error;
    });
  } else {
    const { secret, url } = webhook;
    // Of several that Telegram pushes at once a later message of a chat may come in first.
    const terms = { secret_token: secret, allowed_updates: allowedUpdates, max_connections: 1 };
    await api.setWebhook(url, terms, apiSignal(signal));
  }
  signal.throwIfAborted();
}

function intakeFor(options: SessionOptions, bot: BotIdentity, answerCallback: (id: string) => void): Intake {
  const { host, timings } = options;
  const commands = new Set(host.commands.map((command) => command.name.toLowerCase()));
  return createIntake({
    view: () => ({ bot, commands, nowMs: host.clock.wallMs() }),
    receive: (message) => host.receive(message),
    answerCallback,
    log: host.log,
    patience: { ...usualPatience, firstDelayMs: timings.firstDelayMs },
  });
}

const after = (ms: number): Promise<undefined> => sleep(ms, undefined, { ref: false });

/** Telegram answers 401 to a wrong token and 404 to one that is not shaped like a token. */
const isUnknownBot = (failure: Failure): boolean =>
  failure.kind === "answered" && (failure.code === 401 || failure.code === 404);

const unknownBot = (failure: Failure, token: string): AppError =>
  new AppError(
    "CONFIG_INVALID",
    `Telegram does not know this bot (${describe(failure, token)}); check TELEGRAM_BOT_TOKEN and TELEGRAM_API_ROOT`,
  );

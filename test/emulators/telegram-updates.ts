import { pause } from "./faults.ts";
import {
  badRequest,
  type Fields,
  type MethodOutcome,
  refusal,
  success,
  type TgUpdate,
} from "./telegram-types.ts";

interface Entry {
  readonly update: TgUpdate;
  /** Served once more whatever the offset says. */
  readonly again: boolean;
  /** Updates of one chat go to the webhook one after the other, as Telegram's own server does it. */
  readonly chat: string;
  served: boolean;
  sending: boolean;
  /** `performance.now()` before which the webhook is not tried again. */
  notBefore: number;
  tries: number;
}

/** Telegram leaves these out unless they are asked for. */
const onlyOnRequest = new Set(["chat_member", "message_reaction", "message_reaction_count"]);

const kindOf = (update: TgUpdate): string =>
  Object.keys(update).find((key) => key !== "update_id") ?? "unknown";

function chatOf(update: TgUpdate): string {
  const body = update[kindOf(update)] as { chat?: { id: number }; message?: { chat?: { id: number } } };
  return String(body?.chat?.id ?? body?.message?.chat?.id ?? "none");
}

/** The bot's waiting updates, by long polling or pushed to its webhook. */
export interface Updates {
  push(update: TgUpdate, again?: boolean): void;
  /** Resolves when there is something, when `timeout` is over, or when `gone` says that the client has left. */
  getUpdates(params: Fields, gone: Promise<void>): Promise<MethodOutcome>;
  setWebhook(params: Fields): MethodOutcome;
  deleteWebhook(params: Fields): MethodOutcome;
  webhookInfo(): MethodOutcome;
  /** How many updates the bot has not yet confirmed. */
  pending(): number;
  close(): void;
}

export function createUpdates(options: { webhookRetryMs: number; changed: () => void }): Updates {
  let entries: Entry[] = [];
  let allowed: Set<string> | undefined;
  let webhook: { url: string; secret?: string; connections: number } | undefined;
  let lastError: { date: number; message: string } | undefined;
  let wake: (() => void) | undefined;
  let poll = 0;
  const stop = new AbortController();

  const wanted = (kind: string): boolean =>
    allowed === undefined ? !onlyOnRequest.has(kind) : allowed.has(kind);

  const setAllowed = (value: unknown): void => {
    if (Array.isArray(value)) allowed = value.length === 0 ? undefined : new Set(value.map(String));
  };

  function confirm(offset: number): void {
    const before = entries.length;
    const from = offset < 0 ? (entries.at(offset)?.update.update_id ?? 0) : offset;
    entries = entries.filter((entry) => (entry.again ? !entry.served : entry.update.update_id >= from));
    if (entries.length !== before) options.changed();
  }

  function nextBatch(limit: number): TgUpdate[] {
    const batch = entries.slice(0, limit);
    for (const entry of batch) entry.served = true;
    return batch.map((entry) => entry.update);
  }

  async function getUpdates(params: Fields, gone: Promise<void>): Promise<MethodOutcome> {
    if (webhook !== undefined)
      return refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    const mine = ++poll;
    wake?.();
    setAllowed(params.allowed_updates);
    if (params.offset !== undefined && Number(params.offset) !== 0) confirm(Number(params.offset));
    const limit = Math.min(100, Math.max(1, Number(params.limit ?? 100)));
    if (entries.length === 0 && Number(params.timeout ?? 0) > 0)
      await sleepUntilWoken(Number(params.timeout) * 1000, gone);
    if (mine !== poll)
      return refusal(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      );
    return success(nextBatch(limit));
  }

  function sleepUntilWoken(ms: number, gone: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const awake = (): void => {
        clearTimeout(timer);
        wake = undefined;
        resolve();
      };
      const timer = setTimeout(awake, ms);
      wake = awake;
      void gone.then(() => (wake === awake ? awake() : undefined));
    });
  }

  /** Starts as many pushes as may run; each one calls this again when it is done. */
  function pump(): void {
    const hook = webhook;
    if (hook === undefined || stop.signal.aborted) return;
    const busy = new Set(entries.filter((entry) => entry.sending).map((entry) => entry.chat));
    let free = hook.connections - busy.size;
    for (const entry of entries) {
      if (free <= 0) return;
      if (busy.has(entry.chat)) continue;
      busy.add(entry.chat);
      if (entry.notBefore > performance.now()) continue;
      free -= 1;
      entry.sending = true;
      void deliver(entry, hook).finally(pump);
    }
  }

  async function deliver(entry: Entry, hook: NonNullable<typeof webhook>): Promise<void> {
    const failure = await post(hook, entry.update);
    entry.sending = false;
    if (webhook !== hook) return;
    if (failure === undefined) {
      entries = entries.filter((other) => other !== entry);
      options.changed();
      return;
    }
    lastError = { date: Math.floor(Date.now() / 1000), message: failure };
    entry.tries += 1;
    const waitMs = Math.min(options.webhookRetryMs * 2 ** (entry.tries - 1), 5000);
    entry.notBefore = performance.now() + waitMs;
    options.changed();
    void pause(waitMs + 1).then(pump);
  }

  async function post(hook: NonNullable<typeof webhook>, update: TgUpdate): Promise<string | undefined> {
    try {
      const response = await fetch(hook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(hook.secret === undefined ? {} : { "x-telegram-bot-api-secret-token": hook.secret }),
        },
        body: JSON.stringify(update),
        redirect: "manual",
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]),
      });
      await response.arrayBuffer();
      return response.ok ? undefined : `Wrong response from the webhook: ${response.status}`;
    } catch (error) {
      return `Connection failed: ${String(error)}`;
    }
  }

  return {
    push(update, again = false) {
      if (!wanted(kindOf(update))) return;
      entries.push({
        update,
        again,
        chat: chatOf(update),
        served: false,
        sending: false,
        notBefore: 0,
        tries: 0,
      });
      wake?.();
      pump();
    },
    getUpdates,
    setWebhook(params) {
      const url = String(params.url ?? "");
      if (url !== "" && !/^https?:\/\//.test(url))
        return badRequest("bad webhook: invalid webhook URL specified");
      const secret = params.secret_token;
      if (secret !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(String(secret)))
        return badRequest("secret token contains unallowed characters");
      setAllowed(params.allowed_updates);
      if (params.drop_pending_updates === true) entries = [];
      const connections = Math.min(100, Math.max(1, Number(params.max_connections ?? 40)));
      webhook =
        url === ""
          ? undefined
          : { url, connections, ...(secret === undefined ? {} : { secret: String(secret) }) };
      poll += 1;
      wake?.();
      pump();
      return { ok: true, result: true };
    },
    deleteWebhook(params) {
      webhook = undefined;
      if (params.drop_pending_updates === true) entries = [];
      return success(true);
    },
    webhookInfo: () =>
      success({
        url: webhook?.url ?? "",
        has_custom_certificate: false,
        pending_update_count: entries.length,
        ...(webhook === undefined ? {} : { max_connections: webhook.connections }),
        ...(allowed === undefined ? {} : { allowed_updates: [...allowed] }),
        ...(lastError === undefined
          ? {}
          : { last_error_date: lastError.date, last_error_message: lastError.message }),
      }),
    pending: () => entries.length,
    close() {
      stop.abort();
      webhook = undefined;
      poll += 1;
      wake?.();
    },
  };
}

import { createFaultPlan, pause } from "./faults.ts";
import { type Exchange, listen } from "./http.ts";
import { createChats, withoutQuote } from "./telegram-chats.ts";
import { createMethods } from "./telegram-methods.ts";
import { readParams } from "./telegram-params.ts";
import type {
  Fields,
  MethodOutcome,
  SentEntry,
  TelegramFault,
  TgChat,
  TgMessage,
  TgUpdate,
  TgUser,
} from "./telegram-types.ts";
import { createUpdates } from "./telegram-updates.ts";
import { createWaiting, type Waiting } from "./waiting.ts";

export type { SentEntry, TelegramFault, TgMessage, TgUpdate } from "./telegram-types.ts";

export interface TelegramOptions {
  /** The only token that is let in; the bot's id is its first part. */
  readonly token?: string;
  readonly username?: string;
  /** Epoch seconds of message dates. */
  readonly nowSeconds?: () => number;
  /** First pause before a webhook is tried again; doubled up to 5 s. */
  readonly webhookRetryMs?: number;
}

export interface SayOptions {
  readonly chatType?: TgChat["type"];
  readonly from?: Partial<TgUser>;
  /** Quotes that message of the chat. */
  readonly replyTo?: number;
  readonly entities?: readonly Fields[];
  readonly messageId?: number;
  /** Edits this message of the person instead of sending a new one. */
  readonly edited?: number;
  readonly photo?: boolean;
  readonly sticker?: boolean;
  readonly voice?: boolean;
  /** Anything else the message should carry; `undefined` takes a field away. */
  readonly extra?: Fields;
}

export interface TelegramEmulator extends Pick<Waiting, "waitFor"> {
  readonly root: string;
  readonly token: string;
  readonly bot: TgUser;
  close(): Promise<void>;
  /** A person writes; with a photo the text is its caption. Returns the update as the bot will get it. */
  userSays(chatId: number, text: string, options?: SayOptions): TgUpdate & { readonly message?: TgMessage };
  /** A person presses a button of a message of the bot's. */
  press(chatId: number, messageId: number, callbackData: string, from?: Partial<TgUser>): TgUpdate;
  /** Puts any update in the queue; gets the next id where it has none. */
  pushRaw(update: Fields): TgUpdate;
  /** Hands out an update once more, under its old id, whatever was confirmed. */
  repeat(update: TgUpdate): void;
  /** Every accepted send, edit and deletion in order. */
  readonly sent: readonly SentEntry[];
  /** Chat actions in order. */
  readonly actions: readonly { readonly chatId: number; readonly action: string }[];
  /** How often each method was called with the right token, refused calls included. */
  readonly calls: ReadonlyMap<string, number>;
  /** What the person now sees, oldest first. */
  chat(chatId: number): readonly TgMessage[];
  /** Updates that the bot has not confirmed yet. */
  pending(): number;
  /** The next `times` calls of `method` (`*`: of any but getUpdates) meet the fault. */
  fail(method: string, fault: TelegramFault, times?: number): void;
  clearFaults(): void;
  /** From now on the bot may not write to this chat. */
  block(chatId: number): void;
  unblock(chatId: number): void;
}

const unauthorized = { ok: false, error_code: 401, description: "Unauthorized" } as const;
const notFound = { ok: false, error_code: 404, description: "Not Found" } as const;

const errorNames: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

function answer(exchange: Exchange, outcome: MethodOutcome): void {
  exchange.json(outcome.ok ? 200 : outcome.error_code, outcome);
}

function refuse(exchange: Exchange, status: number, description = errorNames[status] ?? "Error"): true {
  exchange.json(status, { ok: false, error_code: status, description });
  return true;
}

/** Meets the fault; true when the request needs no other answer. */
async function meet(
  exchange: Exchange,
  fault: TelegramFault,
  accept: () => Promise<MethodOutcome>,
): Promise<boolean> {
  switch (fault.kind) {
    case "too_many":
      exchange.json(429, {
        ok: false,
        error_code: 429,
        description: `Too Many Requests: retry after ${fault.retryAfter}`,
        parameters: { retry_after: fault.retryAfter },
      });
      return true;
    case "accept_then_error":
      await accept();
      return refuse(exchange, fault.status);
    case "error":
      return refuse(exchange, fault.status, fault.description);
    case "moved":
      exchange.json(400, {
        ok: false,
        error_code: 400,
        description: "Bad Request: group chat was upgraded to a supergroup chat",
        parameters: { migrate_to_chat_id: fault.to },
      });
      return true;
    case "page":
      exchange.text(fault.status, "text/html", "<html>no upstream</html>");
      return true;
    case "hang":
      return true;
    case "drop":
      exchange.drop();
      return true;
    case "accept_then_drop":
      await accept();
      exchange.drop();
      return true;
    case "slow":
      await pause(fault.ms);
      return false;
    case "held":
      await fault.until;
      return false;
  }
}

/** Content of a person's message by the options of `userSays`. */
function contentOf(text: string, options: SayOptions): Fields {
  const file = { file_id: "file", file_unique_id: "file" };
  if (options.photo === true)
    return { photo: [{ ...file, width: 90, height: 90 }], ...(text === "" ? {} : { caption: text }) };
  if (options.sticker === true)
    return {
      sticker: { ...file, type: "regular", width: 512, height: 512, is_animated: false, is_video: false },
    };
  if (options.voice === true) return { voice: { ...file, duration: 3 } };
  return { text };
}

/** A Telegram Bot API server for one bot, over real HTTP on 127.0.0.1. */
export async function createTelegramEmulator(options: TelegramOptions = {}): Promise<TelegramEmulator> {
  const token = options.token ?? "7000000001:test-token";
  const bot: TgUser = {
    id: Number(token.split(":")[0]),
    is_bot: true,
    first_name: "Qianmen",
    username: options.username ?? "qianmen_bot",
  };
  const nowSeconds = options.nowSeconds ?? (() => Math.floor(Date.now() / 1000));
  const chats = createChats(nowSeconds);
  const faults = createFaultPlan<TelegramFault>();
  const waiting = createWaiting();
  const updates = createUpdates({ webhookRetryMs: options.webhookRetryMs ?? 50, changed: waiting.changed });
  const sent: SentEntry[] = [];
  const actions: { chatId: number; action: string }[] = [];
  const calls = new Map<string, number>();
  const blocked = new Set<number>();
  const queries = new Set<string>();
  let nextUpdate = 100_001;
  let nextQuery = 1;

  const methods = createMethods({
    bot,
    chats,
    nowSeconds,
    blocked,
    queries,
    record: (entry) => sent.push({ order: sent.length + 1, atMs: performance.now(), ...entry }),
    recordAction: (chatId, action) => actions.push({ chatId, action }),
  });

  async function run(method: string, exchange: Exchange): Promise<MethodOutcome> {
    const params = await readParams(exchange);
    if (method === "getupdates") return updates.getUpdates(params, exchange.closed);
    if (method === "setwebhook") return updates.setWebhook(params);
    if (method === "deletewebhook") return updates.deleteWebhook(params);
    if (method === "getwebhookinfo") return updates.webhookInfo();
    return methods[method]?.(params) ?? notFound;
  }

  async function handle(exchange: Exchange): Promise<void> {
    const path = /^\/bot([^/]+)\/([A-Za-z]+)$/.exec(decodeURIComponent(exchange.url.pathname));
    if (path === null) return answer(exchange, notFound);
    if (path[1] !== token) return answer(exchange, unauthorized);
    const method = (path[2] ?? "").toLowerCase();
    calls.set(method, (calls.get(method) ?? 0) + 1);
    waiting.changed();
    const fault = method === "getupdates" ? faults.take(method) : faults.take(method, "*");
    if (fault !== undefined && (await meet(exchange, fault, () => run(method, exchange)))) {
      waiting.changed();
      return;
    }
    answer(exchange, await run(method, exchange));
    waiting.changed();
  }

  function push(fields: Fields): TgUpdate {
    const update: TgUpdate = { update_id: nextUpdate, ...fields };
    nextUpdate = Math.max(nextUpdate, update.update_id) + 1;
    updates.push(update);
    return update;
  }

  function userSays(chatId: number, text: string, say: SayOptions = {}): TgUpdate {
    const chat = chats.describe(chatId, say.chatType);
    const id = chat.type === "private" ? chatId : 42;
    const from: TgUser = { id, is_bot: false, first_name: "User", language_code: "zh-hans", ...say.from };
    const quote = say.replyTo === undefined ? undefined : chats.get(chatId, say.replyTo);
    const fields: Fields = {
      chat,
      from,
      ...contentOf(text, say),
      ...(quote === undefined ? {} : { reply_to_message: withoutQuote(quote) }),
      ...(say.entities === undefined ? {} : { entities: say.entities }),
      ...say.extra,
    };
    if (say.edited === undefined) return push({ message: chats.add(chatId, fields, say.messageId) });
    const before = chats.get(chatId, say.edited);
    const edited = chats.add(
      chatId,
      { ...fields, date: before?.date ?? nowSeconds(), edit_date: nowSeconds() },
      say.edited,
    );
    return push({ edited_message: edited });
  }

  const listener = await listen(handle);
  return {
    root: listener.root,
    token,
    bot,
    async close() {
      updates.close();
      await listener.close();
    },
    userSays,
    press(chatId, messageId, data, from = {}) {
      const query = `query${nextQuery++}`;
      queries.add(query);
      return push({
        callback_query: {
          id: query,
          from: { id: Math.abs(chatId), is_bot: false, first_name: "User", ...from },
          message: chats.get(chatId, messageId),
          chat_instance: "1",
          data,
        },
      });
    },
    pushRaw: push,
    repeat: (update) => updates.push(update, true),
    sent,
    actions,
    calls,
    chat: (chatId) => chats.list(chatId),
    pending: updates.pending,
    fail: (method, fault, times) => faults.plan(method === "*" ? "*" : method.toLowerCase(), fault, times),
    clearFaults: faults.clear,
    block: (chatId) => void blocked.add(chatId),
    unblock: (chatId) => void blocked.delete(chatId),
    waitFor: waiting.waitFor,
  };
}

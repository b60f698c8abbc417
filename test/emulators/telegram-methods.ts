import { isDeepStrictEqual } from "node:util";
import { type Chats, withoutQuote } from "./telegram-chats.ts";
import {
  badRequest,
  type Fields,
  type MethodOutcome,
  refusal,
  type SentEntry,
  success,
  type TgMessage,
  type TgUser,
} from "./telegram-types.ts";

export interface MethodContext {
  readonly bot: TgUser;
  readonly chats: Chats;
  readonly nowSeconds: () => number;
  readonly blocked: ReadonlySet<number>;
  /** Callback queries that wait for their answer. */
  readonly queries: Set<string>;
  record(entry: Omit<SentEntry, "order" | "atMs">): void;
  recordAction(chatId: number, action: string): void;
}

export type Method = (params: Fields) => MethodOutcome;

const maxText = 4096;
const maxCaption = 1024;

/** Inline keyboards whose data Telegram refuses. */
function markupFault(markup: unknown): string | undefined {
  const rows = (markup as { inline_keyboard?: { callback_data?: string; url?: string }[][] } | undefined)
    ?.inline_keyboard;
  for (const button of rows?.flat() ?? []) {
    if (button.callback_data === undefined) continue;
    const bytes = Buffer.byteLength(button.callback_data);
    if (bytes < 1 || bytes > 64) return "BUTTON_DATA_INVALID";
  }
  return undefined;
}

function chatFault(context: MethodContext, params: Fields): MethodOutcome | undefined {
  const chatId = Number(params.chat_id);
  if (params.chat_id === undefined || params.chat_id === "") return badRequest("chat_id is empty");
  if (!Number.isInteger(chatId) || chatId === 0) return badRequest("chat not found");
  if (context.blocked.has(chatId)) return refusal(403, "Forbidden: bot was blocked by the user");
  return undefined;
}

/** The message that is quoted, or the fault; neither when the reply may go without. */
function quoted(context: MethodContext, params: Fields): { message?: TgMessage; fault?: MethodOutcome } {
  const reply = (params.reply_parameters ?? {}) as {
    message_id?: number;
    allow_sending_without_reply?: boolean;
  };
  const messageId = reply.message_id ?? (params.reply_to_message_id as number | undefined);
  if (messageId === undefined) return {};
  const message = context.chats.get(Number(params.chat_id), Number(messageId));
  if (message !== undefined) return { message };
  const mayGoWithout = reply.allow_sending_without_reply ?? params.allow_sending_without_reply;
  return mayGoWithout === true ? {} : { fault: badRequest("message to be replied not found") };
}

function send(
  context: MethodContext,
  params: Fields,
  content: { method: "sendMessage" | "sendPhoto"; text: string; fields: Fields },
): MethodOutcome {
  const markup = markupFault(params.reply_markup);
  if (markup !== undefined) return badRequest(markup);
  const { message: reply, fault } = quoted(context, params);
  if (fault !== undefined) return fault;
  const chatId = Number(params.chat_id);
  const message = context.chats.add(chatId, {
    from: context.bot,
    ...content.fields,
    ...(params.entities === undefined ? {} : { entities: params.entities }),
    ...(params.reply_markup === undefined ? {} : { reply_markup: params.reply_markup }),
    ...(reply === undefined ? {} : { reply_to_message: withoutQuote(reply) }),
  });
  context.record({
    method: content.method,
    chatId,
    messageId: message.message_id,
    text: content.text,
    ...(reply === undefined ? {} : { replyTo: reply.message_id }),
    params,
  });
  return success(message);
}

function sendMessage(context: MethodContext): Method {
  return (params) => {
    const fault = chatFault(context, params);
    if (fault !== undefined) return fault;
    const text = String(params.text ?? "");
    if (text.trim() === "") return badRequest("message text is empty");
    if (text.length > maxText) return badRequest("message is too long");
    return send(context, params, { method: "sendMessage", text, fields: { text } });
  };
}

function sendPhoto(context: MethodContext): Method {
  return (params) => {
    const fault = chatFault(context, params);
    if (fault !== undefined) return fault;
    const attached = String(params.photo ?? "").startsWith("attach://")
      ? params[String(params.photo).slice("attach://".length)]
      : params.photo;
    if (attached === undefined || attached === "") return badRequest("there is no photo in the request");
    const caption = String(params.caption ?? "");
    if (caption.length > maxCaption) return badRequest("message caption is too long");
    const bytes = attached instanceof Blob ? attached.size : 0;
    const photo = [{ file_id: "photo", file_unique_id: "photo", width: 1, height: 1, file_size: bytes }];
    const fields = { photo, ...(caption === "" ? {} : { caption }) };
    return send(context, params, { method: "sendPhoto", text: caption, fields });
  };
}

/** The bot's own message that is to be changed, or why it cannot be. */
function editable(context: MethodContext, params: Fields, verb: string): TgMessage | MethodOutcome {
  const message = context.chats.get(Number(params.chat_id), Number(params.message_id));
  if (message === undefined) return badRequest(`message to ${verb} not found`);
  return message.from?.id === context.bot.id ? message : badRequest(`message can't be ${verb}ed`);
}

function editMessageText(context: MethodContext): Method {
  return (params) => {
    const fault = chatFault(context, params);
    if (fault !== undefined) return fault;
    const text = String(params.text ?? "");
    if (text.trim() === "") return badRequest("message text is empty");
    if (text.length > maxText) return badRequest("message is too long");
    const markup = markupFault(params.reply_markup);
    if (markup !== undefined) return badRequest(markup);
    const message = editable(context, params, "edit");
    if ("ok" in message) return message as MethodOutcome;
    const before = message as TgMessage;
    if (before.text === text && isDeepStrictEqual(before.reply_markup, params.reply_markup))
      return badRequest(
        "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      );
    const { reply_markup: _old, entities: _entities, ...kept } = before;
    const edited: TgMessage = {
      ...(kept as TgMessage),
      text,
      edit_date: context.nowSeconds(),
      ...(params.reply_markup === undefined ? {} : { reply_markup: params.reply_markup }),
    };
    context.chats.replace(edited);
    const replyTo = before.reply_to_message?.message_id;
    context.record({
      method: "editMessageText",
      chatId: before.chat.id,
      messageId: before.message_id,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
      params,
    });
    return success(edited);
  };
}

/** A text becomes a photo with a caption. */
function editMessageMedia(context: MethodContext): Method {
  return (params) => {
    const fault = chatFault(context, params);
    if (fault !== undefined) return fault;
    const media = params.media as { type?: string; media?: string; caption?: string } | undefined;
    const attached = params[String(media?.media ?? "").replace(/^attach:\/\//, "")];
    if (media?.type !== "photo" || !(attached instanceof Blob))
      return badRequest("there is no photo in the request");
    const caption = media.caption ?? "";
    if (caption.length > maxCaption) return badRequest("message caption is too long");
    const message = editable(context, params, "edit");
    if ("ok" in message) return message as MethodOutcome;
    const { text: _text, reply_markup: _old, ...kept } = message as TgMessage;
    const photo = [
      { file_id: "photo", file_unique_id: "photo", width: 1, height: 1, file_size: attached.size },
    ];
    const edited = {
      ...kept,
      photo,
      caption,
      ...(params.reply_markup === undefined ? {} : { reply_markup: params.reply_markup }),
    } as unknown as TgMessage;
    context.chats.replace(edited);
    const { message_id: messageId, chat } = edited;
    context.record({ method: "editMessageMedia", chatId: chat.id, messageId, text: caption, params });
    return success(edited);
  };
}

function deleteMessage(context: MethodContext): Method {
  return (params) => {
    const chatId = Number(params.chat_id);
    const messageId = Number(params.message_id);
    if (!context.chats.remove(chatId, messageId)) return badRequest("message to delete not found");
    context.record({ method: "deleteMessage", chatId, messageId, text: "", params });
    return success(true);
  };
}

function sendChatAction(context: MethodContext): Method {
  return (params) => {
    const fault = chatFault(context, params);
    if (fault !== undefined) return fault;
    const action = String(params.action ?? "");
    if (action === "") return badRequest("wrong parameter action in request");
    context.recordAction(Number(params.chat_id), action);
    return success(true);
  };
}

function answerCallbackQuery(context: MethodContext): Method {
  return (params) =>
    context.queries.delete(String(params.callback_query_id))
      ? success(true)
      : badRequest("query is too old and response timeout expired or query ID is invalid");
}

/** Menus are kept per scope and language; a missing language falls back to none, as Telegram shows it. */
function commandMethods(): Record<string, Method> {
  const menus = new Map<string, unknown>();
  const key = (params: Fields): string => JSON.stringify([params.scope ?? null, params.language_code ?? ""]);
  return {
    setmycommands(params) {
      const commands = params.commands as { command?: string; description?: string }[] | undefined;
      if (!Array.isArray(commands))
        return badRequest("can't parse BotCommand: Expected an Array of BotCommand");
      if (commands.some((row) => !/^[a-z0-9_]{1,32}$/.test(row.command ?? "")))
        return badRequest("BOT_COMMAND_INVALID");
      if (commands.some((row) => (row.description ?? "").length < 1 || (row.description ?? "").length > 256))
        return badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
      menus.set(key(params), commands);
      return success(true);
    },
    getmycommands: (params) => success(menus.get(key(params)) ?? []),
    deletemycommands(params) {
      menus.delete(key(params));
      return success(true);
    },
  };
}

/** Methods by lower-case name: the Bot API does not care for case. */
export function createMethods(context: MethodContext): Readonly<Record<string, Method>> {
  return {
    getme: () =>
      success({
        ...context.bot,
        can_join_groups: true,
        can_read_all_group_messages: false,
        supports_inline_queries: false,
      }),
    sendmessage: sendMessage(context),
    sendphoto: sendPhoto(context),
    editmessagetext: editMessageText(context),
    editmessagemedia: editMessageMedia(context),
    deletemessage: deleteMessage(context),
    sendchataction: sendChatAction(context),
    answercallbackquery: answerCallbackQuery(context),
    ...commandMethods(),
  };
}

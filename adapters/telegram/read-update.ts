import { cutName, type IncomingMessage } from "#contract";
import { type BotIdentity, readAddressing } from "./addressing.ts";
import { readContent } from "./content.ts";
import {
  type TelegramCallback,
  type TelegramChat,
  type TelegramMessage,
  type TelegramUser,
  updateShape,
} from "./update-shape.ts";

export interface UpdateView {
  readonly bot: BotIdentity;
  /** Names of the product's own commands, lower case. */
  readonly commands: ReadonlySet<string>;
  /** Wall time, for the few updates that carry no date. */
  readonly nowMs: number;
}

/** `message` is absent for what is not for the bot; `callbackId` wants an answerCallbackQuery either way. */
export interface ReadUpdate {
  readonly message?: IncomingMessage;
  readonly callbackId?: string;
  /** Why there is no message, for the debug log. */
  readonly ignored?: string;
}

/** Turns an update into a message. Total: whatever is missing, it answers and does not throw. */
export function readUpdate(update: unknown, view: UpdateView): ReadUpdate {
  const parsed = updateShape.safeParse(update);
  if (!parsed.success) return { ignored: "not an update" };
  const { message, edited_message: edited, callback_query: callback } = parsed.data;
  if (callback !== undefined) return readCallback(callback, view);
  if (message !== undefined) return readMessage(message, "new", view);
  if (edited !== undefined) return readMessage(edited, "edited", view);
  return { ignored: "another kind of update" };
}

function readMessage(message: TelegramMessage, event: "new" | "edited", view: UpdateView): ReadUpdate {
  const { chat, message_id: messageId } = message;
  if (chat === undefined || messageId === undefined) return { ignored: "no chat or message id" };
  if (chat.type === "channel") return { ignored: "a channel post" };
  const sender = senderOf(message, chat);
  if (sender === undefined) return { ignored: "no person sent it" };
  const content = readContent(message);
  if (content === undefined) return { ignored: "a service message" };
  // a live location is edited every few seconds; an edit asks something only through its words
  if (event === "edited" && content.text === "") return { ignored: "an edit without words" };
  const addressing = readAddressing(message, content.text, view.bot, view.commands);
  const kind = chatKindOf(chat);
  if (kind === "group" && !addressing.addressed) return { ignored: "not addressed" };
  const seconds = (event === "edited" ? message.edit_date : undefined) ?? message.date;
  return {
    message: {
      ...addressOf(chat, kind, view),
      id: `telegram-${view.bot.id}-${chat.id}-${messageId}`,
      ...sender,
      text: addressing.text,
      attachments: [...content.attachments],
      platformMessageId: String(messageId),
      ...quoteOf(message),
      sentAt: isoTime(seconds === undefined ? view.nowMs : seconds * 1000, view),
      event,
    },
  };
}

/** What the message quotes. In a topic every message replies to the one that opened it, which quotes nothing. */
function quoteOf(message: TelegramMessage): Pick<IncomingMessage, "replyTo"> {
  const quoted = message.reply_to_message?.message_id;
  if (quoted === undefined) return message.external_reply === undefined ? {} : { replyTo: "" };
  const isTopic = message.is_topic_message === true && message.message_thread_id === quoted;
  return isTopic ? {} : { replyTo: String(quoted) };
}

function readCallback(callback: TelegramCallback, view: UpdateView): ReadUpdate {
  const { id: callbackId, data, from, message } = callback;
  const chat = message?.chat;
  if (data === undefined || from === undefined || chat === undefined || chat.type === "channel")
    return { callbackId, ignored: "a button that is not ours" };
  const pressed = message?.message_id === undefined ? {} : { platformMessageId: String(message.message_id) };
  return {
    callbackId,
    message: {
      ...addressOf(chat, chatKindOf(chat), view),
      id: `telegram-${view.bot.id}-${chat.id}-cb${callbackId.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64)}`,
      ...personOf(from),
      text: data,
      attachments: [],
      ...pressed,
      sentAt: isoTime(view.nowMs, view),
      event: "button",
    },
  };
}

const addressOf = (chat: TelegramChat, chatKind: "direct" | "group", view: UpdateView) => ({
  platform: "telegram",
  accountId: String(view.bot.id),
  chatId: String(chat.id),
  chatKind,
  ...titleOf(chat, chatKind),
  addressed: true,
});

function titleOf({ title }: TelegramChat, chatKind: "direct" | "group"): Pick<IncomingMessage, "chatTitle"> {
  const chatTitle = chatKind === "group" ? cutName(title) : "";
  return chatTitle === "" ? {} : { chatTitle };
}

/** Telegram gives groups negative ids, for updates whose chat lacks a type. */
const chatKindOf = (chat: TelegramChat): "direct" | "group" =>
  (chat.type ?? (chat.id > 0 ? "private" : "group")) === "private" ? "direct" : "group";

/** The person, or undefined for bots, channels and what a linked channel posts by itself. */
function senderOf(message: TelegramMessage, chat: TelegramChat) {
  if (message.is_automatic_forward === true) return undefined;
  // an anonymous administrator speaks as the group itself, under the name of a stand-in bot
  if (message.sender_chat !== undefined)
    return message.sender_chat.id === chat.id ? { senderId: String(chat.id) } : undefined;
  if (message.from !== undefined) return message.from.is_bot === true ? undefined : personOf(message.from);
  // in a direct chat the chat's id is the person's
  return chatKindOf(chat) === "direct" ? { senderId: String(chat.id) } : undefined;
}

function personOf(user: TelegramUser) {
  const full = [user.first_name, user.last_name].filter((part) => part !== undefined).join(" ");
  const name = cutName(full === "" ? user.username : full);
  return { senderId: String(user.id), ...(name === "" ? {} : { senderName: name }) };
}

function isoTime(ms: number, view: UpdateView): string {
  const date = new Date(ms);
  return (Number.isNaN(date.getTime()) ? new Date(view.nowMs) : date).toISOString();
}

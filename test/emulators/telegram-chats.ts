import type { Fields, TgChat, TgMessage } from "./telegram-types.ts";

interface ChatState {
  readonly messages: Map<number, TgMessage>;
  lastId: number;
}

/** What every chat holds now, edits applied. Message ids count up per chat, over both sides. */
export interface Chats {
  describe(chatId: number, type?: TgChat["type"]): TgChat;
  get(chatId: number, messageId: number): TgMessage | undefined;
  /** Stores a new message; `messageId` only where a test needs a certain one. */
  add(chatId: number, fields: Fields, messageId?: number): TgMessage;
  replace(message: TgMessage): void;
  remove(chatId: number, messageId: number): boolean;
  list(chatId: number): readonly TgMessage[];
}

/** A quoted message as Telegram shows it: one level deep. */
export function withoutQuote(message: TgMessage): TgMessage {
  const { reply_to_message: _deeper, ...rest } = message;
  return rest as TgMessage;
}

export function createChats(nowSeconds: () => number): Chats {
  const states = new Map<number, ChatState>();
  const kinds = new Map<number, TgChat>();

  const state = (chatId: number): ChatState => {
    let found = states.get(chatId);
    if (found === undefined) {
      found = { messages: new Map(), lastId: 0 };
      states.set(chatId, found);
    }
    return found;
  };

  function describe(chatId: number, type?: TgChat["type"]): TgChat {
    const known = kinds.get(chatId);
    if (known !== undefined && (type === undefined || known.type === type)) return known;
    const kind = type ?? (chatId < 0 ? "supergroup" : "private");
    const chat: TgChat =
      kind === "private"
        ? { id: chatId, type: kind, first_name: `User ${chatId}` }
        : { id: chatId, type: kind, title: `Group ${chatId}` };
    kinds.set(chatId, chat);
    return chat;
  }

  return {
    describe,
    get: (chatId, messageId) => states.get(chatId)?.messages.get(messageId),
    add(chatId, fields, messageId) {
      const chat = state(chatId);
      const id = messageId ?? chat.lastId + 1;
      chat.lastId = Math.max(chat.lastId, id);
      const message: TgMessage = { message_id: id, date: nowSeconds(), chat: describe(chatId), ...fields };
      chat.messages.set(id, message);
      return message;
    },
    replace(message) {
      state(message.chat.id).messages.set(message.message_id, message);
    },
    remove: (chatId, messageId) => states.get(chatId)?.messages.delete(messageId) ?? false,
    list: (chatId) => [...(states.get(chatId)?.messages.values() ?? [])],
  };
}

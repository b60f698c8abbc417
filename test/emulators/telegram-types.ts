/** Shapes of the Bot API as far as the emulator speaks it: https://core.telegram.org/bots/api */
export type Fields = Record<string, unknown>;

export interface TgUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly username?: string;
  readonly language_code?: string;
}

export interface TgChat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup" | "channel";
  readonly title?: string;
  readonly first_name?: string;
}

export interface TgMessage extends Fields {
  readonly message_id: number;
  readonly date: number;
  readonly chat: TgChat;
  readonly from?: TgUser;
  readonly text?: string;
  readonly caption?: string;
  readonly reply_markup?: unknown;
  readonly reply_to_message?: TgMessage;
  readonly edit_date?: number;
}

export interface TgUpdate extends Fields {
  readonly update_id: number;
}

/** What a method answers: the `result`, or the error exactly as Telegram words it. */
export type MethodOutcome =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly error_code: number;
      readonly description: string;
      readonly parameters?: { readonly retry_after?: number };
    };

export const success = (result: unknown): MethodOutcome => ({ ok: true, result });
export const refusal = (error_code: number, description: string): MethodOutcome => ({
  ok: false,
  error_code,
  description,
});
export const badRequest = (reason: string): MethodOutcome => refusal(400, `Bad Request: ${reason}`);

/** One accepted call that a person in the chat would notice, in the order of acceptance. */
export interface SentEntry {
  /** Counts up from 1 over all chats. */
  readonly order: number;
  /** `performance.now()` at acceptance. */
  readonly atMs: number;
  readonly method: "sendMessage" | "editMessageText" | "editMessageMedia" | "sendPhoto" | "deleteMessage";
  readonly chatId: number;
  readonly messageId: number;
  readonly text: string;
  readonly replyTo?: number;
  readonly params: Fields;
}

export type TelegramFault =
  | { readonly kind: "too_many"; readonly retryAfter: number }
  | { readonly kind: "error"; readonly status: number; readonly description?: string }
  /** The group has become the supergroup of this id. */
  | { readonly kind: "moved"; readonly to: number }
  /** A proxy in front answers with a page of its own; nothing is accepted. */
  | { readonly kind: "page"; readonly status: number }
  /** Never answers; nothing is accepted. */
  | { readonly kind: "hang" }
  /** The connection is cut before the call is accepted. */
  | { readonly kind: "drop" }
  /** The call is accepted, then the connection is cut: the caller cannot know. */
  | { readonly kind: "accept_then_drop" }
  /** The call is accepted, and a gateway in between answers with this status. */
  | { readonly kind: "accept_then_error"; readonly status: number }
  | { readonly kind: "slow"; readonly ms: number }
  /** Accepted and answered once this has come. */
  | { readonly kind: "held"; readonly until: Promise<unknown> };

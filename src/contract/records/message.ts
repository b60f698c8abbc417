import { createHash } from "node:crypto";
import { z } from "zod";
import { reminderDue } from "./reminders.ts";

/** Stable over redelivery and safe as a BullMQ job id: no colon, never a bare integer. */
export const messageId = z.string().regex(/^[a-z][A-Za-z0-9_.@+-]{2,180}$/);

export const attachmentSchema = z.object({
  kind: z.enum(["photo", "voice", "sticker", "video", "file", "location", "contact", "other"]),
  /** A transcript or caption the platform supplied, if any. */
  text: z.string().optional(),
});

/** One message of a person, whatever the platform. `text` is trimmed of the bot's own mention, nothing else. */
export const incomingMessage = z.object({
  id: messageId,
  platform: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  /** Which of our accounts on the platform received it (a bot id). */
  accountId: z.string().min(1),
  chatId: z.string().min(1),
  chatKind: z.enum(["direct", "group"]),
  /** What its members call a group, where the platform tells; their writing, for the administrator's eyes only. */
  chatTitle: z.string().optional(),
  senderId: z.string().min(1),
  senderName: z.string().optional(),
  text: z.string(),
  attachments: z.array(attachmentSchema),
  /** True in direct chats; in groups only when the bot was mentioned, replied to or commanded. */
  addressed: z.boolean(),
  /** The platform's own id of this message, for quoting it in the reply. */
  platformMessageId: z.string().optional(),
  /** The platform's id of the message that this one quotes; empty where it quotes one and the platform does not say which. */
  replyTo: z.string().optional(),
  /**
   * `markOfText` of the quoted text, where the platform brings it. It serves to find an answer of ours; the text itself is somebody's
   * writing and goes no further than the adapter.
   */
  quotedMark: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** ISO 8601 with offset, from the platform. */
  sentAt: z.string(),
  /** `edited`: replaces the waiting message with the same id. `button`: `text` is the button's action. */
  event: z.enum(["new", "edited", "button"]).default("new"),
  /** Only on what the product says by itself: no person has sent this message just now. */
  reminder: reminderDue.optional(),
});

export type IncomingMessage = z.infer<typeof incomingMessage>;
export type Attachment = z.infer<typeof attachmentSchema>;

/** True where the message quotes another one, known or not. */
export const isQuoting = ({ replyTo, quotedMark }: IncomingMessage): boolean =>
  replyTo !== undefined || quotedMark !== undefined;

/** By what a text is known again when it is quoted: equal for texts that differ in white space and width alone. */
export const markOfText = (text: string): string =>
  createHash("sha256").update(text.normalize("NFKC").replace(/\s+/gu, "")).digest("hex").slice(0, 32);

/** The longest name of a person or title of a group that an adapter hands on, in characters. */
const maxNameCharacters = 64;

/** A name as people gave it, fit to be handed on: without white space around it, cut; empty where there is none. */
export const cutName = (name = ""): string => [...name.trim()].slice(0, maxNameCharacters).join("");

/** The longest question accepted, in UTF-16 code units. */
export const maxMessageCharacters = 8192;

/** Where a chat is: enough to send to it, and the key of its order. */
export interface ChatAddress {
  readonly platform: string;
  readonly accountId: string;
  readonly chatId: string;
}

/** The key by which order is kept; the same for inbound and outbound. */
export const chatKey = (chat: ChatAddress): string => `${chat.platform}/${chat.accountId}/${chat.chatId}`;

/** The key of a conversation's memory: the chat, and in groups also the sender. */
export function sessionKey(message: IncomingMessage): string {
  return message.chatKind === "group" ? `${chatKey(message)}/${message.senderId}` : chatKey(message);
}

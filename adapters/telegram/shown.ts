import { InputFile } from "grammy";
import type { OutboundPart } from "#contract";
import type { Failure } from "./failure.ts";

/** What one call shows, and where. */
export interface Shown {
  readonly chat: number | string;
  readonly text: string;
  /** Above the text. */
  readonly picture: InputFile | undefined;
  /** The message that it answers. */
  readonly quoted: number | undefined;
  /** The message whose place it takes. */
  readonly edited: number | undefined;
}

export const unmodified = /message is not modified/i;

export const shownOf = (part: OutboundPart, edited?: number): Shown => ({
  chat: readChatId(part.chatId),
  text: part.text,
  picture: pictureOf(part),
  quoted: readMessageId(part.replyTo),
  edited,
});

/** The same in the chat that its own has become: messages have other ids there. */
export const shownIn = (chat: Shown["chat"], shown: Shown): Shown =>
  chat === shown.chat ? shown : { ...shown, chat, quoted: undefined };

/** What may go through in place of a call that was refused. */
export function insteadOf(shown: Shown, failure: Failure): Shown | undefined {
  if (failure.kind === "none" || unmodified.test(failure.description)) return undefined;
  const { movedTo } = failure;
  if (movedTo !== undefined) {
    const isOver = shown.chat === movedTo || shown.edited !== undefined;
    return isOver ? undefined : shownIn(movedTo, shown);
  }
  const isOfContent = failure.code === 413 || (failure.code === 400 && !failure.isForeign);
  if (shown.picture === undefined || !isOfContent) return undefined;
  return { ...shown, text: `${shown.text}\n${lostPicture(shown.text)}`, picture: undefined };
}

const lostPicture = (text: string): string =>
  /\p{Script=Han}/u.test(text) ? "(图片没能显示)" : "(the picture could not be shown)";

/** A part's picture, which Telegram shows above the text. */
function pictureOf({ artifacts = [] }: OutboundPart): InputFile | undefined {
  const picture = artifacts.find(({ mediaType }) => mediaType.startsWith("image/"));
  return picture === undefined
    ? undefined
    : new InputFile(Buffer.from(picture.base64, "base64"), picture.name);
}

export function readMessageId(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Ids of people and groups are numbers; Telegram takes a string for a public name. */
export const readChatId = (chatId: string): number | string =>
  /^-?[0-9]{1,16}$/.test(chatId) ? Number(chatId) : chatId;

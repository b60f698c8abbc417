import { createHash } from "node:crypto";
import { type Attachment, type IncomingMessage, markOfText } from "#contract";
import type { Account } from "./accounts.ts";
import { messageShape, type WeixinItem, type WeixinMessage } from "./message-shape.ts";

export interface ReadMessage {
  readonly message: IncomingMessage;
  /** The message's own key: equal for every delivery of it. */
  readonly key: string;
  /** Equal for messages that say the same: their kinds and texts. */
  readonly content: string;
  /** Undefined in a message that brings none. */
  readonly contextToken: string | undefined;
  /** When it came, by our clock; epoch milliseconds, as those below. */
  readonly cameMs: number;
  /** By the channel's clock, however wrong that goes: between two messages it tells how far they are apart. */
  readonly createdMs: number | undefined;
  /** The same where it can be believed; undefined: the order of arrival is the order. */
  readonly orderMs: number | undefined;
}

export type Reading =
  | { readonly read: ReadMessage }
  | { readonly ignored: "not_a_message" | "not_a_person" | "group" | "withdrawn" | "stranger" };

const kinds: Readonly<Record<number, Attachment["kind"]>> = { 2: "photo", 3: "voice", 4: "file", 5: "video" };

const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);

/** By its number, else by what it holds; undefined for what is none of the known. */
function kindOf(item: WeixinItem): "text" | Attachment["kind"] | undefined {
  if (item.type !== undefined) return item.type === 1 ? "text" : kinds[item.type];
  if (item.text_item !== undefined) return "text";
  if (item.image_item !== undefined) return "photo";
  if (item.voice_item !== undefined) return "voice";
  if (item.file_item !== undefined) return "file";
  return item.video_item === undefined ? undefined : "video";
}

const mediaOf = (item: WeixinItem): unknown =>
  item.image_item?.media ?? item.voice_item?.media ?? item.file_item?.media ?? item.video_item?.media;

const isText = (text: string | undefined): text is string => text !== undefined && text.trim() !== "";

/** The first text, else what WeChat itself has understood of the first voice message. */
function textOf(items: readonly WeixinItem[]): string {
  const texts = items.map((item) => (kindOf(item) === "text" ? item.text_item?.text : undefined));
  const spoken = items.map((item) => (kindOf(item) === "voice" ? item.voice_item?.text : undefined));
  return [...texts, ...spoken].find(isText) ?? "";
}

function attachmentsOf(items: readonly WeixinItem[]): Attachment[] {
  return items.flatMap((item): Attachment[] => {
    const kind = kindOf(item) ?? "other";
    if (kind === "text") return [];
    const text = item.voice_item?.text;
    return [{ kind, ...(isText(text) ? { text } : {}) }];
  });
}

const contentOf = (items: readonly WeixinItem[]): unknown =>
  items.map((item) => [
    kindOf(item) ?? item.type,
    item.text_item?.text ?? item.voice_item?.text ?? mediaOf(item) ?? null,
  ]);

/** Zero stands where none was given; a number with a fraction or an exponent has lost the digits that tell messages apart. */
const isId = (text: string | undefined): text is string =>
  isText(text) && !/^[-+]?(0+|\d+(\.\d*)([eE][-+]?\d+)?|\d+[eE][-+]?\d+)$/.test(text);

/**
 * The server's id, else the sender's, else a hash of what can be told: some messages come without ids, and equal messages of
 * different times must not fall together.
 */
function keyOf(message: WeixinMessage, items: readonly WeixinItem[]): string {
  if (isId(message.message_id)) return `m${message.message_id}`;
  if (isText(message.client_id)) return `c${digest(message.client_id)}`;
  const { from_user_id, create_time_ms, context_token } = message;
  return `h${digest([from_user_id, create_time_ms, context_token, contentOf(items)])}`;
}

/** What the message quotes: by the server's id on newer phones, by its text on older ones; sometimes by neither. */
function quoteOf(items: readonly WeixinItem[]): Pick<IncomingMessage, "replyTo" | "quotedMark"> {
  const quotes = items.flatMap(({ ref_msg }) => (ref_msg === undefined ? [] : [ref_msg]));
  const id = quotes.map(({ svr_id }) => svr_id).find(isId);
  const said = quotes.map(({ message_item }) => message_item?.text_item?.text).find(isText);
  const mark = said === undefined ? {} : { quotedMark: markOfText(said) };
  if (id !== undefined) return { replyTo: id, ...mark };
  const isQuote = quotes.some((quote) => isText(quote.title) || quote.message_item !== undefined);
  return isQuote ? { replyTo: "", ...mark } : mark;
}

/** So far ahead of ours the channel's clock may be; what claims to come from later has no time that could be trusted. */
const aheadMs = 10 * 60_000;

const believed = (createdMs: number | undefined, nowMs: number): number | undefined =>
  createdMs !== undefined && createdMs <= nowMs + aheadMs ? createdMs : undefined;

/** A message of the account's own person; all else is ignored: the token serves nobody else, and no group. */
export function readMessage(raw: unknown, account: Account, nowMs: number): Reading {
  const parsed = messageShape.safeParse(raw);
  if (!parsed.success) return { ignored: "not_a_message" };
  const { data } = parsed;
  const { from_user_id: userId = "", create_time_ms: createMs = 0, item_list = [] } = data;
  const items = item_list.filter((item) => item !== undefined);
  if (data.message_type !== 1 || !userId.endsWith("@im.wechat")) return { ignored: "not_a_person" };
  if (isText(data.group_id)) return { ignored: "group" };
  if ((data.delete_time_ms ?? 0) > 0) return { ignored: "withdrawn" };
  if (userId !== account.userId) return { ignored: "stranger" };
  const key = keyOf(data, items);
  const createdMs = createMs > 0 ? createMs : undefined;
  const orderMs = believed(createdMs, nowMs);
  const message: IncomingMessage = {
    id: idOf(account.accountId, key),
    platform: "weixin",
    accountId: account.accountId,
    chatId: userId,
    chatKind: "direct",
    senderId: userId,
    text: textOf(items),
    attachments: attachmentsOf(items),
    addressed: true,
    platformMessageId: isId(data.message_id) ? data.message_id : key,
    ...quoteOf(items),
    sentAt: new Date(orderMs ?? nowMs).toISOString(),
    event: "new",
  };
  const content = digest(contentOf(items));
  const contextToken = isText(data.context_token) ? data.context_token : undefined;
  return { read: { message, key, content, contextToken, cameMs: nowMs, createdMs, orderMs } };
}

/** Ids of bots read `<hex>@im.bot`; one that would not fit a job id stands there as its hash. */
function idOf(accountId: string, key: string): string {
  const account = /^[A-Za-z0-9_.@+-]{1,100}$/.test(accountId) ? accountId : digest(accountId);
  return `weixin-${account}-${/^[A-Za-z0-9]{1,60}$/.test(key) ? key : digest(key)}`;
}

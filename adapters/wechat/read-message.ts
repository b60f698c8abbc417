import { createHash } from "node:crypto";
import type { payloads } from "wechaty-puppet";
import { type Attachment, cutName, type IncomingMessage } from "#contract";
import type { Puppet } from "./load-puppet.ts";
import { readMention } from "./mention.ts";
import { readQuote } from "./read-quote.ts";
import { within } from "./within.ts";

export type Reading =
  | { readonly message: IncomingMessage; readonly sentMs: number }
  | { readonly ignored: "own" | "old" | "not_addressed" | "not_a_person" | "notice" };

export interface ReadOptions {
  readonly puppet: Puppet;
  /** The account that is logged in. */
  readonly accountId: string;
  /** What was sent before is old, epoch milliseconds. */
  readonly sinceMs: number;
  readonly callMs: number;
}

/** `types.Message` of the SDK. What stands in neither table (recalled, group notes, unknown) is no message of a person. */
const textType = 7;
const attachmentKinds: Readonly<Record<number, Attachment["kind"]>> = {
  1: "file",
  2: "voice",
  3: "contact",
  4: "other",
  5: "sticker",
  6: "photo",
  8: "location",
  9: "other",
  11: "other",
  12: "other",
  14: "other",
  15: "video",
  16: "other",
};

/** `types.Contact.Official`: newsletters and service accounts, which would be answered for ever. */
const officialType = 2;
const wechatsOwn = new Set(
  "weixin fmessage newsapp filehelper floatbottle medianote qmessage qqmail tmessage".split(" "),
);

/** Ids that would not fit a job id stand there as their hash. */
const fitting = (id: string): string =>
  /^[A-Za-z0-9_.@+-]{1,80}$/.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 32);

/** Puppets write seconds or milliseconds. */
const millisecondsOf = (timestamp: number): number => (timestamp < 1e11 ? timestamp * 1000 : timestamp);

const nameOf = (payload: { name?: string } | undefined): string => payload?.name?.trim() ?? "";

/** What helps but is not needed: nothing where the puppet cannot tell. */
const ifKnown = <Value>(callMs: number, call: () => Promise<Value>): Promise<Value | undefined> =>
  within(callMs, call()).catch(() => undefined);

/** The text of a room's message without the mention of us; undefined where it is not for us. */
async function addressedText(
  payload: payloads.Message,
  { puppet, accountId, callMs }: ReadOptions,
): Promise<string | undefined> {
  const { roomId = "", text = "" } = payload;
  const mentionIdList = ("mentionIdList" in payload ? payload.mentionIdList : undefined) ?? [];
  const isListed = mentionIdList.includes(accountId);
  if (!isListed && !/[@\uff20]/.test(text)) return undefined;
  const [account, member] = await Promise.all([
    ifKnown(callMs, () => puppet.contactPayload(accountId)),
    ifKnown(callMs, () => puppet.roomMemberPayload(roomId, accountId)),
  ]);
  const names = [nameOf(account), member?.roomAlias ?? "", nameOf(member)];
  const mention = { names, isListed, isOnlyOne: isListed && mentionIdList.length === 1 };
  const read = readMention(text, mention);
  return read.addressed ? read.text : undefined;
}

/**
 * Asks the puppet what stands behind an id of its `message` event. Rejects when it cannot tell; who the sender is may be missing.
 */
export async function readMessage(id: string, options: ReadOptions): Promise<Reading> {
  const { puppet, accountId, sinceMs, callMs } = options;
  const payload = await within(callMs, puppet.messagePayload(id));
  const { talkerId, type } = payload;
  const roomId = payload.roomId ?? "";
  if (talkerId === accountId) return { ignored: "own" };
  const kind = attachmentKinds[type];
  if (talkerId === "" || (type !== textType && kind === undefined)) return { ignored: "notice" };
  const sentMs = millisecondsOf(payload.timestamp);
  if (sentMs < sinceMs) return { ignored: "old" };
  if (wechatsOwn.has(talkerId)) return { ignored: "not_a_person" };
  // What is not text cannot mention anybody, and its text is XML.
  const isText = type === textType;
  const { text: own, quote } = readQuote(isText ? (payload.text ?? "") : "");
  // A mention in what is quoted calls nobody.
  const said = roomId !== "" && isText ? await addressedText({ ...payload, text: own }, options) : own;
  if (roomId !== "" && (!isText || said === undefined)) return { ignored: "not_addressed" };
  const [sender, room] = await Promise.all([
    ifKnown(callMs, () => puppet.contactPayload(talkerId)),
    roomId === "" ? undefined : ifKnown(callMs, () => puppet.roomPayload(roomId)),
  ]);
  if (sender?.type === officialType) return { ignored: "not_a_person" };
  const message: IncomingMessage = {
    id: `wechat-${fitting(accountId)}-${fitting(id)}`,
    platform: "wechat",
    accountId,
    chatId: roomId === "" ? talkerId : roomId,
    chatKind: roomId === "" ? "direct" : "group",
    ...(cutName(room?.topic) === "" ? {} : { chatTitle: cutName(room?.topic) }),
    senderId: talkerId,
    ...(cutName(sender?.name) === "" ? {} : { senderName: cutName(sender?.name) }),
    text: isText ? (said ?? "") : "",
    attachments: kind === undefined ? [] : [{ kind }],
    addressed: true,
    platformMessageId: id,
    ...quote,
    sentAt: new Date(sentMs).toISOString(),
    event: "new",
  };
  return { message, sentMs };
}

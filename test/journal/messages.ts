import { type IncomingMessage, type OutboundPart, sessionKey } from "#contract";
import type { Store } from "../../src/store/redis.ts";

let made = 0;

/** A plain question in a direct chat, under an id of its own. */
export const question = (over: Partial<IncomingMessage> = {}): IncomingMessage => ({
  id: `telegram-7-42-${++made}`,
  platform: "telegram",
  accountId: "7",
  chatId: "42",
  chatKind: "direct",
  senderId: "42",
  text: "600519 现在多少钱",
  attachments: [],
  addressed: true,
  platformMessageId: String(made),
  sentAt: "2026-05-07T10:32:00+08:00",
  event: "new",
  ...over,
});

/** The rest of a text that was cut may come as late as this machine lets it: the moment for it runs out in Redis. */
export async function awaitRest({ redis, keys }: Store, head: IncomingMessage): Promise<void> {
  await redis.persist(keys.paste(sessionKey(head)));
}

export const partFor = (message: IncomingMessage, over: Partial<OutboundPart> = {}): OutboundPart => ({
  turnId: message.id,
  part: 0,
  of: 1,
  platform: message.platform,
  accountId: message.accountId,
  chatId: message.chatId,
  text: "答案",
  buttons: [],
  ...over,
});

import { createDecipheriv, randomUUID } from "node:crypto";
import type { ShownMessage, StreamMessage, WeixinAccount } from "./weixin-types.ts";

interface ReplyWindow {
  readonly tokens: string[];
  left: number;
  openedMs: number;
}

interface OutgoingItem {
  readonly type?: number;
  readonly text_item?: { readonly text?: string };
  readonly image_item?: { readonly media?: Media };
  readonly file_item?: { readonly media?: Media; readonly file_name?: string };
}

interface Media {
  readonly encrypt_query_param?: string;
  readonly aes_key?: string;
}

export interface OutgoingMessage {
  readonly to_user_id?: string;
  readonly client_id?: string;
  readonly context_token?: string;
  readonly message_type?: number;
  readonly message_state?: number;
  readonly item_list?: readonly OutgoingItem[];
}

export type SendAnswer = Readonly<Record<string, unknown>>;

const dayMs = 86_400_000;
/** Far above 2^53, and two neighbours fall on the same double. */
let nextId = 7_497_484_083_968_569_700n;
/** Stands in JSON as a bare number, digit for digit, however large. */
export const exactNumber = (digits: string): unknown => Reflect.get(JSON, "rawJSON").call(JSON, digits);
export const freshId = (): string => String(nextId++);

/** People, their reply windows and what their phones show. `cdn` holds uploaded ciphertexts by their download parameter. */
export function createWeixinChats(options: {
  readonly budget: number;
  readonly nowMs: () => number;
  readonly cdn: ReadonlyMap<string, Buffer>;
}) {
  const windows = new Map<string, ReplyWindow>();
  const shown = new Map<string, ShownMessage[]>();
  const seenClientIds = new Set<string>();
  const shownTo = (userId: string): ShownMessage[] => {
    const list = shown.get(userId) ?? [];
    shown.set(userId, list);
    return list;
  };

  function decrypt(media: Media | undefined): Buffer {
    const cipher = options.cdn.get(media?.encrypt_query_param ?? "");
    if (cipher === undefined) throw new Error("nothing was uploaded for this parameter");
    const hex = Buffer.from(media?.aes_key ?? "", "base64").toString("latin1");
    const decipher = createDecipheriv("aes-128-ecb", Buffer.from(hex, "hex"), null);
    return Buffer.concat([decipher.update(cipher), decipher.final()]);
  }

  function show(account: WeixinAccount, message: OutgoingMessage, messageId: string): void {
    const [item] = message.item_list ?? [];
    const base = { clientId: message.client_id ?? "", messageId };
    const list = shownTo(account.userId);
    if (item?.type === 1) list.push({ ...base, kind: "text", text: item.text_item?.text ?? "" });
    if (item?.type === 2) {
      const bytes = decrypt(item.image_item?.media);
      list.push({ ...base, kind: "image", text: "", bytes });
    }
    if (item?.type === 4) {
      const bytes = decrypt(item.file_item?.media);
      const fileName = item.file_item?.file_name ?? "";
      list.push({ ...base, kind: "file", text: "", fileName, bytes });
    }
  }

  return {
    shown: shownTo,
    /** The person writes: a new window, a new context token. */
    write(account: WeixinAccount, over: Partial<StreamMessage>): StreamMessage {
      const contextToken = `ctx-${randomUUID()}`;
      const known = windows.get(account.userId);
      const tokens = [...(known?.tokens ?? []), contextToken];
      windows.set(account.userId, { tokens, left: options.budget, openedMs: options.nowMs() });
      return {
        message_id: freshId(),
        client_id: randomUUID(),
        from_user_id: account.userId,
        to_user_id: account.botId,
        create_time_ms: options.nowMs(),
        message_type: 1,
        message_state: 2,
        context_token: contextToken,
        item_list: [],
        ...over,
      };
    },
    /** A message of ours, by the rules of the channel. */
    take(account: WeixinAccount, message: OutgoingMessage, isSilent: boolean): SendAnswer {
      const [item, ...more] = message.item_list ?? [];
      const refused = (errmsg: string) => ({ ret: -2, errcode: -2, errmsg });
      if (message.message_type !== 2 || message.message_state !== 2) return refused("prepare failed");
      if (item === undefined || more.length > 0 || message.to_user_id !== account.userId)
        return refused("prepare failed");
      if (message.client_id === undefined || seenClientIds.has(message.client_id)) return { ret: 0 };
      const window = windows.get(account.userId);
      if (message.context_token === undefined || isSilent) return { ret: 0 };
      if (window === undefined || options.nowMs() - window.openedMs > dayMs || window.left <= 0)
        return refused("prepare failed");
      if (message.context_token !== window.tokens.at(-1)) return refused("unknown error");
      if ([...(item.text_item?.text ?? "")].length > 2000) return refused("prepare failed");
      const messageId = freshId();
      show(account, message, messageId);
      seenClientIds.add(message.client_id);
      window.left -= 1;
      return { ret: 0, message_id: exactNumber(messageId) };
    },
  };
}

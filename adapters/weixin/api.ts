import type { AdapterHost } from "#contract";
import type { WeixinConfig } from "./settings.ts";
import type { WeixinTimings } from "./timings.ts";
import { type Answer, createWire } from "./wire.ts";

/** Where and as whom an account is called. */
export interface Access {
  readonly token: string;
  readonly baseUrl: string;
}

/** One item of a message: text, image or file, in the channel's own shape. */
export type OutgoingItem = Readonly<Record<string, unknown>>;

export interface Outgoing {
  readonly to: string;
  readonly clientId: string;
  readonly contextToken: string;
  readonly item: OutgoingItem;
}

export interface UploadTerms {
  readonly filekey: string;
  /** 1 image, 3 file. */
  readonly media_type: number;
  readonly to_user_id: string;
  readonly rawsize: number;
  readonly rawfilemd5: string;
  readonly filesize: number;
  readonly aeskey: string;
}

export type Api = ReturnType<typeof createApi>;

/** The calls of the channel that are used, each with the time it may take. */
export function createApi(
  host: Pick<AdapterHost<WeixinConfig>, "fetch" | "config">,
  timings: Pick<WeixinTimings, "requestMs" | "notifyMs" | "scanPollMs">,
) {
  const { WEIXIN_CLIENT_VERSION: version, WEIXIN_API_ROOT: root } = host.config;
  const call = createWire({ fetch: host.fetch, clientVersion: version });
  const base_info = { channel_version: version, bot_agent: "Qianmen/0.1" };
  const post = (access: Access, path: string, body: object, limit: { ms: number; signal?: AbortSignal }) =>
    call({
      url: `${access.baseUrl}/ilink/bot/${path}`,
      body: { ...body, base_info },
      token: access.token,
      timeoutMs: limit.ms,
      ...(limit.signal === undefined ? {} : { signal: limit.signal }),
    });
  const short = (signal?: AbortSignal) => ({
    ms: timings.requestMs,
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    getUpdates: (access: Access, cursor: string, timeoutMs: number, signal: AbortSignal): Promise<Answer> =>
      post(access, "getupdates", { get_updates_buf: cursor }, { ms: timeoutMs, signal }),
    sendMessage: (access: Access, { to, clientId, contextToken, item }: Outgoing): Promise<Answer> => {
      const finished = { message_type: 2, message_state: 2 };
      const address = { from_user_id: "", to_user_id: to, client_id: clientId, context_token: contextToken };
      return post(access, "sendmessage", { msg: { ...address, ...finished, item_list: [item] } }, short());
    },
    notify: (access: Access, what: "notifystart" | "notifystop", signal?: AbortSignal): Promise<Answer> =>
      post(access, `msg/${what}`, {}, { ms: timings.notifyMs, ...(signal === undefined ? {} : { signal }) }),
    getConfig: (access: Access, userId: string, contextToken: string | undefined): Promise<Answer> => {
      const context = contextToken === undefined ? {} : { context_token: contextToken };
      return post(access, "getconfig", { ilink_user_id: userId, ...context }, { ms: timings.notifyMs });
    },
    sendTyping: (access: Access, userId: string, ticket: string, status: 1 | 2): Promise<Answer> => {
      const body = { ilink_user_id: userId, typing_ticket: ticket, status };
      return post(access, "sendtyping", body, { ms: timings.notifyMs });
    },
    getUploadUrl: (access: Access, terms: UploadTerms): Promise<Answer> =>
      post(access, "getuploadurl", { ...terms, no_need_thumb: true }, short()),
    /** A code of the kind that makes bots; no other account's token is told to whoever scans it. */
    getCode: (signal: AbortSignal): Promise<Answer> => {
      const url = `${root.replace(/\/+$/, "")}/ilink/bot/get_bot_qrcode?bot_type=3`;
      return call({ url, body: { local_token_list: [] }, timeoutMs: timings.requestMs, signal });
    },
    getCodeStatus: (
      baseUrl: string,
      code: string,
      digits: string | undefined,
      signal: AbortSignal,
    ): Promise<Answer> => {
      const query = new URLSearchParams({
        qrcode: code,
        ...(digits === undefined ? {} : { verify_code: digits }),
      });
      const url = `${baseUrl.replace(/\/+$/, "")}/ilink/bot/get_qrcode_status?${query}`;
      return call({ url, timeoutMs: timings.scanPollMs, signal });
    },
  };
}

import { Api, type ApiClientOptions } from "grammy";
import { createTransport, type TransportOptions } from "./transport.ts";

export interface BotApiOptions extends TransportOptions {
  readonly token: string;
  readonly apiRoot: string;
}

/** grammY's Bot API client over the host's fetch. Apart from the adapter, so that grammY is loaded only when it is on. */
export function createBotApi(options: BotApiOptions): Api {
  return new Api(options.token, {
    // grammY throws at a trailing slash
    apiRoot: options.apiRoot.replace(/\/+$/, ""),
    // grammY types its fetch as node-fetch's; of the answer it uses json() alone
    fetch: createTransport(options) as unknown as NonNullable<ApiClientOptions["fetch"]>,
  });
}

/** grammY types abort signals as its polyfill's; it uses no more of them than every signal has. */
export type ApiSignal = NonNullable<Parameters<Api["getUpdates"]>[1]>;
export const apiSignal = (signal: AbortSignal): ApiSignal => signal as unknown as ApiSignal;

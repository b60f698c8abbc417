import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { createFaultPlan, pause } from "./faults.ts";
import { type Exchange, listen } from "./http.ts";
import { createWaiting } from "./waiting.ts";
import {
  createWeixinChats,
  exactNumber,
  freshId,
  type OutgoingMessage,
  type SendAnswer,
} from "./weixin-chats.ts";
import { createWeixinLogin } from "./weixin-login.ts";
import type { ScanStep, StreamMessage, WeixinAccount, WeixinFault } from "./weixin-types.ts";

export interface WeixinEmulatorOptions {
  /** How long an empty poll is held. */
  readonly pollMs?: number;
  /** Messages of ours for each one of the person's. */
  readonly budget?: number;
}

export type WeixinEmulator = Awaited<ReturnType<typeof createWeixinEmulator>>;

interface Body {
  readonly msg?: OutgoingMessage;
  readonly get_updates_buf?: string;
  readonly base_info?: { readonly channel_version?: string; readonly bot_agent?: string };
  readonly filekey?: string;
  readonly typing_ticket?: string;
  readonly status?: number;
  readonly ilink_user_id?: string;
}

const cursorOf = (buf: string | undefined): number => Number(/^buf:(\d+)$/.exec(buf ?? "")?.[1] ?? 0);

/** WeChat's official bot channel and its CDN on one port; what it must be told is checked, and kept in `violations`. */
export async function createWeixinEmulator({ pollMs = 1500, budget = 10 }: WeixinEmulatorOptions = {}) {
  const waiting = createWaiting();
  const faults = createFaultPlan<WeixinFault>();
  const accounts: WeixinAccount[] = [];
  const cdn = new Map<string, Buffer>();
  const violations: string[] = [];
  const calls = new Map<string, number>();
  const typing: { userId: string; status: number }[] = [];
  const nonces = new Set<string>();
  let mostPolling = 0;
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const chats = createWeixinChats({ budget, nowMs, cdn });
  const login = createWeixinLogin(confirm);
  let nextPerson = 1;
  let phone: string | undefined;

  function addAccount(userId = `o9cq80Test_${nextPerson++}@im.wechat`): WeixinAccount {
    for (const other of accounts) if (other.userId === userId) other.expired = true;
    const id = randomBytes(6).toString("hex");
    const token = `tok-${randomBytes(16).toString("hex")}`;
    const account = { token, botId: `${id}@im.bot`, userId, stream: [], acknowledged: 0, expired: false };
    accounts.push({ ...account, polling: 0 });
    waiting.changed();
    return accounts.at(-1) as WeixinAccount;
  }

  function confirm(step: ScanStep) {
    const { token, botId, userId } = addAccount(phone);
    const baseurl = typeof step === "object" && "baseurl" in step ? step.baseurl : listener.root;
    const ids = { bot_token: token, ilink_bot_id: botId, ilink_user_id: userId };
    return { ret: 0, status: "confirmed", ...ids, baseurl };
  }

  const accountOf = (userId?: string): WeixinAccount => {
    const found = accounts.findLast((each) => userId === undefined || each.userId === userId);
    if (found === undefined) throw new Error(`nobody is ${userId}`);
    return found;
  };

  function check(exchange: Exchange, path: string, body: Body | undefined): boolean {
    const { headers, method } = exchange;
    const wrong = (what: string) => violations.push(`${path}: ${what}`);
    const isApp =
      headers["ilink-app-id"] === "bot" && /^\d+$/.test(String(headers["ilink-app-clientversion"]));
    if (!isApp) wrong("iLink-App headers");
    if (method !== "POST") return isApp;
    const nonce = Buffer.from(String(headers["x-wechat-uin"]), "base64").toString();
    if (!/^\d{1,10}$/.test(nonce) || nonces.has(nonce)) wrong("X-WECHAT-UIN");
    nonces.add(nonce);
    if (headers.authorizationtype !== "ilink_bot_token") wrong("AuthorizationType");
    if (path === "get_bot_qrcode") return isApp;
    if (!/^\d+\.\d+\.\d+$/.test(body?.base_info?.channel_version ?? "")) wrong("base_info");
    return isApp;
  }

  async function poll(account: WeixinAccount, body: Body, exchange: Exchange) {
    // The poll of a process that is gone has ended, though this one was read before the end of that one's connection.
    await turn();
    await turn();
    const from = cursorOf(body.get_updates_buf);
    account.acknowledged = Math.max(account.acknowledged, from);
    account.polling += 1;
    mostPolling = Math.max(mostPolling, account.polling);
    waiting.changed();
    const gone = exchange.closed.then(() => true);
    const news = waiting
      .waitFor(() => account.stream.length > from || account.expired, pollMs)
      .catch(() => false);
    await Promise.race([gone, news]);
    account.polling -= 1;
    waiting.changed();
    if (account.expired) return { ret: -14, errcode: -14, errmsg: "session timeout" };
    const msgs = account.stream.slice(from).map(({ message_id, ...rest }) => ({
      ...rest,
      ...(message_id === undefined ? {} : { message_id: exactNumber(message_id) }),
    }));
    return { ret: 0, msgs, get_updates_buf: `buf:${account.stream.length}`, longpolling_timeout_ms: pollMs };
  }

  async function answer(
    path: string,
    account: WeixinAccount,
    body: Body,
    exchange: Exchange,
    isSilent: boolean,
  ) {
    if (path === "getupdates") return poll(account, body, exchange);
    if (path === "sendmessage") return chats.take(account, body.msg ?? {}, isSilent);
    if (path === "getconfig") return { ret: 0, typing_ticket: `ticket:${body.ilink_user_id}` };
    if (path === "sendtyping") {
      if (body.typing_ticket !== `ticket:${account.userId}`) return { ret: -1, errmsg: "bad ticket" };
      typing.push({ userId: account.userId, status: body.status ?? 0 });
      return { ret: 0 };
    }
    if (path === "getuploadurl") return { ret: 0, upload_param: `up-${body.filekey}` };
    return { ret: 0 };
  }

  function serveCdn(exchange: Exchange): void {
    const { url, body } = exchange;
    const fault = faults.take("cdn");
    if (fault?.kind === "status") exchange.text(fault.status, "text/plain", "");
    else if (url.pathname.endsWith("/upload")) {
      const param = `down-${url.searchParams.get("filekey")}`;
      cdn.set(param, body);
      exchange.json(200, {}, { "x-encrypted-param": param });
    } else exchange.text(404, "text/plain", "");
  }

  async function serveApi(exchange: Exchange): Promise<void> {
    const path = exchange.url.pathname.replace(/^\/ilink\/bot\//, "");
    calls.set(path, (calls.get(path) ?? 0) + 1);
    const body: Body | undefined =
      exchange.method === "POST" ? JSON.parse(exchange.body.toString()) : undefined;
    const isApp = check(exchange, path, body);
    const fault = faults.take(path, "*");
    if (fault?.kind === "hang") return;
    if (fault?.kind === "drop") return exchange.drop();
    if (fault?.kind === "slow") await pause(fault.ms);
    if (fault?.kind === "status") return exchange.json(fault.status, {});
    if (fault?.kind === "raw")
      return exchange.text(fault.status ?? 200, "text/html", fault.body, fault.location);
    if (fault?.kind === "ret") return exchange.json(200, { ...fault, kind: undefined });
    if (path === "get_bot_qrcode") return exchange.json(200, login.issue());
    if (path === "get_qrcode_status") {
      const { searchParams } = exchange.url;
      return exchange.json(
        200,
        login.status(searchParams.get("qrcode") ?? "", searchParams.get("verify_code")),
      );
    }
    const token = exchange.headers.authorization?.replace(/^Bearer /, "");
    const account = accounts.find((each) => each.token === token);
    if (account === undefined || account.expired || !isApp)
      return exchange.json(200, { ret: -14, errcode: -14, errmsg: "session timeout" });
    const reply: SendAnswer = await answer(path, account, body ?? {}, exchange, fault?.kind === "silent");
    waiting.changed();
    if (fault?.kind === "accept_then_drop") return exchange.drop();
    exchange.json(200, fault?.kind === "alter" ? fault.alter(reply) : reply);
  }

  const listener = await listen((exchange) =>
    exchange.url.pathname.startsWith("/c2c/") ? serveCdn(exchange) : serveApi(exchange),
  );

  function push(account: WeixinAccount, message: StreamMessage): StreamMessage {
    account.stream.push(message);
    waiting.changed();
    return message;
  }
  const userSends = (items: readonly object[], over: Partial<StreamMessage> = {}, userId?: string) => {
    const account = accountOf(userId);
    return push(account, chats.write(account, { item_list: items, ...over }));
  };
  return {
    root: listener.root,
    cdnRoot: `${listener.root}/c2c`,
    violations,
    calls,
    typing,
    /** A person who has scanned a code; without a name somebody new. */
    addAccount,
    account: accountOf,
    /** The user id of the account that was added as number `at`, from 0. */
    addedUser: (at: number): string => accounts[at]?.userId ?? "",
    /** What phones do with login codes, see `ScanStep`. */
    planScan: login.plan,
    /** Who scans from now on; undefined: somebody new each time. */
    holdPhone: (userId: string | undefined) => {
      phone = userId;
    },
    userSends,
    userSays: (text: string, over: Partial<StreamMessage> = {}, userId?: string) =>
      userSends([{ type: 1, text_item: { text } }], over, userId),
    /** Hands a message out once more, as it was or under another id. */
    repeat: (message: StreamMessage, { newId = false } = {}, userId?: string) =>
      push(accountOf(userId), newId ? { ...message, message_id: freshId() } : message),
    shown: (userId?: string) => chats.shown(accountOf(userId).userId),
    /** Messages of the person that no cursor has passed. */
    pending: (userId?: string) => accountOf(userId).stream.length - accountOf(userId).acknowledged,
    expire(userId?: string) {
      accountOf(userId).expired = true;
      waiting.changed();
    },
    revive(userId?: string) {
      accountOf(userId).expired = false;
    },
    /** The most polls of one token that were held at once; more than one split a person's messages. */
    mostPolling: () => mostPolling,
    /** Moves the channel's own clock on. */
    advance: (ms: number) => {
      aheadMs += ms;
    },
    fail: (path: string, fault: WeixinFault, times?: number) => faults.plan(path, fault, times),
    clearFaults: faults.clear,
    waitFor: waiting.waitFor,
    close: () => listener.close(),
  };
}

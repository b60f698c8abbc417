import { setTimeout as sleep } from "node:timers/promises";
import type { Bilingual, LoginHost, LoginOutcome, LoginScreen } from "#contract";
import { openAccounts } from "./accounts.ts";
import { allowedRoot } from "./allowed-host.ts";
import { type Api, createApi } from "./api.ts";
import type { WeixinConfig } from "./settings.ts";
import { usualTimings, type WeixinTimings } from "./timings.ts";
import { waitBy } from "./wait-by.ts";
import { describe } from "./wire.ts";

/** What the channel's own client allows before it gives up. */
const mostCodes = 3;

const words = {
  scan: {
    zh: "请用微信扫码(仅限大陆微信,需较新版本)。",
    en: "Scan with WeChat (mainland accounts, a recent version).",
  },
  scanned: { zh: "已扫码,请在手机上确认。", en: "Scanned. Confirm on the phone." },
  expired: { zh: "二维码已失效,换一张。", en: "The code has expired; here is another." },
  blocked: { zh: "数字输错太多次,换一张二维码。", en: "Too many wrong digits; here is another code." },
  ranOut: {
    zh: `${mostCodes} 张二维码都失效了,已停止。手机准备好后请再来一次。`,
    en: `${mostCodes} codes have run out; stopped. Start again when the phone is at hand.`,
  },
  notInTime: { zh: "没有在时限内完成扫码,请重新登录。", en: "Not scanned in time. Log in again." },
  noCode: { zh: "取不到二维码", en: "no code could be had" },
  noDigits: {
    zh: "手机要求输入验证数字,但这里无法输入。",
    en: "The phone shows digits to be typed in, and nobody can type here.",
  },
  badHost: {
    zh: "服务器给出的地址不可信,已停止。",
    en: "The server named an address that is not its own; stopped.",
  },
  incomplete: { zh: "服务器的确认不完整,请重新登录。", en: "The confirmation was incomplete. Log in again." },
} satisfies Record<string, Bilingual>;

type Followed =
  | { readonly kind: "confirmed"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "already" }
  | { readonly kind: "renew"; readonly why: Bilingual }
  | { readonly kind: "failed"; readonly reason: Bilingual };

interface Follow {
  readonly api: Api;
  readonly root: string;
  readonly screen: LoginScreen;
  readonly timings: WeixinTimings;
  readonly signal: AbortSignal;
}

/** What somebody is asked for may never come. Rejects with what the signal aborts with. */
async function unlessAborted<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([answer, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Looks at one code until something has come of it. No answer counts as nothing new. */
async function follow(code: string, { api, root, screen, timings, signal }: Follow): Promise<Followed> {
  let base = root;
  let digits: string | undefined;
  let isScanned = false;
  for (;;) {
    const answer = await api.getCodeStatus(base, code, digits, signal);
    signal.throwIfAborted();
    const body = answer.kind === "ok" ? answer.body : {};
    const { status } = body;
    if (status === "confirmed") return { kind: "confirmed", body };
    if (status === "binded_redirect") return { kind: "already" };
    if (status === "expired") return { kind: "renew", why: words.expired };
    if (status === "verify_code_blocked") return { kind: "renew", why: words.blocked };
    if (status === "need_verifycode") {
      digits = await unlessAborted(screen.ask(digits !== undefined), signal);
      if (digits === undefined) return { kind: "failed", reason: words.noDigits };
      // Nothing was typed: that is no wrong try.
      if (digits === "") digits = undefined;
      continue;
    }
    if (status === "scaned") {
      if (!isScanned) screen.tell(words.scanned);
      isScanned = true;
      digits = undefined;
    }
    if (status === "scaned_but_redirect") {
      const next = redirected(body.redirect_host, root);
      if (next === undefined) return { kind: "failed", reason: words.badHost };
      base = next;
    }
    await sleep(timings.scanPauseMs, undefined, { signal });
  }
}

/** Of `host[:port]`, also where it stands in an address. */
function redirected(told: unknown, root: string): string | undefined {
  if (typeof told !== "string") return undefined;
  const place = told.trim().replace(/^https?:\/\//i, "");
  const url = URL.parse(`https://${place}`);
  return url?.host === new URL(root).host ? root : allowedRoot(url?.href, root);
}

async function newCode({ api, timings, signal }: Follow) {
  const answer = await api.getCode(signal);
  signal.throwIfAborted();
  const body = answer.kind === "ok" ? answer.body : {};
  const { qrcode: key, qrcode_img_content: link } = body;
  if (typeof key === "string" && typeof link === "string" && key !== "") return { key, link };
  await sleep(timings.scanPauseMs, undefined, { signal });
  return describe(answer);
}

async function scan(options: Follow): Promise<Followed> {
  let trouble: string | undefined;
  for (let codes = 0; codes < mostCodes; codes++) {
    const code = await newCode(options);
    if (typeof code === "string") {
      trouble = code;
      continue;
    }
    options.screen.show(code.link);
    options.screen.tell(words.scan);
    const followed = await follow(code.key, options);
    if (followed.kind !== "renew") return followed;
    trouble = undefined;
    if (codes + 1 < mostCodes) options.screen.tell(followed.why);
  }
  if (trouble === undefined) return { kind: "failed", reason: words.ranOut };
  const { zh, en } = words.noCode;
  return { kind: "failed", reason: { zh: `${zh}:${trouble}`, en: `${en}: ${trouble}` } };
}

/** Walks every state of a scan and keeps the credentials of whoever confirms. Throws what the signal aborts with. */
export async function login(
  host: LoginHost<WeixinConfig>,
  screen: LoginScreen,
  signal: AbortSignal,
  timings: WeixinTimings = usualTimings,
): Promise<LoginOutcome> {
  const accounts = openAccounts(host);
  const api = createApi(host, timings);
  const root = host.config.WEIXIN_API_ROOT.replace(/\/+$/, "");
  const ending = new AbortController();
  const limited = AbortSignal.any([signal, ending.signal]);
  const timeUp = waitBy(host.clock, timings.loginMs, limited).then(
    () => ending.abort(),
    () => undefined,
  );
  const followed = await scan({ api, root, screen, timings, signal: limited })
    .catch((error: unknown) => {
      if (signal.aborted || !ending.signal.aborted) throw error;
      return { kind: "failed", reason: words.notInTime } as const;
    })
    .finally(() => ending.abort());
  await timeUp;
  if (followed.kind === "already") return { ok: true, accountId: "", already: true };
  if (followed.kind !== "confirmed")
    return { ok: false, reason: followed.kind === "failed" ? followed.reason : followed.why };
  const { bot_token: token, ilink_bot_id: botId, ilink_user_id: userId, baseurl } = followed.body;
  if (typeof token !== "string" || typeof botId !== "string" || typeof userId !== "string")
    return { ok: false, reason: words.incomplete };
  if (token === "" || botId === "" || userId === "") return { ok: false, reason: words.incomplete };
  const baseUrl = allowedRoot(baseurl, root) ?? root;
  return host.withAccounts(async () => {
    // What cannot be read now is for `save` to say.
    const known = await accounts.list().catch(() => []);
    const accountId = known.find((account) => account.userId === userId)?.accountId ?? botId;
    await accounts.save({ accountId, token, baseUrl, userId, savedAtMs: host.clock.wallMs() });
    return { ok: true, accountId, already: false };
  });
}

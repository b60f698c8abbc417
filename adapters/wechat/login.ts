import { setTimeout as sleep } from "node:timers/promises";
import type { Bilingual, LoginHost, LoginOutcome, LoginScreen } from "#contract";
import { type Notice, readNotice } from "./login-board.ts";
import type { WechatConfig } from "./settings.ts";

const words = {
  notRunning: {
    zh: "服务没有在运行(或没有开启 WECHATY_PUPPET),请先启动服务再登录。",
    en: "No service runs with WECHATY_PUPPET set. Start it first, then log in.",
  },
  scan: {
    zh: "请用要当机器人的微信扫码。用个人号有被封的风险,请用不要紧的号。",
    en: "Scan with the account that is to be the bot. Personal accounts may be banned: use one you can do without.",
  },
  scanned: { zh: "已扫码,请在手机上确认。", en: "Scanned. Confirm on the phone." },
  connecting: { zh: "正在连接,请稍候…", en: "Connecting…" },
  notInTime: { zh: "没有在时限内完成扫码,请重新登录。", en: "Not scanned in time. Log in again." },
} satisfies Record<string, Bilingual>;

export interface LoginTimings {
  readonly lookMs: number;
  /** How long one login may take. */
  readonly patienceMs: number;
}

function tell(notice: Exclude<Notice, { state: "in" }>, screen: LoginScreen): void {
  if (notice.state === "scan") screen.show(notice.link);
  screen.tell(words[notice.state]);
}

/**
 * Shows the codes that the running service is given: a gateway serves one client at a time, so that the login is the service's.
 * Throws what the signal aborts with, and AppError INTAKE_DOWN while the store is away.
 */
export async function login(
  { store }: Pick<LoginHost<WechatConfig>, "store">,
  screen: LoginScreen,
  signal: AbortSignal,
  { lookMs, patienceMs }: LoginTimings = { lookMs: 500, patienceMs: 300_000 },
): Promise<LoginOutcome> {
  let last: string | undefined;
  for (let looks = 0; looks * lookMs < patienceMs; looks++) {
    const notice = await readNotice(store);
    if (notice === undefined) return { ok: false, reason: words.notRunning };
    if (notice.state === "in") return { ok: true, accountId: notice.accountId, already: looks === 0 };
    const shown = JSON.stringify(notice);
    if (shown !== last) tell(notice, screen);
    last = shown;
    await sleep(lookMs, undefined, { signal });
  }
  return { ok: false, reason: words.notInTime };
}

import type { ConnectedAccount, LoginHost } from "#contract";
import { openAccounts } from "./accounts.ts";
import { createReplyWindows } from "./reply-window.ts";
import type { WeixinConfig } from "./settings.ts";

/** Everybody who has scanned, those first who must do it again. */
export async function connectedAccounts(host: LoginHost<WeixinConfig>): Promise<readonly ConnectedAccount[]> {
  const windows = createReplyWindows(host.store, host.clock.wallMs);
  const found = (await openAccounts(host).list()).map(async (account): Promise<ConnectedAccount> => {
    const { accountId, userId, savedAtMs } = account;
    const lostMs = await windows.loginRequiredSince(account);
    return lostMs === undefined
      ? { accountId, userId, state: "connected", sinceMs: savedAtMs }
      : { accountId, userId, state: "login_required", sinceMs: lostMs };
  });
  const all = await Promise.all(found);
  return all.toSorted((a, b) => Number(b.state === "login_required") - Number(a.state === "login_required"));
}

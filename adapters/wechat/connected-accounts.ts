import type { ConnectedAccount, LoginHost } from "#contract";
import { readNotice } from "./login-board.ts";
import type { WechatConfig } from "./settings.ts";

/** The one account that the running service holds; none while no service runs. */
export async function connectedAccounts({
  store,
}: Pick<LoginHost<WechatConfig>, "store">): Promise<readonly ConnectedAccount[]> {
  const notice = await readNotice(store);
  if (notice === undefined) return [];
  if (notice.state === "in") return [{ accountId: notice.accountId, state: "connected" }];
  const isWanted = notice.state === "scan" || notice.state === "scanned";
  return [{ accountId: "–", state: isWanted ? "login_required" : "connecting" }];
}

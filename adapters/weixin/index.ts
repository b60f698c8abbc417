import { defineAdapter } from "#contract";
import { connectedAccounts } from "./connected-accounts.ts";
import { login } from "./login.ts";
import { weixinSettings } from "./settings.ts";
import { createWeixin, weixinLimits } from "./weixin.ts";

export default defineAdapter({
  platform: "weixin",
  summary: {
    zh: "微信(官方机器人通道):每位使用者扫一次码",
    en: "WeChat (the official bot channel): each person scans a code once",
  },
  settings: weixinSettings,
  // Nobody finds the bot but who has scanned a code of ours, and it hears nobody else.
  public: false,
  isOn: ({ WEIXIN_ENABLED }) =>
    WEIXIN_ENABLED
      ? { on: true, detail: "long polling" }
      : { on: false, hint: "set WEIXIN_ENABLED=on, then qianmen login weixin" },
  create: (host) => createWeixin(host),
  limits: weixinLimits,
  login: (host, screen, signal) => login(host, screen, signal),
  invites: true,
  accounts: connectedAccounts,
});

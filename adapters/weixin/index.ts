import { asRun, defineAdapter } from "#contract";
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
      : { on: false, hint: `set WEIXIN_ENABLED=on, then ${asRun("login weixin")}` },
  create: (host) => createWeixin(host),
  arrival: {
    zh: "微信里,只有你最近 24 小时内发过消息我才能主动发;否则会在你下次发消息时送到,隔两天以上的就不再送了。",
    en: "On WeChat I can only write by myself within 24 hours of your last message; otherwise it arrives when you write next, or not at all after two days.",
  },
  limits: weixinLimits,
  login: (host, screen, signal) => login(host, screen, signal),
  invites: true,
  accounts: connectedAccounts,
});

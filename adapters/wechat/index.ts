import { defineAdapter } from "#contract";
import { connectedAccounts } from "./connected-accounts.ts";
import { login } from "./login.ts";
import { wechatSettings } from "./settings.ts";
import { createWechat, wechatLimits } from "./wechat.ts";

export default defineAdapter({
  platform: "wechat",
  summary: {
    zh: "微信账号或企业微信网关(wechaty):私聊,群里 @ 才答;个人号有被封的风险",
    en: "a WeChat account or a WeCom gateway (wechaty): direct chats, rooms when mentioned; personal accounts may be banned",
  },
  settings: wechatSettings,
  public: true,
  isOn: ({ WECHATY_PUPPET: puppet }) =>
    puppet === undefined
      ? {
          on: false,
          hint: "set WECHATY_PUPPET=wechaty-puppet-service with WECHATY_PUPPET_ENDPOINT and WECHATY_PUPPET_TOKEN",
        }
      : { on: true, detail: puppet },
  create: (host) => createWechat(host),
  limits: wechatLimits,
  login: (host, screen, signal) => login(host, screen, signal),
  accounts: connectedAccounts,
});

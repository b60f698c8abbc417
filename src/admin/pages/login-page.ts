import { html } from "hono/html";
import type { Language } from "#contract";
import { document } from "../html/layout.ts";
import { hiddenFields, type Markup, nothing, t } from "../html/view.ts";

export interface LoginFacts {
  readonly language: Language;
  /** Where to go after. */
  readonly next: string;
  /** The code of a one-time link; then no token is asked. */
  readonly once?: string;
  readonly fault?: "wrong" | "locked" | "used";
}

const faults = {
  wrong: { zh: "口令不对。", en: "That token is not right." },
  locked: { zh: "错误次数太多,请 15 分钟后再试。", en: "Too many failures; try again in 15 minutes." },
  used: { zh: "这个登录链接已经用过或已过期。", en: "That log-in link has been used or has expired." },
} as const;

export function loginPage({ language, next, once, fault }: LoginFacts): Markup {
  const view = { language };
  const field =
    once === undefined
      ? html`<p><label for="token">${t(view, "管理口令(ADMIN_TOKEN)", "Token (ADMIN_TOKEN)")}</label><input id="token" name="token" type="password" autocomplete="current-password" required></p>`
      : hiddenFields({ once });
  return document(
    language,
    t(view, "登录", "Log in"),
    html`<main class="door" id="main"><h1>前门 Qianmen</h1>
${fault === undefined ? nothing : html`<p class="said bad" role="alert">${faults[fault][language]}</p>`}
<form method="post" action="/admin/login">${hiddenFields({ next })}${field}<button id="enter">${t(view, "登录", "Log in")}</button></form>
<p class="soft">${t(view, "没有设置 ADMIN_TOKEN 时,口令在数据目录的 admin-token 文件里。", "Where ADMIN_TOKEN is not set, the token is in the file admin-token of the data folder.")}</p>
<p><a href="/admin/login?lang=${language === "zh" ? "en" : "zh"}">${language === "zh" ? "English" : "中文"}</a></p></main>`,
  );
}

import { html } from "hono/html";
import type { Language } from "#contract";
import { hiddenFields, type Markup, nothing, type Page, t, type View } from "./view.ts";

const links = [
  ["/admin", "状态", "Health"],
  ["/admin/turns", "消息", "Turns"],
  ["/admin/charts", "图表", "Charts"],
  ["/admin/people", "用户", "People"],
  ["/admin/accounts", "账号", "Accounts"],
  ["/admin/settings", "设置", "Settings"],
  ["/admin/audit", "操作记录", "Audit"],
] as const;

const withLanguage = (path: string, language: Language): string => {
  const url = new URL(path, "http://here");
  url.searchParams.set("lang", language);
  return `${url.pathname}${url.search}`;
};

const isHere = (path: string, link: string): boolean => {
  const [place = ""] = path.split("?");
  return link === "/admin" ? place === link : place.startsWith(link);
};

function header(view: View): Markup {
  const other: Language = view.language === "zh" ? "en" : "zh";
  return html`<header><a class="brand" href="/admin">前门 Qianmen</a>
<nav aria-label="${t(view, "主菜单", "Main")}">${links.map(
    ([path, zh, en]) =>
      html`<a href="${path}"${isHere(view.path, path) ? html` aria-current="page"` : nothing}>${t(view, zh, en)}</a>`,
  )}</nav>
<div class="who"><span>${view.mayAct ? t(view, "操作员", "operator") : t(view, "观察员", "viewer")}</span>
<a href="${withLanguage(view.path, other)}" lang="${other}">${other === "zh" ? "中文" : "English"}</a>
<form method="post" action="/admin/logout" class="inline">${hiddenFields({ form: view.formToken })}<button class="quiet">${t(view, "退出", "Log out")}</button></form></div></header>`;
}

/** A whole document. Nothing in it runs but `/admin/assets/site.js`. */
export function document(language: Language, title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · Qianmen</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/admin/assets/site.css"><script src="/admin/assets/site.js" defer></script>
</head><body>${body}</body></html>`;
}

export function layout(view: View, { title, top = nothing, live, bottom = nothing }: Page): Markup {
  const region =
    live === undefined
      ? nothing
      : html`<p id="lost" class="said" role="status" hidden>${t(view, "与服务的连接断了,下面是断开前的样子;恢复后自动更新。", "The connection to the service is lost; this is how it was before. It goes on by itself.")}</p><div id="live" data-live="${view.path}">${live}</div>`;
  return document(
    view.language,
    title,
    html`<a class="skip" href="#main">${t(view, "跳到内容", "Skip to content")}</a>${header(view)}
<main id="main"><h1>${title}</h1>
${view.said === undefined ? nothing : html`<p class="said" role="status">${view.said}</p>`}
${top}${region}${bottom}</main>
<footer>${t(view, "时间均为北京时间(UTC+8)。", "All times are Beijing time (UTC+8).")}</footer>`,
  );
}

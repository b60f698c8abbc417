import { html } from "hono/html";
import type { Language } from "#contract";
import { type Markup, nothing, t, time } from "../html/view.ts";

export interface InviteFacts {
  readonly language: Language;
  /** What the account is connected to; absent where the link is worth nothing. */
  readonly summary?: string;
  readonly expiresMs?: number;
  /** Drawn anew while it is looked at. */
  readonly live: Markup;
  /** Whether anything may still change. */
  readonly isOpen: boolean;
}

/** A page for somebody who has no access yet: it knows nothing of the administrator's. */
export function invitePage({ language, summary, expiresMs, live, isOpen }: InviteFacts): Markup {
  const view = { language };
  const other: Language = language === "zh" ? "en" : "zh";
  const until =
    expiresMs === undefined
      ? nothing
      : html`<p class="soft">${t(view, "这个链接只给一个人用一次,有效至", "This link is for one person, once, until")} ${time(expiresMs)} (${t(view, "北京时间", "Beijing time")})</p>`;
  return html`<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${t(view, "前门 · 邀请", "Qianmen · invitation")}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/invite/assets/site.css">${isOpen ? html`<script src="/invite/assets/invite.js" defer></script><noscript><meta http-equiv="refresh" content="8"></noscript>` : nothing}
</head><body><main class="door" id="main"><h1>前门 Qianmen</h1>
${summary === undefined ? nothing : html`<p>${summary}</p>`}
<div id="live"${isOpen ? html` data-open` : nothing} aria-live="polite">${live}</div>
${until}<p><a href="?lang=${other}" lang="${other}">${other === "zh" ? "中文" : "English"}</a></p></main></body></html>`;
}

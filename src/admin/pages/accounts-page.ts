import { html } from "hono/html";
import type { ConnectedAccount } from "#contract";
import type { Connection } from "../connections/connection.ts";
import { loginPath } from "../connections/login-path.ts";
import { inLanguage } from "../html/phrasebook.ts";
import {
  button,
  hiddenFields,
  type Markup,
  nothing,
  type Page,
  t,
  table,
  time,
  type View,
} from "../html/view.ts";

/** A platform with its accounts; `trouble`: why they cannot be told. */
export interface PlatformAccounts {
  readonly connection: Connection;
  readonly accounts: readonly ConnectedAccount[];
  readonly trouble?: string;
}

function stateOf(view: View, state: ConnectedAccount["state"]): Markup {
  if (state === "connected") return html`<span class="tag good">${t(view, "已连接", "connected")}</span>`;
  return state === "connecting"
    ? html`<span class="tag warn">${t(view, "连接中", "connecting")}</span>`
    : html`<span class="tag bad">${t(view, "要重新登录", "must log in again")}</span>`;
}

function rowsOf(view: View, { platform }: Connection, accounts: readonly ConnectedAccount[]): Markup[] {
  return accounts.map(({ accountId, userId, state, sinceMs }) => {
    const again =
      view.mayAct && state !== "connected"
        ? button(view, loginPath(platform), t(view, "重新登录", "Log in again"))
        : nothing;
    return html`<tr><td><code>${accountId}</code></td><td>${userId === undefined ? "–" : html`<code>${platform}:${userId}</code>`}</td><td>${stateOf(view, state)}</td><td>${sinceMs === undefined ? "–" : time(sinceMs)}</td><td>${again}</td></tr>`;
  });
}

function sectionOf(view: View, { connection, accounts, trouble }: PlatformAccounts): Markup {
  const { platform, summary, hint, invites } = connection;
  const heads = [
    t(view, "账号", "account"),
    t(view, "谁", "who"),
    t(view, "状态", "state"),
    t(view, "自", "since"),
    t(view, "操作", "act"),
  ];
  const list =
    trouble !== undefined
      ? html`<p class="bad">${trouble}</p>`
      : accounts.length === 0
        ? html`<p class="soft">${t(view, "还没有账号。", "No account yet.")}</p>`
        : table(heads, rowsOf(view, connection, accounts), platform, "cards");
  const acts = !view.mayAct
    ? nothing
    : hint !== undefined
      ? html`<p class="soft">${inLanguage(hint, view.language)}</p>`
      : html`<p class="acts">${button(view, loginPath(platform), t(view, "扫码登录", "Log in by a code"))}${invites ? button(view, `/admin/accounts/${platform}/invite`, t(view, "生成邀请链接", "Make an invitation link")) : nothing}</p>`;
  return html`<section><h2>${platform}</h2><p class="soft">${summary[view.language]}</p>${list}${acts}</section>`;
}

/** Which accounts are connected, and which must log in again. */
export function accountsPage(view: View, platforms: readonly PlatformAccounts[]): Page {
  return {
    title: t(view, "账号", "Accounts"),
    live: html`${platforms.map((each) => sectionOf(view, each))}`,
  };
}

/** Shown once: the link is not kept. */
export function invitedPage(view: View, link: string, expiresMs: number): Page {
  return {
    title: t(view, "邀请链接", "Invitation link"),
    top: html`<section><p>${t(view, "把它发给一个人。打开后显示二维码,扫码的人就能提问。只显示这一次,只能用一次,有效至", "Send it to one person: its page draws a code, and whoever scans that may ask. It is shown only now, works once, and ends at")} ${time(expiresMs)}</p>
<p><label for="link">${t(view, "链接", "Link")}</label><input id="link" readonly size="60" value="${link}"></p><p><a href="/admin/accounts">${t(view, "返回", "Back")}</a></p></section>`,
  };
}

/** A form of this site around a login's fields. */
export const ownForm = (view: View, action: string, fields: Markup): Markup =>
  html`<form method="post" action="${action}">${hiddenFields({ form: view.formToken })}${fields}</form>`;

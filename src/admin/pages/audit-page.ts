import { html } from "hono/html";
import type { Bilingual, Json } from "#contract";
import type { AuditLine } from "../../journal/audit-log.ts";
import { type Markup, nothing, type Page, t, table, time, turnPath, type View } from "../html/view.ts";
import { word } from "../html/words.ts";

const plain = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Names and values, without the marks of JSON; what is empty is left out. */
function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object" || Array.isArray(value)) return plain(value);
  return Object.entries(value)
    .filter(([, each]) => each !== null && each !== undefined && each !== "")
    .map(([name, each]) => `${name}: ${plain(each ?? "")}`)
    .join(" · ");
}

/** What was done, in words. */
const actWords: Readonly<Record<string, Bilingual>> = {
  login: { zh: "登录", en: "logged in" },
  "login.refused": { zh: "登录被拒", en: "log-in refused" },
  "login.locked": { zh: "错误太多,已锁", en: "locked out" },
  replay: { zh: "试重放", en: "dry replay" },
  "replay.deliver": { zh: "发送重放", en: "replay sent" },
  retry: { zh: "重试并补发", en: "retried and sent" },
  cancel: { zh: "取消", en: "canceled" },
  promote: { zh: "马上处理", en: "done at once" },
  remove: { zh: "删除记录", en: "record removed" },
  resend: { zh: "重发一段", en: "part sent again" },
  "eval.add": { zh: "加入评测", en: "added to the evaluation" },
  "dead.clear": { zh: "清除未送达", en: "dead letters cleared" },
  "pair.approve": { zh: "批准", en: "approved" },
  "pair.revoke": { zh: "撤销", en: "revoked" },
  "pair.block": { zh: "屏蔽", en: "blocked" },
  "pair.unblock": { zh: "解除屏蔽", en: "unblocked" },
  "account.login": { zh: "开始登录账号", en: "account log-in begun" },
  "account.connected": { zh: "账号已连接", en: "account connected" },
  invite: { zh: "生成邀请", en: "invitation made" },
  forget: { zh: "遗忘一个人", en: "person forgotten" },
  restore: { zh: "恢复备份", en: "backup restored" },
  "bulk.replay": { zh: "批量试重放", en: "bulk dry replay" },
  "bulk.replay.end": { zh: "批量试重放结束", en: "bulk dry replay ended" },
  "bulk.retry": { zh: "批量重试", en: "bulk retry" },
  "bulk.retry.end": { zh: "批量重试结束", en: "bulk retry ended" },
  "bulk.cancel": { zh: "批量取消", en: "bulk cancel" },
  "bulk.cancel.end": { zh: "批量取消结束", en: "bulk cancel ended" },
};

/** The page of what was acted on, where it has one. */
function pathOf(act: string, what: string): string | undefined {
  if (isTurn(what)) return turnPath(what);
  return act.startsWith("bulk.") ? `/admin/bulk/${encodeURIComponent(what)}` : undefined;
}

/** Names of turns, as the platforms make them. */
const isTurn = (what: string): boolean => /^[a-z][a-z0-9]*-[A-Za-z0-9_.@+-]+$/.test(what);

const cell = (head: string, text: string): Markup =>
  text === "" ? html`<td></td>` : html`<td data-head="${head}"><code>${text}</code></td>`;

const linked = (act: string, what: string): Markup => {
  const path = pathOf(act, what);
  return path === undefined ? html`<code>${what}</code>` : html`<a href="${path}"><code>${what}</code></a>`;
};

/** Who did what, when, and what it was before and after; newest first. */
export function auditPage(
  view: View,
  lines: readonly (AuditLine & { readonly id: string })[],
  limit: number,
): Page {
  const rows = lines.map(
    ({
      atMs,
      who,
      act,
      what,
      before,
      after,
    }) => html`<tr><td>${time(atMs)}</td><td><code class="whole">${who}</code></td><td>${Object.hasOwn(actWords, act) ? html`${word(view, actWords, act)} ` : nothing}<code class="soft">${act}</code></td>
<td>${linked(act, what)}</td>${cell(t(view, "之前", "before"), shown(before))}${cell(t(view, "之后", "after"), shown(after))}</tr>`,
  );
  const last = lines.at(-1);
  const heads = [
    t(view, "时间", "time"),
    t(view, "谁", "who"),
    t(view, "做了什么", "act"),
    t(view, "对什么", "what"),
    t(view, "之前", "before"),
    t(view, "之后", "after"),
  ];
  const title = t(view, "操作记录", "Audit");
  return {
    title,
    live: html`<section>${rows.length === 0 ? html`<p class="soft">${t(view, "还没有。", "Nothing yet.")}</p>` : table(heads, rows, title, "cards")}
${last === undefined || lines.length < limit ? nothing : html`<p><a href="/admin/audit?before=${encodeURIComponent(last.id)}">${t(view, "更早的 →", "Earlier →")}</a></p>`}</section>`,
  };
}

import { html } from "hono/html";
import type { Json } from "#contract";
import type { AuditLine } from "../../journal/audit-log.ts";
import { nothing, type Page, t, table, time, turnPath, type View } from "../view.ts";

const shown = (value: Json | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Names of turns, as the platforms make them. */
const isTurn = (what: string): boolean => /^[a-z][a-z0-9]*-[A-Za-z0-9_.@+-]+$/.test(what);

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
    }) => html`<tr><td>${time(atMs)}</td><td>${who}</td><td><code>${act}</code></td>
<td>${isTurn(what) ? html`<a href="${turnPath(what)}"><code>${what}</code></a>` : html`<code>${what}</code>`}</td><td><code>${shown(before)}</code></td><td><code>${shown(after)}</code></td></tr>`,
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
    live: html`<section>${rows.length === 0 ? html`<p class="soft">${t(view, "还没有。", "Nothing yet.")}</p>` : table(heads, rows, title)}
${last === undefined || lines.length < limit ? nothing : html`<p><a href="/admin/audit?before=${encodeURIComponent(last.id)}">${t(view, "更早的 →", "Earlier →")}</a></p>`}</section>`,
  };
}

import { html } from "hono/html";
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
  written,
} from "../html/view.ts";
import type { KnownPerson, WaitingPerson } from "../ports.ts";

const kindOf = (view: View, kind: "direct" | "group"): string =>
  kind === "group" ? t(view, "群", "group") : t(view, "个人", "person");

/** The name, with the turns of a person behind it. */
const turnsOf = (name: string, kind: "direct" | "group"): Markup =>
  kind === "group"
    ? html`<code>${name}</code>`
    : html`<a href="/admin/turns?sender=${encodeURIComponent(name)}"><code>${name}</code></a>`;

/** Who waits at the door, who was let in, who is shut out. */
export function peoplePage(
  view: View,
  people: readonly KnownPerson[],
  requests: readonly WaitingPerson[],
): Page {
  const post = (verb: string, label: string, fields: Record<string, string>, danger = true) =>
    view.mayAct ? button(view, `/admin/people/${verb}`, label, { fields, danger }) : nothing;
  const waiting = requests.map(
    ({
      code,
      name,
      kind,
      displayName = "",
      askedBy = "",
      expiresMs,
    }) => html`<tr><td><code>${view.mayAct ? code : "…"}</code></td><td><code>${name}</code> ${written(view, displayName)}${askedBy === "" ? nothing : t(view, ` 提出:${written(view, askedBy)}`, ` asked for by ${written(view, askedBy)}`)}</td><td>${kindOf(view, kind)}</td><td data-head="${t(view, "有效至", "until")}">${time(expiresMs)}</td>
<td>${post("approve", t(view, "批准", "Approve"), { code }, false)} ${post("block", t(view, "屏蔽", "Block"), { name })}</td></tr>`,
  );
  const known = people.map(
    ({
      name,
      state,
      kind,
      displayName = "",
      atMs,
      by,
    }) => html`<tr><td>${turnsOf(name, kind)} ${written(view, displayName)}</td><td>${kindOf(view, kind)}</td>
<td><span class="tag ${state === "paired" ? "good" : "bad"}">${state === "paired" ? t(view, "已批准", "approved") : t(view, "已屏蔽", "blocked")}</span></td><td>${time(atMs)}</td><td>${by}</td>
<td>${state === "paired" ? html`${post("revoke", t(view, "撤销", "Revoke"), { name })} ${post("block", t(view, "屏蔽", "Block"), { name })}` : post("unblock", t(view, "解除屏蔽", "Unblock"), { name }, false)}</td></tr>`,
  );
  const name = t(view, "谁", "who");
  const kind = t(view, "种类", "kind");
  return {
    title: t(view, "用户", "People"),
    live: html`<section><h2>${t(view, "等待批准", "Waiting")} (${waiting.length})</h2>${
      waiting.length === 0
        ? html`<p class="soft">${t(view, "没有人在等。", "Nobody waits.")}</p>`
        : table(
            [t(view, "配对码", "code"), name, kind, t(view, "有效至", "until"), ""],
            waiting,
            t(view, "等待批准", "Waiting"),
            "cards",
          )
    }</section><section><h2>${t(view, "已决定", "Decided")} (${known.length})</h2>${
      known.length === 0
        ? html`<p class="soft">${t(view, "还没有。", "None yet.")}</p>`
        : table(
            [name, kind, t(view, "状态", "state"), t(view, "时间", "time"), t(view, "由谁", "by"), ""],
            known,
            t(view, "已决定", "Decided"),
            "cards",
          )
    }</section>`,
    ...(view.mayAct
      ? {
          bottom: html`<section><h2>${t(view, "屏蔽", "Block")}</h2><form method="post" action="/admin/people/block" class="acts">${hiddenFields({ form: view.formToken, back: "/admin/people" })}
<div><label for="block-name">${t(view, "平台:编号", "platform:id")}</label><input id="block-name" name="name" placeholder="telegram:12345" required></div><button class="danger">${t(view, "屏蔽", "Block")}</button></form></section>`,
        }
      : {}),
  };
}

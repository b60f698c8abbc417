import { html } from "hono/html";
import type { SearchPage } from "../../journal/search/search.ts";
import type { TurnQuery } from "../../journal/search/turn-query.ts";
import {
  button,
  chatName,
  hiddenFields,
  type Markup,
  milliseconds,
  nothing,
  type Page,
  shortText,
  t,
  time,
  turnPath,
  type View,
  written,
} from "../html/view.ts";
import { deliveryWords, errorSentence, stateWords, word } from "../html/words.ts";
import { reminderTag, stateTag } from "./turn-page.ts";

/** The filters as they stand in the address. */
export type Filters = Readonly<Record<FilterName, string>>;
export const filterNames = [
  "state",
  "platform",
  "chat",
  "sender",
  "skill",
  "code",
  "error",
  "q",
  "from",
  "to",
] as const;
export type FilterName = (typeof filterNames)[number];

/** The address of a list; empty filters are left out. */
export function listPath(
  filters: Filters,
  more: Readonly<Record<string, string>> = {},
  path = "/admin/turns",
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more }))
    if (value !== "") query.set(name, value);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

const states = [...Object.keys(stateWords), ...Object.keys(deliveryWords)];

function filterForm(
  view: View,
  filters: Filters,
  values: { skills: readonly string[]; platforms: readonly string[] },
): Markup {
  const field = (name: FilterName, label: string, type = "text") =>
    html`<div><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" type="${type}" value="${filters[name]}"></div>`;
  const choice = (
    name: FilterName,
    label: string,
    options: readonly string[],
    shown = (option: string) => option,
  ) =>
    html`<div><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}"><option value="">${t(view, "全部", "all")}</option>${options.map(
      (option) =>
        html`<option value="${option}"${option === filters[name] ? html` selected` : nothing}>${shown(option)}</option>`,
    )}</select></div>`;
  const stateWord = (state: string) => word(view, { ...stateWords, ...deliveryWords }, state);
  return html`<section><form class="filters" method="get" action="/admin/turns" role="search">
${choice("state", t(view, "状态", "state"), states, stateWord)}${choice("platform", t(view, "平台", "platform"), values.platforms)}
${choice("skill", t(view, "技能", "skill"), values.skills)}${field("code", t(view, "代码", "code"))}${field("error", t(view, "错误码", "error code"))}
${field("sender", t(view, "谁(平台:编号)", "who (platform:id)"))}${field("chat", t(view, "会话", "chat"))}${view.hidesText ? nothing : field("q", t(view, "文字(近 7 天)", "text (last 7 days)"))}
${field("from", t(view, "从", "from"), "datetime-local")}${field("to", t(view, "到", "to"), "datetime-local")}
<button>${t(view, "筛选", "Filter")}</button></form></section>`;
}

function rowOf(view: View, { turn, plan }: SearchPage["turns"][number]): Markup {
  const { id, message, state, error, accepted_ms, ended_ms, replay_of } = turn;
  const skills = plan?.actions.map(({ skill }) => skill).join(", ") ?? "";
  return html`<tr><td><a href="${turnPath(id)}">${time(accepted_ms)}</a></td><td>${stateTag(view, state)}</td>
<td>${message.platform} · ${written(view, message.senderName ?? message.senderId)}${message.chatKind === "group" ? html`<br><span class="soft">${t(view, "群", "group")} ${chatName(view, message)}</span>` : nothing}</td>
<td class="text">${message.text === "" ? html`<span class="soft">${t(view, "(通知)", "(notice)")}</span>` : shortText(written(view, message.text), 60)}${reminderTag(view, message)}${replay_of === undefined ? nothing : html` <span class="tag soft">${t(view, "补发", "replay")}</span>`}</td>
<td class="whole">${skills}</td><td class="n">${ended_ms === undefined ? "–" : milliseconds(ended_ms - accepted_ms)}</td>
<td>${error === undefined ? nothing : html`<span title="${errorSentence(view, error)}"><code class="whole">${error}</code></span>`}</td></tr>`;
}

function bulkSection(view: View, filters: Filters): Markup {
  if (!view.mayAct) return nothing;
  const clear =
    filters.state === "undelivered"
      ? button(view, "/admin/dead/clear", t(view, "清空未送达列表", "Clear the dead letters"), {
          danger: true,
        })
      : nothing;
  return html`<section><h2>${t(view, "对筛选出的全部", "All that fit the filter")}</h2><div class="acts">
<form method="get" action="/admin/bulk" class="acts">${hiddenFields(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")))}
<div><label for="verb">${t(view, "做什么", "act")}</label><select id="verb" name="verb"><option value="replay">${t(view, "试重放(不发送)", "dry replay")}</option>
<option value="retry">${t(view, "重试失败的并补发", "retry the failed and send")}</option><option value="cancel">${t(view, "取消等待的", "cancel what waits")}</option></select></div>
<button>${t(view, "先数一数…", "Count them…")}</button></form>${clear}</div></section>`;
}

export interface TurnsFacts {
  readonly page: SearchPage;
  readonly filters: Filters;
  readonly query: TurnQuery;
  readonly values: { readonly skills: readonly string[]; readonly platforms: readonly string[] };
}

/** The newest turns, or those that fit the filters. */
export function turnsPage(view: View, { page, filters, values }: TurnsFacts): Page {
  const heads = [
    t(view, "时间", "time"),
    t(view, "状态", "state"),
    t(view, "来自", "from"),
    t(view, "消息", "message"),
    t(view, "技能", "skill"),
    t(view, "用时", "time taken"),
    t(view, "错误", "error"),
  ];
  const title = t(view, "消息", "Turns");
  const rows = page.turns.map((found) => rowOf(view, found));
  const more =
    page.next === undefined
      ? nothing
      : page.reachedMs !== undefined
        ? html`<p class="warn">${t(view, "查到", "Searched back to")} ${time(page.reachedMs)}${t(view, " 为止。", ".")} <a href="${listPath(filters, { after: page.next })}">${t(view, "接着往前查 →", "Search further back →")}</a></p>`
        : html`<p><a href="${listPath(filters, { after: page.next })}">${t(view, "更早的 →", "Earlier →")}</a></p>`;
  const list =
    rows.length === 0
      ? html`<p class="soft">${page.reachedMs === undefined ? t(view, "没有符合的消息。", "Nothing fits.") : t(view, "到现在还没有找到。", "Nothing found so far.")}</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="cards"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return {
    title,
    top: filterForm(view, filters, values),
    live: html`<section>${list}${more}</section>`,
    bottom: bulkSection(view, filters),
  };
}

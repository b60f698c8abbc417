import { html } from "hono/html";
import type { SearchPage } from "../../journal/search/search.ts";
import type { TurnQuery } from "../../journal/search/turn-query.ts";
import { type FilterName, type Filters, filterLabels, listPath, unreadNote } from "../html/filters.ts";
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
import { reminderTag, sentSinceTag, stateTag } from "./turn-page.ts";

const states = [...Object.keys(stateWords), ...Object.keys(deliveryWords)];

function filterForm(
  view: View,
  filters: Filters,
  values: { skills: readonly string[]; platforms: readonly string[] },
): Markup {
  const labelOf = (name: FilterName) => filterLabels[name][view.language];
  const field = (name: FilterName, type = "text") =>
    html`<div><label for="f-${name}">${labelOf(name)}</label><input id="f-${name}" name="${name}" type="${type}" value="${filters[name]}"></div>`;
  const choice = (name: FilterName, options: readonly string[], shown = (option: string) => option) =>
    html`<div><label for="f-${name}">${labelOf(name)}</label><select id="f-${name}" name="${name}"><option value="">${t(view, "全部", "all")}</option>${options.map(
      (option) =>
        html`<option value="${option}"${option === filters[name] ? html` selected` : nothing}>${shown(option)}</option>`,
    )}</select></div>`;
  const stateWord = (state: string) => word(view, { ...stateWords, ...deliveryWords }, state);
  return html`<section><form class="filters" method="get" action="/admin/turns" role="search">
${choice("state", states, stateWord)}${choice("platform", values.platforms)}${choice("skill", values.skills)}${field("code")}${field("error")}
${field("sender")}${field("chat")}${view.hidesText ? nothing : field("q")}${field("from", "datetime-local")}${field("to", "datetime-local")}
<button>${t(view, "筛选", "Filter")}</button></form></section>`;
}

function rowOf(view: View, { turn, plan }: SearchPage["turns"][number], isSent: boolean): Markup {
  const { id, message, state, error, accepted_ms, ended_ms, replay_of } = turn;
  const skills = plan?.actions.map(({ skill }) => skill).join(", ") ?? "";
  return html`<tr><td><a href="${turnPath(id)}">${time(accepted_ms)}</a></td><td>${stateTag(view, state)}${sentSinceTag(view, turn, isSent)}</td>
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

/** A name that stands for no company, or for several, finds nothing. */
const nothingFits = (view: View, { code }: Filters): string =>
  code === "" || /\d{6}/.test(code)
    ? t(view, "没有符合的消息。", "Nothing fits.")
    : t(
        view,
        `没有符合的消息:「${code}」不是一家公司的名称。代码写成 600519。`,
        `Nothing fits: “${code}” is the name of no single company. A code is written 600519.`,
      );

export interface TurnsFacts {
  readonly page: SearchPage;
  /** Those of the page for which a replay has been sent. */
  readonly sentSince?: ReadonlySet<string>;
  readonly filters: Filters;
  /** Those of them that cannot be read: then nothing was looked for. */
  readonly unread?: readonly FilterName[];
  readonly query: TurnQuery;
  readonly values: { readonly skills: readonly string[]; readonly platforms: readonly string[] };
}

/** The newest turns, or those that fit the filters. */
export function turnsPage(view: View, { page, filters, values, sentSince, unread = [] }: TurnsFacts): Page {
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
  const rows = page.turns.map((found) => rowOf(view, found, sentSince?.has(found.turn.id) === true));
  const more =
    page.next === undefined
      ? nothing
      : page.reachedMs !== undefined
        ? html`<p class="warn">${t(view, "查到", "Searched back to")} ${time(page.reachedMs)}${t(view, " 为止。", ".")} <a href="${listPath(filters, { after: page.next })}">${t(view, "接着往前查 →", "Search further back →")}</a></p>`
        : html`<p><a href="${listPath(filters, { after: page.next })}">${t(view, "更早的 →", "Earlier →")}</a></p>`;
  const list =
    unread.length > 0
      ? unreadNote(view, filters, unread)
      : rows.length === 0
        ? html`<p class="soft">${page.reachedMs === undefined ? nothingFits(view, filters) : t(view, "到现在还没有找到。", "Nothing found so far.")}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="cards"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return {
    title,
    top: filterForm(view, filters, values),
    live: html`<section>${list}${more}</section>`,
    bottom: unread.length > 0 ? nothing : bulkSection(view, filters),
  };
}

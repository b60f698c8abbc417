import { html } from "hono/html";
import type { Bilingual } from "#contract";
import { type Markup, t, type View } from "./view.ts";
import { deliveryWords, stateWords, word } from "./words.ts";

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

/** What each filter is called. */
export const filterLabels: Readonly<Record<FilterName, Bilingual>> = {
  state: { zh: "状态", en: "state" },
  platform: { zh: "平台", en: "platform" },
  chat: { zh: "会话", en: "chat" },
  sender: { zh: "谁(平台:编号)", en: "who (platform:id)" },
  skill: { zh: "技能", en: "skill" },
  code: { zh: "代码或名称", en: "code or name" },
  error: { zh: "错误码", en: "error code" },
  q: { zh: "文字(近 7 天)", en: "text (last 7 days)" },
  from: { zh: "从", en: "from" },
  to: { zh: "到", en: "to" },
};

const valueWord = (view: View, name: FilterName, value: string): string => {
  if (name === "state") return word(view, { ...stateWords, ...deliveryWords }, value);
  return name === "from" || name === "to" ? value.replace("T", " ") : value;
};

/** What is wrong with filters that cannot be read, and how they are written. */
export const unreadNote = (view: View, filters: Filters, unread: readonly FilterName[]): Markup =>
  html`${unread.map((name) => {
    const value = filters[name];
    const said =
      name === "state"
        ? t(view, `「${value}」不是一种状态`, `“${value}” is no state`)
        : t(
            view,
            `「${value}」不是一个时间,写成 2026-05-07T10:30`,
            `“${value}” is no time; one is written 2026-05-07T10:30`,
          );
    return html`<p class="warn">${said}${t(view, ":没有按它查,什么也没有选中。", ": nothing was looked for, and nothing is chosen.")}</p>`;
  })}`;

/** The filters that are set, in words; where none is, that all turns are meant. */
export function filterList(view: View, filters: Filters): Markup {
  const set = filterNames.filter((name) => filters[name] !== "" && !(name === "q" && view.hidesText));
  if (set.length === 0)
    return html`<p id="filter"><strong>${t(view, "没有筛选:全部消息。", "No filter: all turns.")}</strong></p>`;
  return html`<ul id="filter">${set.map(
    (name) =>
      html`<li>${filterLabels[name][view.language]}: <strong>${valueWord(view, name, filters[name])}</strong></li>`,
  )}</ul>`;
}

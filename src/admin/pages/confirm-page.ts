import { html } from "hono/html";
import type { SentReplay } from "../acts/sent-replays.ts";
import {
  hiddenFields,
  type Markup,
  nothing,
  type Page,
  shanghai,
  t,
  turnPath,
  type View,
} from "../html/view.ts";

/** What is asked before something that cannot be taken back. */
export interface Question {
  readonly zh: string;
  readonly en: string;
}

export interface Asked {
  readonly question: Question;
  /** The turn, person or replay that it is about; empty where it is about all. */
  readonly subject: string;
  readonly action: string;
  /** What else whoever is asked should know. */
  readonly known?: Markup;
}

/** Asks once more, with the same fields. */
export function confirmPage(
  view: View,
  { question, subject, action, known = nothing }: Asked,
  fields: Readonly<Record<string, string>>,
): Page {
  const back = fields.back ?? "/admin";
  return {
    title: t(view, "请确认", "Please confirm"),
    top: html`<section><p>${question[view.language]}</p>${subject === "" ? nothing : html`<p><code>${subject}</code></p>`}${known}<div class="acts">
<form method="post" action="${action}">${hiddenFields({ ...fields, sure: "1" })}<button class="danger" id="sure">${t(view, "确定", "Yes, do it")}</button></form>
<a href="${back}">${t(view, "不,返回", "No, go back")}</a></div></section>`,
  };
}

/** That the person has been sent answers to this turn since; nothing where none was. */
export const sentBeforeNote = (view: View, sent: readonly SentReplay[]): Markup =>
  html`${sent.map(
    ({ id, atMs }) =>
      html`<p class="warn">${t(view, `${shanghai(atMs)} 已经发送过一次更正或补发:`, `A correction or late answer was sent at ${shanghai(atMs)}:`)} <a href="${turnPath(id)}"><code>${id}</code></a></p>`,
  )}`;

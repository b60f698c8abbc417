import { html } from "hono/html";
import { hiddenFields, nothing, type Page, t, type View } from "../html/view.ts";

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
}

/** Asks once more, with the same fields. */
export function confirmPage(
  view: View,
  { question, subject, action }: Asked,
  fields: Readonly<Record<string, string>>,
): Page {
  const back = fields.back ?? "/admin";
  return {
    title: t(view, "请确认", "Please confirm"),
    top: html`<section><p>${question[view.language]}</p>${subject === "" ? nothing : html`<p><code>${subject}</code></p>`}<div class="acts">
<form method="post" action="${action}">${hiddenFields({ ...fields, sure: "1" })}<button class="danger" id="sure">${t(view, "确定", "Yes, do it")}</button></form>
<a href="${back}">${t(view, "不,返回", "No, go back")}</a></div></section>`,
  };
}

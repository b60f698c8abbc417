import { html } from "hono/html";
import { hiddenFields, type Page, t, type View } from "../view.ts";

/** What is asked before something that cannot be taken back. */
export interface Question {
  readonly zh: string;
  readonly en: string;
}

/** Asks once more, with the same fields. */
export function confirmPage(
  view: View,
  question: Question,
  action: string,
  fields: Readonly<Record<string, string>>,
): Page {
  const back = fields.back ?? "/admin";
  return {
    title: t(view, "请确认", "Please confirm"),
    top: html`<section><p>${question[view.language]}</p><div class="acts">
<form method="post" action="${action}">${hiddenFields({ ...fields, sure: "1" })}<button class="danger" id="sure">${t(view, "确定", "Yes, do it")}</button></form>
<a href="${back}">${t(view, "不,返回", "No, go back")}</a></div></section>`,
  };
}

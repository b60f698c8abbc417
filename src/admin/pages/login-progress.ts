import { html } from "hono/html";
import type { LoginProgress } from "../connections/login-flows.ts";
import { type Markup, nothing, t, type View } from "../html/view.ts";

/** What is drawn of a login: its state, its code, its question. */
export interface LoginFacts {
  readonly view: Pick<View, "language">;
  readonly progress: LoginProgress | undefined;
  /** The code as a picture, see `ConnectPorts.qrPicture`. */
  readonly picture: string | undefined;
  /** A form of one button that begins, under these words. */
  readonly start: (label: string) => Markup;
  /** A form around the fields. */
  readonly form: (fields: Markup) => Markup;
}

/** Only what a browser opens without harm may be clicked. */
const clickable = (link: string): string | undefined =>
  URL.parse(link)?.protocol === "https:" ? link : undefined;

function codeOf({ view, progress, picture }: LoginFacts): Markup {
  const { link } = progress ?? {};
  if (link === undefined) return nothing;
  const href = clickable(link);
  const shown =
    picture === undefined
      ? html`<p><code>${link}</code></p>`
      : html`<p><img class="code" width="264" height="264" src="${picture}" alt="${t(view, "要扫的二维码", "The code to scan")}"></p>`;
  const opener =
    href === undefined
      ? nothing
      : html`<p class="soft">${t(view, "就在这台手机上?长按二维码识别,或", "On this very phone? Press the code long, or")} <a href="${href}" rel="noreferrer">${t(view, "打开链接", "open the link")}</a></p>`;
  return html`${shown}${opener}`;
}

function questionOf({ view, progress, form }: LoginFacts): Markup {
  const asks = progress?.asks;
  if (asks === undefined) return nothing;
  const label = t(view, "手机上显示的数字", "The digits that the phone shows");
  return form(html`${asks === "again" ? html`<p class="said bad" role="alert">${t(view, "数字不对,请再看一眼手机。", "Those digits were not right.")}</p>` : nothing}
<p><label for="digits">${label}</label><input id="digits" name="digits" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{1,12}" maxlength="12" required></p>
<button>${t(view, "提交", "Send")}</button>`);
}

/** One login, in whatever state it is. */
export function loginProgress(facts: LoginFacts): Markup {
  const { view, progress, start } = facts;
  const outcome = progress?.outcome;
  if (progress === undefined) return start(t(view, "显示二维码", "Show the code"));
  if (outcome === undefined) {
    const said = progress.said?.[view.language];
    const question = questionOf(facts);
    return html`<p role="status">${said ?? ""}</p>${progress.asks === undefined ? codeOf(facts) : question}`;
  }
  if (!outcome.ok)
    return html`<p class="said bad" role="alert">${outcome.reason[view.language]}</p>${start(t(view, "再来一次", "Try again"))}`;
  return html`<p class="said" role="status">${
    outcome.already
      ? t(view, "此前已经连接过,无需更改。", "Connected before; nothing has changed.")
      : t(view, "已连接。现在可以回到聊天里提问了。", "Connected. You can go back to the chat and ask.")
  }</p>`;
}

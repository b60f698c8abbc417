import { html, raw } from "hono/html";
import { chatKey, type IncomingMessage, type Language } from "#contract";
import { cleanTitle } from "#language";
import type { AdminSession } from "../doors/session.ts";

/** Escaped markup. */
export type Markup = ReturnType<typeof html>;

/** For whom a page is drawn. */
export interface View {
  readonly language: Language;
  readonly session: AdminSession;
  /** Goes into every form. */
  readonly formToken: string;
  /** Viewers only look. */
  readonly mayAct: boolean;
  /** What people wrote is withheld. */
  readonly hidesText: boolean;
  /** The page's own path with its query. */
  readonly path: string;
  /** What became of the last act, once. */
  readonly said?: string;
  readonly nowMs: number;
}

/** A page: what stands still, and beneath it what is drawn anew while it is looked at. */
export interface Page {
  readonly title: string;
  readonly top?: Markup;
  readonly live?: Markup;
  readonly bottom?: Markup;
}

export const nothing: Markup = raw("");

/** The text of the view's language. */
export const t = ({ language }: Pick<View, "language">, zh: string, en: string): string =>
  language === "zh" ? zh : en;

/** What a person wrote, unless it is to be withheld. */
export const written = (view: View, text: string): string =>
  view.hidesText && text !== "" ? t(view, "(不显示)", "(hidden)") : text;

/** Shanghai time, to the second. */
export const shanghai = (epochMs: number): string =>
  new Date(epochMs + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** An instant as the site shows it; pointed at it says the whole of it, with the offset. */
export const time = (epochMs: number): Markup => {
  const shown = shanghai(epochMs);
  const whole = `${shown.replace(" ", "T")}+08:00`;
  return html`<time datetime="${whole}" title="${whole}">${shown}</time>`;
};

/** An instant of a record (ISO 8601) in Shanghai time; a date, and what is none, as it stands. */
export const moment = (text: string): string => {
  const ms = /T\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? text : shanghai(ms);
};

/** A count with its thousands set apart. */
export const count = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 0 });

export const shortText = (text: string, most: number): string => {
  const plain = text.replace(/\s+/g, " ").trim();
  const characters = [...plain];
  return characters.length <= most ? plain : `${characters.slice(0, most).join("")}…`;
};

export const milliseconds = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
};

/** The address of a turn's page. */
export const turnPath = (turnId: string): string => `/admin/turns/${encodeURIComponent(turnId)}`;

const mostTitleCharacters = 40;

/** A group's title, and its id with all that was asked there behind it; of a direct chat the id alone. */
export const chatName = (view: View, message: IncomingMessage): Markup => {
  const title = written(view, cleanTitle(message.chatTitle ?? "", mostTitleCharacters));
  const turns = `/admin/turns?chat=${encodeURIComponent(chatKey(message))}`;
  return html`${title === "" ? nothing : html`${title} `}<a href="${turns}">${message.chatId}</a>`;
};

/** A form of one button. `danger`: it is asked once more. */
export const button = (
  view: View,
  action: string,
  label: string,
  { fields = {}, danger = false }: { fields?: Readonly<Record<string, string>>; danger?: boolean } = {},
): Markup => html`<form method="post" action="${action}" class="inline">
${hiddenFields({ ...fields, form: view.formToken, back: view.path })}
<button class="${danger ? "danger" : ""}">${label}</button></form>`;

export const hiddenFields = (fields: Readonly<Record<string, string>>): Markup =>
  html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/**
 * A table that scrolls by itself on a narrow screen. `slim`: its cells are so short that all of them stand on a phone; `cards`: there each
 * row is a card, so its cells must speak for themselves.
 */
export const table = (
  heads: readonly string[],
  rows: readonly Markup[],
  label: string,
  kind: "slim" | "cards" | "wide" | "" = heads.length > 3 ? "wide" : "",
): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="${kind}">
<thead><tr>${heads.map((head) => (head === "" ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>${rows}</tbody></table></div>`;

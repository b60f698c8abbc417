import { html } from "hono/html";
import type { Bilingual } from "#contract";
import { type Markup, nothing, type Page, t, table, type View } from "../html/view.ts";
import { word } from "../html/words.ts";
import type { SettingLine } from "../ports.ts";

const originWords: Readonly<Record<SettingLine["origin"], Bilingual>> = {
  environment: { zh: "环境变量", en: "environment" },
  ".env": { zh: ".env", en: ".env" },
  "qianmen.yaml": { zh: "qianmen.yaml", en: "qianmen.yaml" },
  default: { zh: "默认值", en: "default" },
  none: { zh: "没有设", en: "not set" },
};

function shownIn(view: View, { value, origin }: SettingLine): Markup {
  if (origin === "none") return html`–`;
  if (value !== undefined) return html`<code class="whole">${value}</code>`;
  return html`<span class="soft">•••••• ${t(view, "(已设,不显示)", "(set, not shown)")}</span>`;
}

function section(view: View, title: string, lines: readonly SettingLine[]): Markup {
  if (lines.length === 0) return nothing;
  const rows = lines.map((line) => {
    const waits = line.isWaiting
      ? html` <span class="tag warn">${t(view, "改动要重启后生效", "its change waits for a restart")}</span>`
      : nothing;
    return html`<tr><td><code class="whole">${line.name}</code></td><td>${shownIn(view, line)}${waits}</td><td>${word(view, originWords, line.origin)}</td></tr>`;
  });
  const heads = [t(view, "设置", "setting"), t(view, "值", "value"), t(view, "来自", "from")];
  return html`<section><h2>${title} (${lines.length})</h2>${table(heads, rows, title, "cards")}</section>`;
}

/** What holds now and who says so: the environment wins over .env, that over qianmen.yaml, and that over the default. Nothing is changed here. */
export function settingsPage(view: View, lines: readonly SettingLine[]): Page {
  const unset = lines.filter(({ origin, isWaiting }) => origin === "none" && !isWaiting);
  const byDefault = lines.filter(({ origin, isWaiting }) => origin === "default" && !isWaiting);
  const set = lines.filter((line) => !unset.includes(line) && !byDefault.includes(line));
  return {
    title: t(view, "设置", "Settings"),
    top: html`<p>${t(view, "只能看,不能在这里改。环境变量优先于 .env,其次是 qianmen.yaml,最后是默认值;密钥和令牌不显示。", "To look at only. The environment wins over .env, that over qianmen.yaml, and that over the default. Keys and tokens are not shown.")}</p>`,
    bottom: html`${section(view, t(view, "设过的", "Set"), set)}${section(view, t(view, "默认值", "Defaults"), byDefault)}
<section><details id="unset"><summary>${t(view, "没有设的", "Not set")} (${unset.length})</summary><p class="soft">${t(view, "各自没有设时怎么办,写在 .env.example 里。", "What holds without each of them is said in .env.example.")}</p>
<ul>${unset.map(({ name }) => html`<li><code>${name}</code></li>`)}</ul></details></section>`,
  };
}

import type { CaseResult, TurnResult } from "../run-cases.ts";
import { html, type Markup, nothing } from "./markup.ts";

function turnMarkup({ question, expect, prose, faults, finish, ms }: TurnResult): Markup {
  const wanted = Object.entries(expect).filter(([, value]) => value !== undefined);
  const mark = faults.length === 0 ? html`<span class="good">✓</span>` : html`<span class="bad">✗</span>`;
  return html`<dl><dt>${mark} 问题 question</dt><dd>${question}</dd>
<dt>期望 expected</dt><dd>${wanted.map(([name, value]) => html`<code>${name}: ${JSON.stringify(value)}</code>\n`)}</dd>
<dt>回答 answer</dt><dd>${prose === "" ? "–" : prose}</dd>
${faults.length === 0 ? nothing : html`<dt>问题所在 faults</dt><dd><ul>${faults.map((fault) => html`<li class="bad">${fault}</li>`)}</ul></dd>`}
<dt>结束 finish</dt><dd class="soft">${finish ?? "not taken"}${ms === undefined ? "" : ` · ${ms} ms`}</dd></dl>`;
}

/** Every failed case with what was asked, wanted and said. */
export function failedCases(results: readonly CaseResult[]): Markup {
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) return html`<p class="good">✓ 全部通过 All cases passed.</p>`;
  return html`${failed.map(
    ({ id, tags, turns }) =>
      html`<article id="${id}"><h3>${id} <span class="soft">${tags.join(" · ")}</span></h3>${turns.map(turnMarkup)}</article>`,
  )}`;
}

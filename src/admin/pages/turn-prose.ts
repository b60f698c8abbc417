import { html } from "hono/html";
import {
  askedModel,
  type MetricRegistry,
  type ModelCallRecord,
  type RouteRecord,
  recordedAt,
  type SlottedClaim,
  type SynthesisRecord,
  type Turn,
} from "#contract";
import { costOf, shownCost } from "../cost.ts";
import { linkedProse } from "../html/linked-prose.ts";
import { count, type Markup, milliseconds, nothing, t, table, type View, written } from "../html/view.ts";
import { errorSentence } from "../html/words.ts";
import type { ModelPrice } from "../ports.ts";

/** What the person was told, every number linked to its claim. */
export function proseSection(
  view: View,
  turn: Turn,
  slots: readonly SlottedClaim[],
  metrics: MetricRegistry,
): Markup {
  const text = turn.reply?.text;
  const synthesis = recordedAt(turn, "synthesize");
  if (text === undefined && synthesis === undefined) return nothing;
  const language = /\p{Script=Han}/u.test(turn.message.text) ? "zh" : "en";
  const shown = view.hidesText
    ? written(view, "…")
    : linkedProse(text ?? synthesis?.text ?? "", slots, { language, metrics });
  const refusals = synthesis?.refusals ?? [];
  return html`<section><h2>${t(view, "回答", "Prose")}</h2><p class="prose">${shown}</p>
${synthesis === undefined ? nothing : html`<p class="soft">${t(view, "由", "by")} ${synthesis.by}${synthesis.degraded ? t(view, " · 降级", " · degraded") : ""}</p>`}
${refusals.length === 0 || view.hidesText ? nothing : html`<p class="warn">${t(view, "草稿里被拒的:", "Refused in drafts:")}</p><ul>${refusals.map((refusal) => html`<li>${refusal}</li>`)}</ul>`}
${synthesis === undefined || synthesis.draft === "" || view.hidesText ? nothing : html`<details id="draft"><summary>${t(view, "草稿(带槽位)", "Draft with its slots")}</summary><pre>${synthesis.draft}</pre></details>`}</section>`;
}

export function guardSection(view: View, turn: Turn): Markup {
  const guard = recordedAt(turn, "guard");
  if (guard === undefined) return nothing;
  const title = t(view, "守卫", "Guard");
  if (guard.ok && (recordedAt(turn, "execute")?.claims ?? []).length === 0)
    return html`<section><h2>${title}</h2><p class="soft">${t(view, "没有数值,不用检查。", "There was no value, so nothing to check.")}</p></section>`;
  if (guard.ok)
    return html`<section><h2>${title}</h2><p class="good">${t(view, "文中每个数字都有依据。", "Every number of the text is accounted for.")}</p></section>`;
  return html`<section><h2>${title}</h2><ul>${guard.problems.map(
    ({ reason, span, message }) =>
      html`<li class="bad"><code>${reason}</code> 「${written(view, span)}」 ${message}</li>`,
  )}</ul></section>`;
}

/** The calls of an ended turn, else those of the stages so far. */
function callsOf(turn: Turn): readonly ModelCallRecord[] {
  if (turn.models.length > 0) return turn.models;
  return turn.stages.flatMap(({ stage, value }) =>
    // Recorded by the pipeline under the turn's version.
    stage === "route" || stage === "synthesize"
      ? ((value as Partial<RouteRecord & SynthesisRecord> | null)?.models ?? [])
      : [],
  );
}

/** Why models failed in this turn, each once: `openai:m: HTTP 401 (the API key is refused)`. */
export const modelReasons = (turn: Turn): readonly string[] => [
  ...new Set(
    callsOf(turn).flatMap((call) => (call.reason === undefined ? [] : `${askedModel(call)}: ${call.reason}`)),
  ),
];

/** What failed stands first; the built-in provider only stood in for it. */
const modelOf = (view: View, { provider, model, instead_of }: ModelCallRecord): string =>
  instead_of === undefined
    ? `${provider}:${model}`
    : t(view, `${instead_of}(由 ${provider}:${model} 代替)`, `${instead_of} (${provider}:${model} stood in)`);

export function modelsSection(view: View, turn: Turn, prices: ReadonlyMap<string, ModelPrice>): Markup {
  const calls = callsOf(turn);
  if (calls.length === 0) return nothing;
  const rows = calls.map(
    (
      call,
    ) => html`<tr><td>${call.task}</td><td>${modelOf(view, call)}</td><td class="n" data-head="${t(view, "输入词元", "tokens in")}">${count(call.usage.prompt_tokens)}</td><td class="n" data-head="${t(view, "输出词元", "tokens out")}">${count(call.usage.completion_tokens)}</td>
<td class="n" data-head="${t(view, "费用", "cost")}">${shownCost(costOf([call], prices))}</td><td class="n">${milliseconds(call.ms)}</td><td>${call.error === undefined ? nothing : html`<span class="bad"><code>${call.error}</code> ${call.reason ?? errorSentence(view, call.error)}</span>`}</td></tr>`,
  );
  const heads = [
    t(view, "任务", "task"),
    t(view, "模型", "model"),
    t(view, "输入词元", "tokens in"),
    t(view, "输出词元", "tokens out"),
    t(view, "费用", "cost"),
    t(view, "用时", "time"),
    t(view, "错误", "error"),
  ];
  const title = t(view, "模型调用", "Model calls");
  return html`<section><h2>${title} (${calls.length})</h2>${table(heads, rows, title, "cards")}
<p class="soft">${t(view, "合计费用", "Cost in all")} ${shownCost(costOf(calls, prices))}</p></section>`;
}

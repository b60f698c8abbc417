import { html } from "hono/html";
import { type Claim, type MetricRegistry, recordedAt, type ToolCall, type Turn } from "#contract";
import { factsOf } from "../../pipeline/execute/select.ts";
import { redactedArgs, redactedValue } from "../../pipeline/step-log/redact.ts";
import { type Markup, moment, nothing, shortText, t, table, type View } from "../html/view.ts";
import { errorSentence, reasonWords, unitWords, word } from "../html/words.ts";

/** The journal keeps whole tables; a page shows their beginning. */
const mostCharacters = 4000;

const shownJson = (value: unknown): string => {
  const text = JSON.stringify(value, null, 1) ?? "";
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
};

/** A call as somebody may see it who may not read what people wrote: their words and numbers are among its arguments, their lists among its values. */
const withoutWords = ({ args, value, error, ...call }: ToolCall): ToolCall => ({
  ...call,
  args: redactedArgs(args),
  value: call.served_by === "memory" ? "[text]" : redactedValue(value),
  ...(error === undefined ? {} : { error: { ...error, message: "" } }),
});

function callRow(view: View, whole: ToolCall): Markup {
  const call = view.hidesText ? withoutWords(whole) : whole;
  const { tool_call_id: id, tool, args, source, table: from, served_by, as_of, fetched_at, error } = call;
  const asked = call.fallback_from ?? [];
  const value =
    error === undefined
      ? html`<details id="value-${id}"><summary>${shortText(JSON.stringify(call.value) ?? "", 60)}</summary><pre>${shownJson(call.value)}</pre></details>`
      : html`<span class="bad"><code>${error.code}</code> ${errorSentence(view, error.code)}</span>${error.message === "" ? nothing : html`<br><span class="soft">${error.message}</span>`}`;
  return html`<tr id="${id}"><td><code class="whole">${tool}</code><br><code class="soft whole">${id}</code></td><td><code>${JSON.stringify(args)}</code></td><td>${value}</td>
<td>${source}${from === undefined ? "" : ` / ${from}`}${served_by === source ? "" : html`<br><span class="soft">${t(view, "实际由", "served by")} ${served_by}</span>`}
${asked.length === 0 ? nothing : html`<br><span class="warn">${t(view, "先问过", "asked first")} ${asked.join(", ")}</span>`}</td>
<td class="n" data-head="${t(view, "数据时间", "as of")}">${as_of === undefined ? "–" : moment(as_of)}</td><td class="n" data-head="${t(view, "查询时间", "fetched")}">${moment(fetched_at)}</td></tr>`;
}

/** Every tool call with what was asked, what came back, from whom and as of when. */
export function traceSection(view: View, turn: Turn): Markup {
  const trace = recordedAt(turn, "execute")?.trace;
  if (trace === undefined) return nothing;
  const heads = [
    t(view, "工具", "tool"),
    t(view, "参数", "args"),
    t(view, "返回值", "value"),
    t(view, "来源", "source"),
    t(view, "数据时间", "as of"),
    t(view, "查询时间", "fetched"),
  ];
  const title = t(view, "工具调用", "Tool calls");
  return html`<section><h2>${title} (${trace.length})</h2>${table(
    heads,
    trace.map((call) => callRow(view, call)),
    title,
    "cards",
  )}</section>`;
}

/** What the trace says at the place that a cite names. */
function tracedText(
  claim: Claim,
  trace: readonly ToolCall[],
): { readonly text: string; readonly same: boolean } {
  if (claim.cite.kind === "competence") return { text: claim.cite.competence_id, same: true };
  const { tool_call_id, path } = claim.cite;
  const call = trace.find((each) => each.tool_call_id === tool_call_id);
  if (call === undefined) return { text: "–", same: false };
  const value = path === undefined ? call.value : factsOf(call, path)?.value;
  const said = claim.kind === "knowledge" ? claim.claim : claim.value;
  return { text: JSON.stringify(value) ?? "–", same: value === said };
}

function claimRow(view: View, claim: Claim, index: number, turn: Turn, metrics: MetricRegistry): Markup {
  const trace = recordedAt(turn, "execute")?.trace ?? [];
  const failures =
    recordedAt(turn, "verify")?.failures.filter(({ claim_index }) => claim_index === index) ?? [];
  const judged = recordedAt(turn, "verify") !== undefined;
  const traced = tracedText(claim, trace);
  const isNumeric = claim.kind === "numeric";
  const metric = claim.kind === "knowledge" ? "" : claim.metric;
  const shownMetric = Object.hasOwn(metrics, metric)
    ? (metrics[metric]?.[view.language][0] ?? metric)
    : metric;
  const said = claim.kind === "knowledge" ? claim.claim : String(claim.value);
  const verdict =
    failures.length > 0
      ? failures.map(
          ({ reason, message }) =>
            html`<span class="bad">✗ ${word(view, reasonWords, reason)}</span> <span class="soft">${message}</span> `,
        )
      : judged
        ? html`<span class="good">✓ ${t(view, "通过", "passed")}</span>`
        : nothing;
  return html`<tr id="c${index + 1}"><td>c${index + 1}</td><td>${"name" in claim ? String(claim.name ?? "") : ""} ${claim.kind === "knowledge" ? "" : (claim.code ?? "")}</td>
<td>${shownMetric}<br><code class="soft">${metric}</code></td><td class="n" data-head="${t(view, "说的", "claimed")}">${said} ${isNumeric ? word(view, unitWords, claim.unit ?? "") : ""}</td>
<td class="n ${traced.same ? "" : "bad"}" data-head="${t(view, "查到的", "traced")}">${traced.text}</td><td class="n" data-head="${t(view, "数据时间", "as of")}">${claim.kind === "knowledge" ? "" : moment(claim.as_of)}</td>
<td>${claim.cite.kind === "tool" ? html`<a href="#${claim.cite.tool_call_id}">${claim.cite.source}</a> <code class="soft">${claim.cite.path ?? ""}</code>` : html`<code>${claim.cite.competence_id}</code>`}</td>
<td>${verdict}</td></tr>`;
}

/** Every claim beside the value that its cite leads to, with the Verifier's word on it. */
export function claimsSection(view: View, turn: Turn, metrics: MetricRegistry): Markup {
  const claims = recordedAt(turn, "execute")?.claims ?? [];
  const verdict = recordedAt(turn, "verify");
  if (claims.length === 0 && verdict === undefined) return nothing;
  const heads = [
    t(view, "号", "slot"),
    t(view, "公司", "company"),
    t(view, "指标", "metric"),
    t(view, "说的", "claimed"),
    t(view, "查到的", "traced"),
    t(view, "数据时间", "as of"),
    t(view, "出处", "cite"),
    t(view, "核验", "verdict"),
  ];
  const title = t(view, "数值与核验", "Claims and verdict");
  const summary =
    verdict === undefined
      ? nothing
      : verdict.ok && claims.length === 0
        ? html`<p class="soft">${t(view, "没有数值要核验。", "There was no value to verify.")}</p>`
        : verdict.ok
          ? html`<p class="good">${t(view, "全部通过核验。", "All passed the Verifier.")}</p>`
          : html`<p class="bad">${t(view, `${verdict.failures.length} 处没有通过。`, `${verdict.failures.length} did not pass.`)}</p>`;
  return html`<section><h2>${title} (${claims.length})</h2>${summary}${
    claims.length === 0
      ? nothing
      : table(
          heads,
          claims.map((claim, index) => claimRow(view, claim, index, turn, metrics)),
          title,
          "cards",
        )
  }</section>`;
}

import type { EvalMetrics, GateResult } from "./eval-metrics.ts";
import { bars } from "./html/bars.ts";
import { failedCases } from "./html/failed-cases.ts";
import { histogram } from "./html/histogram.ts";
import { html, type Markup, nothing } from "./html/markup.ts";
import { style } from "./html/style.ts";
import type { CaseResult } from "./run-cases.ts";

/** A finished run, and how it was made. */
export interface EvalRun {
  readonly results: readonly CaseResult[];
  readonly metrics: EvalMetrics;
  /** Empty where none were asked for. */
  readonly gates: readonly GateResult[];
  readonly seed: number;
  /** Wall time of its end, epoch milliseconds. */
  readonly endedMs: number;
  /** Which model does what, as the start says it. */
  readonly models: Readonly<Record<string, string>>;
}

const share = (rate: number | null): string => (rate === null ? "–" : `${Math.round(rate * 1000) / 10} %`);
const count = (value: number | null): string =>
  value === null ? "–" : String(Math.round(value * 100) / 100);
const shownGate = (metric: string, value: number | null): string =>
  metric.endsWith("_rate") ? share(value) : count(value);

const tile = (said: string, value: string): Markup =>
  html`<div class="tile"><b>${value}</b><span class="soft">${said}</span></div>`;

function tiles({ metrics }: EvalRun): Markup {
  const { token_usage, counters } = metrics;
  return html`<div class="tiles">
${tile("通过 passed", `${metrics.passed}/${metrics.cases}`)}${tile("成功率 success", share(metrics.success_rate))}
${tile("首次核验通过 verified at first pass", share(metrics.first_pass_rate))}${tile("引用有效 valid cites", share(metrics.valid_cite_rate))}
${tile("升级率 escalated", share(metrics.escalation_rate))}${tile("延迟 p95 latency", metrics.latency_ms_p95 === null ? "–" : `${metrics.latency_ms_p95} ms`)}
${tile("工具调用 tool calls", count(counters.tool_calls))}${tile("词元 tokens", count(token_usage.total_tokens))}</div>`;
}

function gateTable({ gates }: EvalRun): Markup {
  if (gates.length === 0) return nothing;
  const rows = gates.map(
    ({ metric, limit, value, ok }) =>
      html`<tr><td><code>${metric}</code></td><td class="n">${limit}</td><td class="n">${shownGate(metric, value)}</td><td class="${ok ? "good" : "bad"}">${ok ? "✓ 达标 kept" : "✗ 未达标 broken"}</td></tr>`,
  );
  return html`<h2>门槛 Gates</h2><div class="scroll"><table><thead><tr><th>指标 metric</th><th class="n">门槛 limit</th><th class="n">实测 found</th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function charts({ results, metrics }: EvalRun): Markup {
  const byTag = Object.entries(metrics.by_tag).map(([label, { cases, passed }]) => ({
    ...{ label, part: passed, whole: cases, said: `${passed}/${cases}` },
  }));
  const simple = (rows: Readonly<Record<string, number>>) =>
    Object.entries(rows).map(([label, value]) => ({ label, part: value, whole: value, said: String(value) }));
  const latencies = results.flatMap(({ turns }) => turns.flatMap(({ ms }) => ms ?? []));
  return html`<h2>按标签 Passed by tag</h2><div class="pass">${bars("Passed by tag", byTag)}</div>
<h2>延迟分布 Latency of turns</h2>${histogram("Latency of turns in milliseconds", latencies)}
<p class="soft">p50 ${count(metrics.latency_ms_p50)} ms · p95 ${count(metrics.latency_ms_p95)} ms</p>
<h2>调用 Calls by tier</h2>${bars("Calls by tier", simple({ ...metrics.counters }))}
<h2>结束方式 Finish reasons</h2>${bars("Finish reasons", simple(metrics.finish_reasons))}`;
}

function allCases({ results }: EvalRun): Markup {
  const rows = results.map(({ id, tags, passed, turns }) => {
    const ms = turns.reduce((sum, turn) => sum + (turn.ms ?? 0), 0);
    return html`<tr><td class="${passed ? "good" : "bad"}">${passed ? "✓" : "✗"}</td><td><code>${id}</code></td><td>${tags.join(", ")}</td><td>${turns.map(({ question }) => html`${question}<br>`)}</td><td class="n">${ms}</td></tr>`;
  });
  return html`<h2>全部用例 All cases</h2><details><summary>${results.length}</summary><div class="scroll"><table><thead><tr><th></th><th>id</th><th>标签 tags</th><th>问题 questions</th><th class="n">ms</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

/** The run as one page of HTML that needs nothing else. */
export function htmlReport(run: EvalRun): string {
  const ended = new Date(run.endedMs).toISOString().replace("T", " ").slice(0, 19);
  const models = Object.entries(run.models).map(([task, model]) => `${task} ${model}`);
  const page = html`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>前门评测 Qianmen evaluation ${run.metrics.passed}/${run.metrics.cases}</title><style>${{ markup: style }}</style></head><body>
<h1>前门评测报告 Qianmen evaluation</h1><p class="soft">${ended} UTC · seed ${run.seed} · ${models.join(" · ")}</p>
${tiles(run)}${gateTable(run)}<h2>未通过的用例 Failed cases</h2>${failedCases(run.results)}${charts(run)}${allCases(run)}</body></html>`;
  return `${page.markup}\n`;
}

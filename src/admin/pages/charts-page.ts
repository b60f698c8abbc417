import { html } from "hono/html";
import { type ActivityCounts, hourMs } from "../../journal/activity.ts";
import { shownCost } from "../cost.ts";
import { chart } from "../html/chart.ts";
import {
  count,
  type Markup,
  milliseconds,
  nothing,
  type Page,
  shanghai,
  t,
  table,
  type View,
} from "../html/view.ts";
import type { ModelPrice } from "../ports.ts";
import {
  costOfCounts,
  firstPassShare,
  latencyMs,
  messagesOf,
  shareOf,
  sumCounts,
  tokensOf,
} from "../rates.ts";

/** One stretch of time on the axis. */
interface Slot {
  readonly label: string;
  readonly counts: ActivityCounts;
}

/** Hours of one day, else days in Shanghai. */
function slotsOf(hours: ReadonlyMap<number, ActivityCounts>, days: number, nowMs: number): readonly Slot[] {
  const perSlot = days === 1 ? 1 : 24;
  const shift = days === 1 ? 0 : 8;
  const last = Math.floor((Math.floor(nowMs / hourMs) + shift) / perSlot);
  const count = days === 1 ? 24 : days;
  return Array.from({ length: count }, (_, at) => {
    const slot = last - count + 1 + at;
    const first = slot * perSlot - shift;
    const own = Array.from({ length: perSlot }, (__, hour) => hours.get(first + hour)).filter(
      (each) => each !== undefined,
    );
    const text = shanghai(first * hourMs);
    return { label: days === 1 ? text.slice(11, 16) : text.slice(5, 10), counts: sumCounts(own) };
  });
}

function modelsTable(view: View, total: ActivityCounts, prices: ReadonlyMap<string, ModelPrice>): Markup {
  const models = tokensOf(total);
  if (models.length === 0) return nothing;
  const rows = models.map(([model, prompt, completion]) => {
    const own = { [`in:${model}`]: prompt, [`out:${model}`]: completion };
    return html`<tr><td>${model}</td><td class="n" data-head="${t(view, "次数", "calls")}">${count(total[`calls:${model}`] ?? 0)}</td><td class="n" data-head="${t(view, "输入词元", "tokens in")}">${count(prompt)}</td><td class="n" data-head="${t(view, "输出词元", "tokens out")}">${count(completion)}</td><td class="n" data-head="${t(view, "费用", "cost")}">${shownCost(costOfCounts(own, prices))}</td></tr>`;
  });
  const heads = [
    t(view, "模型", "model"),
    t(view, "次数", "calls"),
    t(view, "输入词元", "tokens in"),
    t(view, "输出词元", "tokens out"),
    t(view, "费用", "cost"),
  ];
  const title = t(view, "模型用量", "Use of models");
  return html`<section><h2>${title}</h2>${table(heads, rows, title, "cards")}</section>`;
}

/** Small sums have as many decimals as they need. */
const money = (value: number): string => value.toFixed(value === 0 || value >= 0.1 ? 2 : 4);

const percent = (share: number): string => `${Math.round(share * 100)}%`;

export interface ChartsFacts {
  readonly hours: ReadonlyMap<number, ActivityCounts>;
  readonly days: number;
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

export const chartDays = [1, 7, 30] as const;

/** How much, how fast, how well, and for how much. */
export function chartsPage(view: View, { hours, days, prices }: ChartsFacts): Page {
  const slots = slotsOf(hours, days, view.nowMs);
  const labels = slots.map(({ label }) => label);
  const of = (read: (counts: ActivityCounts) => number | undefined) =>
    slots.map(({ counts }) => read(counts));
  const total = sumCounts(slots.map(({ counts }) => counts));
  const draw = (
    title: string,
    kind: "bars" | "lines",
    shown: (value: number) => string,
    series: Parameters<typeof chart>[0]["series"],
    empty = t(view, "这段时间还没有。", "Nothing in this time yet."),
  ) => chart({ title, labels, kind, shown, series, empty, more: t(view, "看数字", "The numbers") });
  const noPrices = t(
    view,
    "还算不出:用到的模型在 MODEL_PRICES 里都要有价格。",
    "Not known: MODEL_PRICES must name a price for each model that was used.",
  );
  return {
    title: t(view, "图表", "Charts"),
    top: html`<p class="tabs">${chartDays.map((each) => html`<a href="/admin/charts?days=${each}"${each === days ? html` aria-current="true"` : nothing}>${t(view, `${each} 天`, each === 1 ? "1 day" : `${each} days`)}</a> `)}</p>`,
    live: html`<div class="grid wide">${draw(t(view, "消息", "Messages"), "bars", count, [
      { name: t(view, "全部", "all"), tone: "a", values: of(messagesOf) },
      { name: t(view, "失败", "failed"), tone: "b", values: of((counts) => counts["state:failed"]) },
    ])}${draw(t(view, "用时", "Latency"), "lines", milliseconds, [
      {
        name: t(view, "p50(一半的回答)", "p50 (half of the answers)"),
        tone: "a",
        values: of((counts) => latencyMs(counts, 0.5)),
      },
      {
        name: t(view, "p95(二十个里最慢的一个以外)", "p95 (all but one in twenty)"),
        tone: "b",
        values: of((counts) => latencyMs(counts, 0.95)),
      },
    ])}${draw(t(view, "核验与回退", "Verification and fallback"), "lines", percent, [
      { name: t(view, "一次通过", "first pass"), tone: "c", values: of(firstPassShare) },
      {
        name: t(view, "模板回退", "template fallback"),
        tone: "b",
        values: of((counts) => shareOf(counts.fallback, counts.turns)),
      },
    ])}${draw(
      t(view, "费用", "Cost"),
      "bars",
      money,
      [
        {
          name: t(view, "按 MODEL_PRICES", "by MODEL_PRICES"),
          tone: "a",
          values: of((counts) =>
            messagesOf(counts) === undefined ? undefined : costOfCounts(counts, prices),
          ),
        },
      ],
      noPrices,
    )}</div>${modelsTable(view, total, prices)}`,
  };
}

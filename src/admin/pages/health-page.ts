import { html } from "hono/html";
import type { ActivityCounts } from "../../journal/activity.ts";
import { inboundName, outboundName } from "../../queue/queue-names.ts";
import { adviceOn } from "../html/advice.ts";
import { inLanguage } from "../html/phrasebook.ts";
import {
  count,
  type Markup,
  milliseconds,
  nothing,
  type Page,
  t,
  table,
  time,
  turnPath,
  type View,
} from "../html/view.ts";
import { groupWords } from "../html/words.ts";
import type { HealthLine, WaitingAnswer } from "../ports.ts";
import { firstPassShare, latencyMs, messagesOf, shareOf } from "../rates.ts";

export interface HealthFacts {
  readonly lines: readonly HealthLine[];
  readonly queues: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly oldest: {
    readonly question: { readonly id: string; readonly acceptedMs: number } | undefined;
    readonly answer: WaitingAnswer | undefined;
  };
  readonly dead: number;
  /** Answers of which a platform would not take a part. */
  readonly refused: number;
  /** Failed in the last day, and answered by nobody since. */
  readonly failed: number;
  /** Of the last day. */
  readonly day: ActivityCounts;
  readonly waitingPeople: number;
}

const detailOf = (view: View, { detail }: HealthLine): string =>
  typeof detail === "string" ? inLanguage(detail, view.language) : detail[view.language];

function linesSection(view: View, group: HealthLine["group"], lines: readonly HealthLine[]): Markup {
  const own = lines.filter((line) => line.group === group);
  if (own.length === 0) return nothing;
  const mark = (ok: boolean | undefined) =>
    ok === undefined
      ? html`<span class="tag soft">${t(view, "未开", "off")}</span>`
      : ok
        ? html`<span class="tag good">${t(view, "正常", "ok")}</span>`
        : html`<span class="tag bad">${t(view, "有问题", "fault")}</span>`;
  const title = groupWords[group][view.language];
  return html`<section><h2>${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><tbody>${own.map(
    (line) =>
      html`<tr><th scope="row">${line.name}</th><td>${mark(line.ok)}</td><td>${detailOf(view, line)}</td></tr>`,
  )}</tbody></table></div></section>`;
}

/** How often each source answered or failed in the last day. */
function answersSection(view: View, day: ActivityCounts): Markup {
  const names = [
    ...new Set(
      Object.keys(day).flatMap((name) => /^source:([^:]+(?::[^:]+)?):(?:ok|fail)$/.exec(name)?.[1] ?? []),
    ),
  ].sort();
  if (names.length === 0) return nothing;
  const rows = names.map((name) => {
    const failed = day[`source:${name}:fail`] ?? 0;
    return html`<tr><td>${name}</td><td class="n">${count(day[`source:${name}:ok`] ?? 0)}</td><td class="n ${failed > 0 ? "bad" : ""}">${count(failed)}</td></tr>`;
  });
  const title = t(view, "数据源 24 小时", "Sources, 24 hours");
  return html`<section><h2>${title}</h2>${table([t(view, "数据源", "source"), t(view, "答了", "answered"), t(view, "失败", "failed")], rows, title)}</section>`;
}

/** The tasks of one model have one fault: what is to be done is said once. */
function mergedFaults(lines: readonly HealthLine[]): readonly (readonly [HealthLine, ...HealthLine[]])[] {
  const merged = new Map<string, [HealthLine, ...HealthLine[]]>();
  for (const line of lines) {
    const key = line.group === "models" ? `models ${line.fault}` : `${line.group} ${line.name}`;
    const own = merged.get(key);
    if (own === undefined) merged.set(key, [line]);
    else own.push(line);
  }
  return [...merged.values()];
}

/** What is wrong, since when, and what to do about it; before everything else. */
function faultsSection(view: View, lines: readonly HealthLine[]): Markup {
  const faults = lines.filter(({ ok }) => ok === false);
  const title = t(view, "需要处理", "To be looked after");
  if (faults.length === 0)
    return html`<p class="good" id="all-well">${t(view, "现在没有已知的故障。", "Nothing is known to be at fault now.")}</p>`;
  const merged = mergedFaults(faults);
  const rows = merged.map((own) => {
    const [line] = own;
    const { group, sinceMs, untilMs } = line;
    const name = own.map((each) => each.name).join(", ");
    const advice = adviceOn(line);
    return html`<tr><th scope="row">${groupWords[group][view.language]} · ${name}</th><td>${own.map((each, at) => html`${at > 0 ? html`<br>` : nothing}${detailOf(view, each)}`)}${untilMs === undefined ? nothing : html`<br><span class="soft">${t(view, "不问到", "left alone until")} ${time(untilMs)}</span>`}</td>
<td>${sinceMs === undefined ? "–" : time(sinceMs)}</td><td>${advice?.[view.language] ?? ""}</td></tr>`;
  });
  const heads = [
    t(view, "哪里", "what"),
    t(view, "怎么了", "fault"),
    t(view, "从何时", "since"),
    t(view, "怎么办", "what to do"),
  ];
  return html`<section id="faults"><h2 class="bad">${title} (${merged.length})</h2>${table(heads, rows, title, "cards")}</section>`;
}

const percent = (share: number | undefined): string =>
  share === undefined ? "–" : `${(share * 100).toFixed(1)}%`;

const queueName = (view: View, queue: string): string =>
  queue === inboundName
    ? t(view, "问题", "questions")
    : `${t(view, "回答", "answers")} → ${queue.slice(outboundName("").length)}`;

/** The longer of the two, then each: answers may have to wait for their person to write again, and a question must be seen beside them. */
function oldestCard(view: View, { question, answer }: HealthFacts["oldest"]): readonly [string, Markup] {
  const age = (acceptedMs: number) => milliseconds(Math.max(0, view.nowMs - acceptedMs));
  const line = (what: string, { id, acceptedMs }: { readonly id: string; readonly acceptedMs: number }) =>
    html`<div><span class="soft">${what} ${age(acceptedMs)}</span> <a href="${turnPath(id)}">${t(view, "看这条", "Show it")}</a></div>`;
  const both = [question, answer].flatMap((each) => (each === undefined ? [] : [each.acceptedMs]));
  return [
    both.length === 0 ? "–" : age(Math.min(...both)),
    html`${question === undefined ? nothing : line(t(view, "问题", "question"), question)}${answer === undefined ? nothing : line(`${t(view, "回答", "answer")} → ${answer.platform}`, answer)}`,
  ];
}

/** Whether all is well, at a glance. */
export function healthPage(view: View, facts: HealthFacts): Page {
  const { lines, queues, oldest, dead, refused, failed, day, waitingPeople } = facts;
  const p95 = latencyMs(day, 0.95);
  const card = (label: string, value: string | number, more: Markup = nothing) =>
    html`<div class="card"><div class="soft">${label}</div><div class="big">${value}</div>${more}</div>`;
  const rows = Object.entries(queues).map(
    ([queue, counts]) =>
      html`<tr><th scope="row">${queueName(view, queue)}</th>${["wait", "direct", "active", "delayed", "failed"].map((state) => html`<td class="n">${counts[state] ?? 0}</td>`)}</tr>`,
  );
  const heads = [
    t(view, "队列", "queue"),
    t(view, "待办", "due"),
    t(view, "就地", "direct"),
    t(view, "进行", "active"),
    t(view, "排后", "parked"),
    t(view, "失败", "failed"),
  ];
  return {
    title: t(view, "状态", "Health"),
    live: html`${faultsSection(view, lines)}<div class="grid">
${card(t(view, "24 小时消息", "Messages, 24 h"), count(messagesOf(day) ?? 0))}
${card(t(view, "24 小时失败", "Failed, 24 h"), failed, html`<a href="/admin/turns?state=failed">${t(view, "看失败的", "Show them")}</a>`)}
${card(t(view, "24 小时用时 p95", "Time taken, p95, 24 h"), p95 === undefined ? "–" : milliseconds(p95))}
${card(t(view, "24 小时一次通过核验", "Verified at first, 24 h"), percent(firstPassShare(day)))}
${card(t(view, "24 小时守卫拒绝", "Refused by the guard, 24 h"), percent(shareOf(day.guard, day.turns)))}
${card(t(view, "最久的等待", "Oldest waiting"), ...oldestCard(view, oldest))}
${card(t(view, "未送达", "Dead letters"), dead, html`<a href="/admin/turns?state=undelivered">${t(view, "查看", "Show")}</a>`)}
${card(t(view, "平台拒收", "Refused by the platform"), refused, html`<a href="/admin/turns?state=refused">${t(view, "查看", "Show")}</a>`)}
${card(t(view, "等待批准", "Waiting at the door"), waitingPeople, html`<a href="/admin/people">${t(view, "查看", "Show")}</a>`)}
</div><section><h2>${t(view, "队列", "Queues")}</h2>${table(heads, rows, t(view, "队列", "Queues"), "slim")}
<p><a href="/admin/under-way">${t(view, "在途的问题和回答", "Questions and answers under way")}</a></p>
${view.mayAct ? html`<p><a href="/admin/queues">${t(view, "逐个任务(bull-board,只读)", "Job by job (bull-board, read-only)")}</a></p>` : nothing}</section>
<div class="grid wide">${(["processes", "adapters", "logins", "sources", "models", "redis", "clock"] as const).map((group) => linesSection(view, group, lines))}</div>${answersSection(view, day)}`,
  };
}

import { html } from "hono/html";
import {
  endStates,
  type LedgerRow,
  type MetricRegistry,
  type Plan,
  recordedAt,
  type SlottedClaim,
  stageNames,
  type Turn,
} from "#contract";
import { senderMark } from "../../journal/search/marks.ts";
import {
  button,
  chatName,
  hiddenFields,
  type Markup,
  milliseconds,
  moment,
  nothing,
  type Page,
  shanghai,
  shortText,
  t,
  table,
  time,
  turnPath,
  type View,
  written,
} from "../html/view.ts";
import {
  errorSentence,
  finishWords,
  partWords,
  routeReason,
  stageWords,
  stateWords,
  word,
} from "../html/words.ts";
import type { ModelPrice } from "../ports.ts";
import { claimsSection, traceSection } from "./turn-evidence.ts";
import { guardSection, modelReasons, modelsSection, proseSection } from "./turn-prose.ts";

/** All that the page of one turn shows. */
export interface TurnFacts {
  readonly turn: Turn;
  readonly ledger: readonly LedgerRow[];
  readonly sentFor: readonly string[];
  /** Ids of the chat's jobs, the running one first. */
  readonly waiting: readonly string[];
  readonly metrics: MetricRegistry;
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

export const stateTag = (view: View, state: Turn["state"]): Markup => {
  const tone =
    state === "failed" ? "bad" : state === "completed" ? "good" : endStates.has(state) ? "soft" : "warn";
  return html`<span class="tag ${tone}">${word(view, stateWords, state)}</span>`;
};

/** Whether somebody has answered since what was left without an answer. */
export const sentSinceTag = (view: View, { state }: Pick<Turn, "state">, isSent: boolean): Markup =>
  isSent && (state === "failed" || state === "canceled")
    ? html` <span class="tag good">${t(view, "已补发", "sent since")}</span>`
    : nothing;

const link = (turnId: string): Markup => html`<a href="${turnPath(turnId)}"><code>${turnId}</code></a>`;

/** Whether nobody has sent the message just now, but an alert came true or a digest was due or missed. */
export function reminderTag(view: View, { reminder }: Turn["message"]): Markup {
  if (reminder === undefined) return nothing;
  const names = {
    alert: t(view, "提醒", "alert"),
    expired: t(view, "提醒到期", "alert expired"),
    digest: t(view, "日报", "digest"),
    missed: t(view, "日报错过", "digest missed"),
  };
  const name = names[reminder.kind];
  return html` <span class="tag soft">${name}</span>`;
}

function messageSection(view: View, { turn, sentFor, waiting }: TurnFacts): Markup {
  const { message, state, error, finish_reason, accepted_ms, started_ms, ended_ms, market_now, replay_of } =
    turn;
  const ahead = endStates.has(state) ? -1 : waiting.indexOf(turn.id);
  const facts: readonly (readonly [string, string | Markup])[] = [
    [t(view, "状态", "state"), html`${stateTag(view, state)}${sentSinceTag(view, turn, sentFor.length > 0)}`],
    [t(view, "结果", "finish"), finish_reason === undefined ? "–" : word(view, finishWords, finish_reason)],
    [
      t(view, "来自", "from"),
      html`${message.platform} · ${written(view, message.senderName ?? "")} <a href="/admin/turns?sender=${encodeURIComponent(senderMark(message).value)}">${message.senderId}</a>`,
    ],
    [
      t(view, "会话", "chat"),
      html`${message.chatKind === "group" ? t(view, "群", "group") : t(view, "私聊", "direct")} ${chatName(view, message)}`,
    ],
    [t(view, "收到", "accepted"), time(accepted_ms)],
    [t(view, "排队", "waited"), started_ms === undefined ? "–" : milliseconds(started_ms - accepted_ms)],
    [t(view, "总用时", "in all"), ended_ms === undefined ? "–" : milliseconds(ended_ms - accepted_ms)],
    [t(view, "行情时钟", "market clock"), market_now === undefined ? "–" : moment(market_now)],
    [t(view, "运行次数", "runs"), String(turn.run)],
  ];
  return html`<section><h2>${t(view, "消息", "Message")}</h2>
<p class="prose">${written(view, message.text)}${reminderTag(view, message)}</p>
${error === undefined ? nothing : html`<p class="${state === "failed" ? "bad" : "warn"}"><code>${error}</code> ${errorSentence(view, error)}${error === "MODEL_DOWN" ? modelReasons(turn).map((reason) => html`<br>${reason}`) : nothing}</p>`}
${ahead > 0 ? html`<p class="warn">${t(view, `前面还有 ${ahead} 条消息。`, `${ahead} messages of its chat come first.`)}</p>` : nothing}
<div class="scroll" tabindex="0" role="region" aria-label="${t(view, "概况", "Facts")}"><table><tbody>${facts.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table></div>
${replay_of === undefined ? nothing : html`<p>${t(view, "它重放的是", "It replays")} ${link(replay_of)}</p>`}
${sentFor.length === 0 ? nothing : html`<p>${t(view, "已补发:", "Sent since:")} ${sentFor.map((id) => html`${link(id)} `)}</p>`}
</section>`;
}

/** The words of a plan as the user wrote them, withheld from who may not read messages. */
const inputOf = (view: View, input: Plan["actions"][number]["input"]): string =>
  view.hidesText ? Object.keys(input).join(", ") : JSON.stringify(input);

function planSection(view: View, turn: Turn): Markup {
  const route = recordedAt(turn, "route") ?? undefined;
  if (route === undefined) return nothing;
  const rows = route.plan.actions.map(
    ({ skill, input }) =>
      html`<tr><td class="whole"><a href="/admin/turns?skill=${encodeURIComponent(skill)}">${skill}</a></td><td><code>${inputOf(view, input)}</code></td></tr>`,
  );
  return html`<section><h2>${t(view, "计划", "Plan")}</h2>
<p class="soft">${t(view, "由", "by")} ${route.by}${route.reason === undefined || view.hidesText ? "" : ` · ${routeReason(view, route.reason)}`}${route.degraded ? t(view, " · 降级", " · degraded") : ""}</p>
${table([t(view, "技能", "skill"), t(view, "输入", "input")], rows, t(view, "计划", "Plan"))}</section>`;
}

function deliverySection(view: View, { turn, ledger }: TurnFacts): Markup {
  const again = new Set(["unconfirmed", "refused", "dead"]);
  const rows = ledger.map(({ part, state, sends, receipt, reason }, index) => {
    const tone = state === "delivered" ? "good" : again.has(state) ? "bad" : "warn";
    return html`<tr><td class="n" data-head="${t(view, "段", "part")}">${index + 1}/${part.of}</td><td><span class="tag ${tone}">${word(view, partWords, state)}</span></td>
<td class="n" data-head="${t(view, "次数", "sends")}">${sends}</td><td data-head="${t(view, "回执", "receipt")}"><code>${receipt ?? "–"}</code></td><td>${reason ?? ""}</td>
<td>${shortText(written(view, part.text), 60)}${part.validUntil === undefined ? "" : html` <span class="soft">${t(view, "有效至", "valid until")} ${moment(part.validUntil)}</span>`}</td>
<td>${view.mayAct && again.has(state) ? button(view, `${turnPath(turn.id)}/resend`, t(view, "重发", "Send again"), { fields: { part: String(index) }, danger: true }) : nothing}</td></tr>`;
  });
  const heads = [
    t(view, "段", "part"),
    t(view, "状态", "state"),
    t(view, "次数", "sends"),
    t(view, "回执", "receipt"),
    t(view, "原因", "reason"),
    t(view, "内容", "text"),
    "",
  ];
  return html`<section><h2>${t(view, "投递", "Delivery")}</h2>${
    rows.length === 0
      ? html`<p class="soft">${t(view, "没有投递记录(记录最多保留 7 天)。", "Nothing in the ledger (rows are kept for 7 days at most).")}</p>`
      : table(heads, rows, t(view, "投递", "Delivery"), "cards")
  }</section>`;
}

function stagesSection(view: View, { stages }: Turn): Markup {
  if (stages.length === 0) return nothing;
  const rows = stages.map(
    ({ stage, attempt, ms }) =>
      html`<tr><td>${word(view, stageWords, stage)}</td><td class="n">${attempt + 1}</td><td class="n">${milliseconds(ms)}</td></tr>`,
  );
  return html`<section><h2>${t(view, "各阶段", "Stages")}</h2>${table([t(view, "阶段", "stage"), t(view, "第几次", "attempt"), t(view, "用时", "time")], rows, t(view, "各阶段", "Stages"))}</section>`;
}

function replayForm(view: View, turn: Turn): Markup {
  return html`<form method="post" action="${turnPath(turn.id)}/replay" class="acts">${hiddenFields({ form: view.formToken })}
<div><label for="from">${t(view, "从哪一步重放", "replay from")}</label><select id="from" name="from">${stageNames
    .slice(0, 5)
    .map((stage) => html`<option value="${stage}">${word(view, stageWords, stage)}</option>`)}</select></div>
<div><label for="data">${t(view, "数据", "data")}</label><select id="data" name="data"><option value="recorded">${t(view, "当时记录的", "recorded")}</option><option value="live">${t(view, "现在实时的", "live")}</option></select></div>
<button>${t(view, "试重放(不发送)", "Dry replay")}</button></form>`;
}

/** What was answered may have been right or wrong; what failed is to be filled in either way. */
function collectButtons(view: View, { id, state }: Turn): readonly Markup[] {
  const add = (label: string, wrong: string) =>
    button(view, `${turnPath(id)}/collect`, label, { fields: { wrong } });
  return state === "failed" || state === "canceled"
    ? [add(t(view, "加入评测", "Add to evaluation"), "1")]
    : [
        add(t(view, "加入评测(答对了)", "Add to evaluation as right"), "0"),
        add(t(view, "加入评测(答错了)", "Add to evaluation as wrong"), "1"),
      ];
}

function actsSection(view: View, { turn, sentFor }: TurnFacts): Markup {
  const path = turnPath(turn.id);
  const isEnded = endStates.has(turn.state);
  const isUnanswered = turn.state === "failed" || turn.state === "canceled";
  const act = (name: string, label: string) => button(view, `${path}/${name}`, label, { danger: true });
  const acts = [
    ...(isEnded
      ? []
      : [
          button(view, `${path}/promote`, t(view, "马上处理", "Do it now")),
          act("cancel", t(view, "取消", "Cancel")),
        ]),
    ...(isUnanswered && sentFor.length === 0 ? [act("retry", t(view, "重试并补发", "Retry and send"))] : []),
    ...(isEnded ? collectButtons(view, turn) : []),
    act("remove", t(view, "删除记录", "Remove")),
  ];
  return html`<section id="acts"><h2>${t(view, "操作", "Acts")}</h2>${view.mayAct ? html`${replayForm(view, turn)}<p class="acts">${acts}</p>` : nothing}
${isUnanswered && sentFor.length > 0 ? html`<p class="soft">${t(view, "已经补发过,不再算作失败,批量重试也不再包括它;要更正,先试重放,再发送。", "It has been answered since: it counts as failed no more, and a bulk retry leaves it out. To correct that answer, replay it dry and send the replay.")}</p>` : nothing}
${view.hidesText ? nothing : html`<p><a href="${path}/export">${t(view, "导出为 JSON", "Export as JSON")}</a></p>`}</section>`;
}

/** Slot names as the pipeline gives them. */
const slotsOf = (turn: Turn): readonly SlottedClaim[] =>
  (recordedAt(turn, "execute")?.claims ?? []).map((claim, index) => ({ slot: `c${index + 1}`, claim }));

/** One turn from the message to the delivery, top to bottom. */
export function turnPage(view: View, facts: TurnFacts): Page {
  const { turn, metrics, prices } = facts;
  const slots = slotsOf(turn);
  return {
    title: `${t(view, "消息", "Turn")} ${shanghai(turn.accepted_ms)}`,
    top: html`<p class="soft"><code>${turn.id}</code> · <a href="#acts">${t(view, "操作 ↓", "Acts ↓")}</a></p>`,
    live: html`${messageSection(view, facts)}${planSection(view, turn)}${traceSection(view, turn)}${claimsSection(view, turn, metrics)}
${proseSection(view, turn, slots, metrics)}${guardSection(view, turn)}${deliverySection(view, facts)}${modelsSection(view, turn, prices)}${stagesSection(view, turn)}`,
    bottom: actsSection(view, facts),
  };
}

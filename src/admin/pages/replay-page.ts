import { html } from "hono/html";
import type { ReplayRow } from "../../pipeline/replay/replay-report.ts";
import type { KeptReplay } from "../acts/replays.ts";
import {
  button,
  type Markup,
  moment,
  nothing,
  type Page,
  shanghai,
  t,
  turnPath,
  type View,
  written,
} from "../html/view.ts";
import { rowWords, stageWords, stateWords, word } from "../html/words.ts";

/** The two texts with what differs marked: everything between their common beginning and end. */
function marked(before: string, after: string): readonly [Markup, Markup] {
  const [a, b] = [[...before], [...after]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const side = (text: readonly string[], tag: "ins" | "del") => {
    const [head, middle, tail] = [
      text.slice(0, start),
      text.slice(start, text.length - end),
      text.slice(text.length - end),
    ];
    const changed = middle.join("");
    const shown =
      changed === "" ? nothing : tag === "ins" ? html`<ins>${changed}</ins>` : html`<del>${changed}</del>`;
    return html`${head.join("")}${shown}${tail.join("")}`;
  };
  return [side(a, "del"), side(b, "ins")];
}

/** Parts that hold what people wrote. */
const textRows: ReadonlySet<ReplayRow["what"]> = new Set(["plan", "prose"]);

/** Plans and values are lists: one a line. A state is said in words. */
function listed(view: View, what: ReplayRow["what"], text: string): string {
  if (what === "state") return text.replace(/^[a-z-]+/, (state) => word(view, stateWords, state));
  return what === "prose" ? text : text.replaceAll("; ", "\n");
}

function rowSection(view: View, { what, before, after }: ReplayRow): Markup {
  const isSame = before === after;
  const hides = view.hidesText && textRows.has(what);
  const [left, right] = hides
    ? [written(view, before), written(view, after)]
    : marked(listed(view, what, before) || "–", listed(view, what, after) || "–");
  const tag = isSame
    ? html`<span class="tag soft">${t(view, "相同", "same")}</span>`
    : html`<span class="tag warn">${t(view, "不同", "different")}</span>`;
  return html`<section class="${isSame ? "same" : "differs"}"><h2>${word(view, rowWords, what)} ${tag}</h2>
<div class="diff"><div><h3>${t(view, "原来", "original")}</h3>${left}</div><div><h3>${t(view, "重放", "replay")}</h3>${right}</div></div></section>`;
}

/** What has grown too old to be sent is looked up anew, dry as well. */
const liveAgain = (view: View, turnId: string): Markup =>
  html`<section><h2>${t(view, "用现在的数据", "On present data")}</h2><p>${t(view, "记录的数值过了时效就不能发送;用实时数据再试一次,先看结果。", "Recorded values that have grown too old are not sent; try it on live data and look at that first.")}</p>
${button(view, `${turnPath(turnId)}/replay`, t(view, "用实时数据试重放", "Replay on live data, dry"), { fields: { from: "route", data: "live" } })}</section>`;

/** A dry replay beside its original; from here it can be sent. */
export function replayPage(view: View, { id, turnId, by, atMs, replayed }: KeptReplay): Page {
  const { report, live, from, now, reply, state } = replayed;
  const isSendable = reply !== undefined && (state === "completed" || state === "input-required");
  const send = !view.mayAct
    ? nothing
    : isSendable
      ? html`<section><h2>${t(view, "发送给用户", "Send it to the person")}</h2><p>${t(view, "发送前会按现在的时钟再核验一次,并标明更正或补发。", "It is verified once more at the present clock, and marked as a correction or as sent later.")}</p>
${button(view, `/admin/replays/${id}/deliver`, t(view, "发送…", "Send…"), { danger: true })}</section>`
      : html`<section><p class="warn">${t(view, "重放没有得到可以发送的答案。", "The replay came to no answer that could be sent.")}</p></section>`;
  return {
    title: t(view, "试重放", "Dry replay"),
    top: html`<p>${t(view, "原来的一轮", "Original")} <a href="${turnPath(turnId)}"><code>${turnId}</code></a></p>
<p class="soft">${t(view, "从", "from")} ${word(view, stageWords, from)} · ${live ? t(view, "实时数据", "live data") : t(view, "当时的记录", "recorded data")} · ${t(view, "行情时钟", "market clock")} ${moment(now)} · ${by} · ${shanghai(atMs)}</p>
<p class="said">${report.same ? t(view, "结果相同。没有发送任何消息。", "The same result. Nothing was sent.") : t(view, "结果不同。没有发送任何消息。", "Results differ. Nothing was sent.")}</p>
${report.rows.map((row) => rowSection(view, row))}${send}${view.mayAct && !live ? liveAgain(view, turnId) : nothing}`,
  };
}

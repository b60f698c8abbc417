import { html } from "hono/html";
import { type Bilingual, stageNames } from "#contract";
import type { BulkItem, BulkState, BulkVerb } from "../acts/bulk.ts";
import { mostAtOnce } from "../acts/bulk.ts";
import { type FilterName, type Filters, filterList, listPath, unreadNote } from "../html/filters.ts";
import {
  hiddenFields,
  type Markup,
  nothing,
  type Page,
  t,
  table,
  turnPath,
  type View,
} from "../html/view.ts";
import { errorSentence, rowWords, stageWords, word } from "../html/words.ts";

const verbWords: Readonly<Record<BulkVerb, { readonly zh: string; readonly en: string }>> = {
  replay: { zh: "试重放(不发送)", en: "dry replay (nothing is sent)" },
  retry: { zh: "重试失败的并补发给用户", en: "retry the failed and send to the people" },
  cancel: { zh: "取消等待的并告诉用户", en: "cancel what waits and tell the people" },
};

/** What is done to each, in a sentence. */
const plans: Readonly<Record<BulkVerb, Bilingual>> = {
  replay: {
    zh: "逐条试重放,和原来比较;不发送任何消息。",
    en: "Each is replayed dry and compared with its original; nothing is sent.",
  },
  retry: {
    zh: "失败的(筛选里选了别的状态就是那些)逐条从头重做,用现在的实时数据,结果补发给用户;已经补发过的不再重做。",
    en: "Each that failed (or is in the state that the filter names) is done anew from the beginning, on present live data, and the result is sent to the person; those that have been answered since are left out.",
  },
  cancel: {
    zh: "还在等待的逐条取消,并告诉用户。",
    en: "Each that still waits is canceled, and the person is told.",
  },
};

/** Only a dry replay can begin anywhere, and on recorded data. */
const replayChoices = (
  view: View,
): Markup => html`<div><label for="from-stage">${t(view, "从", "from")}</label><select id="from-stage" name="stage">${stageNames
  .slice(0, 5)
  .map((stage) => html`<option value="${stage}">${word(view, stageWords, stage)}</option>`)}</select></div>
<div><label for="data">${t(view, "数据", "data")}</label><select id="data" name="data"><option value="recorded">${t(view, "当时记录的", "recorded")}</option><option value="live">${t(view, "现在实时的", "live")}</option></select></div>`;

/** What is meant and how many that is, and the second word before it begins. */
export function bulkAskPage(
  view: View,
  verb: BulkVerb,
  filters: Filters,
  count: number,
  unread: readonly FilterName[] = [],
): Page {
  const capped = count >= mostAtOnce ? t(view, "(一次最多这么多)", " (the most at once)") : "";
  const many = t(view, `${count} 条`, count === 1 ? "1 turn" : `${count} turns`);
  return {
    title: `${t(view, "批量操作", "Bulk act")}: ${verbWords[verb][view.language]}`,
    top: html`<section><p class="big">${many}${capped}</p><p>${t(view, "筛选:", "The filter:")}</p>${filterList(view, filters)}${unreadNote(view, filters, unread)}
<p>${plans[verb][view.language]}</p>
<form method="post" action="/admin/bulk" class="acts">${hiddenFields({ ...filters, verb, counted: String(view.nowMs), form: view.formToken, sure: "1" })}
${verb === "replay" ? replayChoices(view) : nothing}
<button class="danger"${count === 0 ? html` disabled` : ""}>${t(view, `开始(${many})`, `Begin with ${many}`)}</button> <a href="${listPath(filters)}">${t(view, "返回", "Back")}</a></form></section>`,
  };
}

const resultWords: Readonly<Record<BulkItem["result"], Bilingual>> = {
  same: { zh: "相同", en: "same" },
  different: { zh: "不同", en: "different" },
  done: { zh: "已办", en: "done" },
  refused: { zh: "未办", en: "not done" },
  failed: { zh: "出错", en: "failed" },
};

const detailWords = (view: View, { result, detail, said }: BulkItem): string =>
  said !== undefined
    ? said[view.language]
    : result === "different"
      ? detail
          .split(", ")
          .map((what) => word(view, rowWords, what))
          .join(t(view, "、", ", "))
      : result === "failed"
        ? `${detail} ${errorSentence(view, detail)}`
        : detail;

/** After this without a word a running act has been cut off. */
const silentMs = 90_000;

/** How far it is, and what came of each. */
export function bulkPage(view: View, state: BulkState): Page {
  const { verb, items, total, running, writtenMs } = state;
  const count = (result: string) => items.filter((item) => item.result === result).length;
  const isCut = running && view.nowMs - writtenMs > silentMs;
  const shown = items.filter(({ result }) => result !== "same" && result !== "done").slice(0, 200);
  const rows = shown.map(
    (item) =>
      html`<tr><td><a href="${turnPath(item.turnId)}"><code>${item.turnId}</code></a></td><td>${word(view, resultWords, item.result)}</td><td>${detailWords(view, item)}</td></tr>`,
  );
  const counts = ["same", "different", "done", "refused", "failed"].filter((result) => count(result) > 0);
  const progress = isCut
    ? t(view, "服务停止,没有做完。", "Cut off by a stop of the service.")
    : running
      ? t(view, "进行中", "running")
      : t(view, "已完成", "finished");
  return {
    title: `${t(view, "批量操作", "Bulk act")}: ${verbWords[verb][view.language]}`,
    live: html`<section><p class="big" id="bulk-progress">${items.length} / ${total}</p><p>${progress} · ${counts.map((result) => `${word(view, resultWords, result)} ${count(result)}`).join(" · ")}</p>
${rows.length === 0 ? "" : table([t(view, "消息", "turn"), t(view, "结果", "result"), t(view, "说明", "detail")], rows, t(view, "结果", "Results"))}</section>`,
  };
}

import { html } from "hono/html";
import type { Bilingual, Turn } from "#contract";
import { inboundName } from "../../queue/queue-names.ts";
import {
  type Markup,
  milliseconds,
  nothing,
  type Page,
  shortText,
  t,
  table,
  turnPath,
  type View,
  written,
} from "../html/view.ts";
import { word } from "../html/words.ts";
import type { UnderWay, UnderWayRow } from "../ports.ts";

const heldWords: Readonly<Record<UnderWayRow["held"], Bilingual>> = {
  direct: { zh: "处理中(就地)", en: "in work (where it came in)" },
  job: { zh: "处理中(任务)", en: "in work (a job)" },
  again: { zh: "等待下一次尝试", en: "waits for its next attempt" },
  waits: { zh: "等待", en: "waits" },
};

export interface UnderWayFacts {
  readonly ways: UnderWay;
  /** By id; one that has gone meanwhile is absent. */
  readonly turns: ReadonlyMap<string, Pick<Turn, "message" | "accepted_ms">>;
}

function rowOf(view: View, row: UnderWayRow, turns: UnderWayFacts["turns"]): Markup {
  const turn = turns.get(row.turnId);
  const what =
    row.queue === inboundName
      ? t(view, "问题", "question")
      : t(view, `回答第 ${(row.part ?? 0) + 1} 段`, `part ${(row.part ?? 0) + 1} of an answer`);
  const more = row.ahead === 0 && row.length > 1 ? ` (${row.length})` : "";
  return html`<tr><td>${row.queue}</td><td>${what}</td><td>${word(view, heldWords, row.held)}${row.ahead === 0 ? nothing : t(view, `,前面 ${row.ahead} 条`, `, ${row.ahead} before it`)}</td>
<td class="n">${turn === undefined ? "–" : milliseconds(view.nowMs - turn.accepted_ms)}</td><td><code>${row.chat}</code>${more}</td>
<td><a href="${turnPath(row.turnId)}">${turn === undefined ? html`<code>${row.turnId}</code>` : shortText(written(view, turn.message.text), 40) || html`<code>${row.turnId}</code>`}</a></td></tr>`;
}

/** What is in line or in work in this moment; answers that are sent without a job of BullMQ are here too. */
export function underWayPage(view: View, { ways, turns }: UnderWayFacts): Page {
  const title = t(view, "在途", "Under way");
  const heads = [
    t(view, "队列", "queue"),
    t(view, "什么", "what"),
    t(view, "状态", "state"),
    t(view, "已过", "age"),
    t(view, "会话", "chat"),
    t(view, "消息", "turn"),
  ];
  const shownChats = new Set(ways.rows.map(({ queue, chat }) => `${queue} ${chat}`)).size;
  const left = ways.chats - shownChats;
  return {
    title,
    live: html`<section>${
      ways.rows.length === 0
        ? html`<p class="soft">${t(view, "现在没有在途的消息或回答。", "No question or answer is under way now.")}</p>`
        : table(
            heads,
            ways.rows.map((row) => rowOf(view, row, turns)),
            title,
            "cards",
          )
    }${left > 0 ? html`<p class="soft">${t(view, `另有 ${left} 个会话未列出。`, `${left} more chats are not listed.`)}</p>` : nothing}</section>`,
  };
}

import { html } from "hono/html";
import type { Language } from "#contract";
import { document } from "../html/layout.ts";
import { type Markup, nothing, t } from "../html/view.ts";

/** What is said while Redis does not answer. `place`: where it is, for who is logged in; `isPrivate`: one of our own. */
export interface Outage {
  readonly language: Language;
  readonly place?: string;
  readonly isPrivate: boolean;
  /** Something was asked for that would have changed something. */
  readonly wasAct: boolean;
}

/** Stands where the page's changing part stood. */
export function outagePart({ language, place, isPrivate, wasAct }: Outage): Markup {
  const say = (zh: string, en: string) => t({ language }, zh, en);
  return html`<section id="outage"><h2 class="bad">${say("Redis 没有应答", "Redis does not answer")}</h2>
${wasAct ? html`<p class="warn">${say("刚才的操作可能没有执行:恢复后先看「操作记录」。", "What you asked for may not have been done: look at the audit once it is back.")}</p>` : nothing}
<p>${say(
    "消息队列和全部记录都在 Redis 里:恢复之前收不了新消息,也发不出回答。已收到的消息不会丢,恢复后按序继续;各平台会把这段时间的消息再送来。",
    "The queue and all records are in Redis: until it is back no message is taken in and no answer goes out. What was taken in is not lost and goes on in its order; the platforms hand in again what was written meanwhile.",
  )}</p>
<ol>${
    isPrivate
      ? html`<li>${say("自带的 Redis 会在几秒内自动重启,先等一下。", "The private Redis is started again by itself within seconds: wait a moment.")}</li>
<li>${say("不恢复就看数据目录(QIANMEN_DATA)里的 redis.log,以及磁盘和内存。", "If it does not come back, read redis.log in the data folder (QIANMEN_DATA), and look at disk and memory.")}</li>`
      : html`<li>${say("启动 REDIS_URL 所指的 Redis,或检查地址、密码和网络", "Start the Redis behind REDIS_URL, or check address, password and network")}${place === undefined ? nothing : html` (<code>${place}</code>)`}</li>
<li>${say("看它的日志,以及磁盘和内存。", "Read its log, and look at disk and memory.")}</li>`
  }<li>${say("运行 qianmen doctor。", "Run qianmen doctor.")}</li></ol>
<p><a href="/admin">${say("再试一次", "Try again")}</a></p></section>`;
}

export function outagePage(outage: Outage): Markup {
  const title = t(outage, "Redis 没有应答", "Redis does not answer");
  return document(
    outage.language,
    title,
    html`<main id="main"><h1>前门 Qianmen</h1>${outagePart(outage)}</main>`,
  );
}

import {
  type Bilingual,
  errorCatalogue,
  type FinishReason,
  type PartState,
  type StageName,
  type TurnState,
} from "#contract";
import type { HealthLine } from "../ports.ts";
import type { View } from "./view.ts";

/** The words for what the records name by code. */
export const stateWords: Readonly<Record<TurnState, Bilingual>> = {
  submitted: { zh: "排队", en: "waiting" },
  working: { zh: "处理中", en: "working" },
  "input-required": { zh: "已反问", en: "asked back" },
  completed: { zh: "已完成", en: "completed" },
  failed: { zh: "失败", en: "failed" },
  canceled: { zh: "已取消", en: "canceled" },
};

/** The parts that Health looks at. */
export const groupWords: Readonly<Record<HealthLine["group"], Bilingual>> = {
  processes: { zh: "进程", en: "Processes" },
  adapters: { zh: "平台", en: "Platforms" },
  logins: { zh: "要重新登录", en: "To be connected anew" },
  models: { zh: "模型", en: "Models" },
  sources: { zh: "数据源", en: "Sources" },
  delivery: { zh: "投递", en: "Delivery" },
  redis: { zh: "Redis", en: "Redis" },
  clock: { zh: "时钟", en: "Clock" },
};

/** What may be wrong with the way of an answer, or was made good by one, as a filter. */
export const deliveryWords: Readonly<Record<"undelivered" | "refused" | "sent-since", Bilingual>> = {
  "sent-since": { zh: "已补发(原失败或取消)", en: "sent since it failed" },
  undelivered: { zh: "未送达", en: "undelivered" },
  refused: { zh: "平台拒收", en: "refused by the platform" },
};

/** How the work on a turn ended. */
export const finishWords: Readonly<Record<FinishReason, Bilingual>> = {
  success: { zh: "办完了(答复、说明答不了,或反问)", en: "done (answered, declined or asked back)" },
  budget: { zh: "次数或时间用完,没有查全", en: "calls or time used up before it was complete" },
  big_fail: {
    zh: "没有办成(若也问了大模型,它同样没有办成)",
    en: "failed, also on the large model where one was asked",
  },
  canceled: { zh: "被取消", en: "canceled" },
};

export const partWords: Readonly<Record<PartState, Bilingual>> = {
  pending: { zh: "待发送", en: "to be sent" },
  sending: { zh: "发送中", en: "being sent" },
  delivered: { zh: "已送达", en: "delivered" },
  unconfirmed: { zh: "未确认", en: "unconfirmed" },
  refused: { zh: "平台拒收", en: "refused by the platform" },
  dead: { zh: "已放弃", en: "given up" },
};

export const stageWords: Readonly<Record<StageName, Bilingual>> = {
  route: { zh: "路由(读懂问题)", en: "route (read the question)" },
  execute: { zh: "执行(查数)", en: "execute (look up)" },
  verify: { zh: "核验", en: "verify" },
  synthesize: { zh: "成文", en: "synthesize (write)" },
  guard: { zh: "守卫", en: "guard" },
  deliver: { zh: "投递", en: "deliver" },
};

export const rowWords: Readonly<Record<string, Bilingual>> = {
  state: { zh: "结果", en: "outcome" },
  plan: { zh: "计划", en: "plan" },
  values: { zh: "数值", en: "values" },
  "claims failed": { zh: "未通过核验", en: "claims failed" },
  prose: { zh: "回答", en: "prose" },
};

/** Why the Verifier refused a claim, for somebody who has not read its source. */
export const reasonWords: Readonly<Record<string, Bilingual>> = {
  schema: { zh: "格式不对", en: "malformed" },
  missing_cite: { zh: "没有出处", en: "no cite" },
  unknown_kind: { zh: "种类不明", en: "unknown kind" },
  ghost_tool_call: { zh: "出处所指的调用不存在", en: "the cited call does not exist" },
  duplicate_id: { zh: "调用编号重复", en: "the call's id is not unique" },
  path_unresolved: { zh: "出处所指的位置没有值", en: "nothing stands where the cite points" },
  value_mismatch: { zh: "数值与查到的不同", en: "the value differs from the traced one" },
  metric_mismatch: { zh: "指标与查到的不同", en: "the metric differs" },
  code_mismatch: { zh: "代码与查到的不同", en: "the code differs" },
  source_mismatch: { zh: "来源与查到的不同", en: "the source differs" },
  as_of_mismatch: { zh: "日期与查到的不同", en: "the date differs" },
  future_as_of: { zh: "日期在未来", en: "dated in the future" },
  stale: { zh: "已过时效", en: "too old" },
  competence_unknown: { zh: "没有登记的知识", en: "unregistered fact" },
  competence_expired: { zh: "知识已过期", en: "the fact has expired" },
};

/** Why the built-in router planned as it did, as its records say it; beside these stand the words it went by, in quotation marks. */
const routeReasonWords: Readonly<Record<string, Bilingual>> = {
  "answers the question back": { zh: "回答了反问", en: "answers the question back" },
  "follows up the last question": { zh: "接着上一个问题", en: "follows up the last question" },
  "a bare company": { zh: "只写了公司", en: "a bare company" },
  "another market": { zh: "其他市场", en: "another market" },
  "somebody else's list": { zh: "别人的自选", en: "somebody else's list" },
  "leans on no company": { zh: "没有说是哪家公司", en: "leans on no company" },
  "a digest": { zh: "日报", en: "a digest" },
  "an alert": { zh: "提醒", en: "an alert" },
  "an alert came true": { zh: "提醒到了", en: "an alert came true" },
  "no skill's words": { zh: "没有命中任何技能的用词", en: "no skill's words" },
};

const moreAsked = /^(.*); (\d+) more asked for than a plan holds$/s;

/** What is not the router's own stands as it is. */
export function routeReason(view: Pick<View, "language">, reason: string): string {
  const [, words, count] = moreAsked.exec(reason) ?? [];
  if (words === undefined || view.language === "en") return word(view, routeReasonWords, reason);
  return `${words};另有 ${count} 项超出一次计划`;
}

/** The units whose name is not the same in both languages. */
export const unitWords: Readonly<Record<string, Bilingual>> = {
  CNY: { zh: "元", en: "CNY" },
  x: { zh: "倍", en: "x" },
  ratio: { zh: "(比率)", en: "(ratio)" },
  shares: { zh: "股", en: "shares" },
  手: { zh: "手", en: "lots" },
  万元: { zh: "万元", en: "10k CNY" },
  亿元: { zh: "亿元", en: "100m CNY" },
  户: { zh: "户", en: "holders" },
  家: { zh: "家", en: "companies" },
  条: { zh: "条", en: "items" },
  日: { zh: "日", en: "days" },
  点: { zh: "点", en: "points" },
};

/** The word of the view's language, or the code itself where nobody gave it one. */
export const word = (
  view: Pick<View, "language">,
  words: Readonly<Record<string, Bilingual>>,
  code: string,
): string => (Object.hasOwn(words, code) ? (words[code]?.[view.language] ?? code) : code);

/** What an error means, in a sentence; the placeholders of the user's text are left out. */
export function errorSentence(view: Pick<View, "language">, code: string): string {
  if (!Object.hasOwn(errorCatalogue, code)) return code;
  // Checked just above.
  const entry: Bilingual = errorCatalogue[code as keyof typeof errorCatalogue];
  return entry[view.language].replace(/[「“]?\{\w+\}[」”]?/g, "…");
}

import { z } from "zod";
import { type Bilingual, defineSkill, maxQueries, wasToldLately } from "#contract";
import { aboutAnswers, isOnlyLink, linkUnread } from "./about-answers.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Companies that the message names, so that a follow-up finds them."),
  reason: z
    .enum(["unsupported", "which_stock"])
    .optional()
    .describe(
      "unsupported: the topic is about stocks but no other skill covers it. which_stock: it leans on an earlier company, and there is none.",
    ),
});

const abilities: Bilingual = {
  zh: [
    "我查沪深北 A 股的数字,每个数字都带来源和时间。可以这样问:",
    "· 茅台现在多少钱、茅台昨天收盘、茅台最近5天收盘价、大盘怎么样",
    "· 五粮液的市盈率、比亚迪的净利润、茅台和同行比一比",
    "· 茅台的主力资金、龙虎榜、茅台的新闻、茅台的研报",
    "· 茅台K线图、茅台MACD、分析一下茅台",
    "· 今天开市吗、什么是市盈率、把茅台加入自选",
    "· 茅台跌破1300提醒我、每天15:30发我的自选、我的提醒",
    "接着问「它的市值呢」也可以;想知道数字出处,发送「这个数哪来的」。不做预测,不荐股,也不代下单。",
  ].join("\n"),
  en: [
    "I look up numbers on A-shares; each comes with its source and time. You can ask:",
    "· price of Moutai, Moutai close yesterday, Moutai closes of the last 5 days, how is the market",
    "· P/E of Wuliangye, net profit of BYD, compare Moutai with its peers",
    "· fund flow of Moutai, dragon-tiger list, news of Moutai, analyst reports on Moutai",
    "· chart of Moutai, MACD of Moutai, tell me about Moutai",
    "· is the market open, what is P/E, add Moutai to my watchlist",
    "· alert me when Moutai falls below 1300, send me my watchlist every day at 15:30, my alerts",
    "Follow-ups work too. Send /source to see where a number comes from. No forecasts, no stock picks, no orders.",
  ].join("\n"),
};

/** To whoever has the list before them. */
const inShort: Bilingual = {
  zh: "我查沪深北 A 股的行情、估值、财报、资金、新闻、研报和K线,也能设自选和提醒,例如「茅台现在多少钱」。用法列表在上面;发送「你能做什么」再看一遍。",
  en: "I look up prices, valuations, statements, fund flow, news, analyst reports and charts of A-shares, and keep watchlists and alerts, for example “price of Moutai”. The list is above; send “what can you do” to see it again.",
};

/** Who asks in so many words for all of it gets it, however often. */
const asksForAll =
  /能做[什些啥]|会[什些啥做]|能干|可以做|能问|能查|功能|\bwhat\b|\bwhich\b|\bfeatures\b|\bcapabilities\b/i;

/** Short, for several may come in a row: the list is one word away. */
const unsupported: Bilingual = {
  zh: "这类问题目前还答不了,没有可靠来源的数字我不会给。写上公司和想知道的就行,例如「茅台的市盈率」「比亚迪的净利润」「大盘怎么样」;发送「帮助」看能问的全部。",
  en: "I cannot answer that kind of question yet, and I give no number without a reliable source. Name a company and what you want to know, for example “P/E of Wuliangye”, “net profit of BYD” or “how is the market”; send “help” for all that you can ask.",
};

const asksSources = /数据(?:来)?源|什么数据|数据用的|\bsources\b/i;

const sourceNames: Readonly<Record<string, Bilingual>> = {
  tushare: { zh: "Tushare", en: "Tushare" },
  akshare: { zh: "AkShare(AKTools)", en: "AkShare (AKTools)" },
  eastmoney: { zh: "东方财富", en: "Eastmoney" },
  tencent: { zh: "腾讯", en: "Tencent" },
  sina: { zh: "新浪", en: "Sina" },
  xueqiu: { zh: "雪球", en: "Xueqiu" },
  yahoo: { zh: "Yahoo", en: "Yahoo" },
  szse: { zh: "深交所(交易日历)", en: "the Shenzhen exchange (trading calendar)" },
  sample: { zh: "内置的示例数据(虚构)", en: "the bundled sample data (made up)" },
};

/** Which sources the numbers come from here. */
function originsOf(sources: readonly string[]): Bilingual {
  const named = sources.map((source) => sourceNames[source] ?? { zh: source, en: source });
  return {
    zh: [
      `这里启用的数据源:${named.map(({ zh }) => zh).join("、")}。`,
      "每个数字后面的括号里写着它的数据源和时间;发送「这个数哪来的」可看上一条回答的出处。",
    ].join("\n"),
    en: [
      `Data sources enabled here: ${named.map(({ en }) => en).join(", ")}.`,
      "The brackets behind each number name its source and time. Send /source to see where the last answer's numbers come from.",
    ].join("\n"),
  };
}

const whichStock: Bilingual = {
  zh: "想查哪只股票?请写上名称或代码,例如「茅台现在多少钱」。",
  en: "Which stock do you mean? Please name it or its code, for example “price of Moutai”.",
};

export default defineSkill<z.infer<typeof input>>({
  input,
  async run({ reason }, { message, tools, session, now }) {
    if (!/[\p{L}\p{N}]/u.test(message.text)) return { kind: "refusal", code: "NOT_UNDERSTOOD" };
    const asked = reason === undefined ? aboutAnswers(message.text) : null;
    if (asked !== null) return { kind: "text", text: asked };
    if (reason === "which_stock") return { kind: "text", text: whichStock, declined: true };
    if (reason === undefined && asksSources.test(message.text)) {
      const found = await tools.list_sources({});
      if (found.ok) return { kind: "text", text: originsOf(found.value.sources) };
    }
    if (reason === "unsupported" && isOnlyLink(message.text))
      return { kind: "text", text: linkUnread, declined: true };
    if (reason === "unsupported") return { kind: "text", text: unsupported, declined: true };
    const isAgain = wasToldLately(session, "abilities", now) && !asksForAll.test(message.text);
    return { kind: "text", text: isAgain ? inShort : abilities, told: "abilities" };
  },
});

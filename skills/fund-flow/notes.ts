import type { Bilingual, SkillText } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const isModel = note(
  "主力资金按成交单的大小划分,是数据商的模型估算,各家口径不同,不能相互比较。",
  "Main-force flow is the data vendor's model, estimated from the size of orders; vendors differ and cannot be compared.",
);
export const totalDate = note(
  "合计由系统计算,标注的日期是所含最早一天。",
  "The total is computed here; its date is that of the earliest day in it.",
);
export const closedDay = note(
  "所问日期休市,显示的是此前最近交易日的数据。",
  "The market was closed on that day: shown is the last trading day before it.",
);

export const olderThanAsked = note(
  "所问日期没有资金流向数据(停牌、无成交或尚未公布),显示的是此前最近有数据的交易日。",
  "There is no money flow of that day (suspended, nothing traded, or not published yet): shown is the newest day before it.",
);

/** Said where the question is about today and the newest day is an earlier one. */
export const notToday = note(
  "当日资金流向在收盘后公布,显示的是最近已公布的交易日。",
  "The day's money flow is published after the close: shown is the newest published day.",
);

/** Of a market, not of a company: no source at hand tells it. */
export const ofMarket =
  /北向|北上|南向|陆股通|沪股通|深股通|港股通|外资|融资|融券|两融|northbound|southbound|margin|stock connect|foreign/i;

/** 茅台融资余额: nothing of a single stock's own flow is asked for beside it. */
export const asksOthersOnly = (question: string): boolean =>
  ofMarket.test(question) &&
  !/主力|资金|大单|净流|散户|fund flow|money flow|main.force|inflow|outflow/i.test(question);

export const unavailable: SkillText = {
  kind: "text",
  declined: true,
  text: note(
    "北向资金、融资融券和全市场资金目前查不了。个股的主力资金流向可以查,请带上股票名称或代码,例如「茅台主力资金」。",
    "Northbound flow, margin balances and the flow of the whole market cannot be looked up. The main-force flow of single stocks can, for example “fund flow of Moutai”.",
  ),
};

export const otherFlows = note(
  "北向(外资)和融资融券目前查不了,显示的是主力资金流向。",
  "Northbound (foreign) flow and margin balances cannot be looked up: shown is main-force flow.",
);

const others: readonly (readonly [words: RegExp, note: Bilingual])[] = [
  [
    /占[^,，。?？]{0,10}(?:多少|几|比)|占比|share of (?:the )?turnover/i,
    note("所问的占比没有算出。", "The share asked for was not computed."),
  ],
  [
    /国家队|汇金|证金|社保|养老金|险资|公募|基金持|机构持|持股|持仓|sovereign|pension fund|institutional hold/i,
    note(
      "国家队、社保、基金等的持股没有数据来源,显示的是按成交单大小估算的主力资金。",
      "No source here gives the holdings of state funds, pension funds or institutions: shown is main-force flow, estimated from the size of orders.",
    ),
  ],
  [
    /筹码/,
    note(
      "筹码分布没有数据来源,显示的是资金流向。",
      "No source here gives the distribution of holding costs: shown is the money flow.",
    ),
  ],
];

/** What is asked for beside the flow and is not told. */
export const unansweredIn = (question: string): readonly Bilingual[] =>
  others.filter(([words]) => words.test(question)).map(([, said]) => said);
